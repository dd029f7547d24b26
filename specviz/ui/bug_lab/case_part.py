"""Which mistake is on the bench: hidden and to be found, by level, or chosen from the catalogue."""

import streamlit as st

from specviz.ui.fault_texts import fault_text
from specviz.ui.faulty import Card
from specviz.ui.hidden_fault import Case, ask, case_of
from specviz.ui.i18n import lang, t
from specviz.ui.inputs import Choice, Field, pick, select, typed

MODE = Choice("bl_bench_mode", ("find", "browse"), "find")
LEVEL = Choice("bl_bench_level", ("easy", "medium", "hard", "subtle"), "easy")
NUMBER = Field("bl_bench_case", 1, 1, 999, 1)
FOUND = "bl_found"
TOGETHER = dict.fromkeys(("stopping", "counting"), ("stopping", "counting"))
"""Families too small to hide a mistake in."""


def choose_mode() -> str:
    return pick(MODE)


def choose_case(cards: dict[str, Card]) -> Case:
    """A hidden mistake of the chosen level among others of its family."""
    with st.container(horizontal=True, vertical_alignment="bottom", gap="medium"):
        level = pick(LEVEL)
        number = int(typed(NUMBER))
        found = st.session_state.setdefault(FOUND, frozenset())
        st.caption(t("bug_lab.score", n=len(found), of=len(cards)))
    pool = [c.id for c in cards.values() if c.level == level]

    def near(fault: str) -> list[str]:
        family = TOGETHER.get(cards[fault].family, (cards[fault].family,))
        return [c.id for c in cards.values() if c.family in family]

    return case_of(pool, number - 1, near=near)


def choose_fault(cards: dict[str, Card]) -> str:
    """A mistake by its name."""
    choice = Choice("bl_bench_fault", tuple(cards), next(iter(cards)))
    return select(choice, lambda f: f"{t(f'bug_lab.family.{cards[f].family}')} · {fault_text(f, lang()).title}")


def ask_for_it(case: Case, card: Card) -> bool:
    """Hints and the question; whether it has been found."""
    words = fault_text(case.fault, lang())
    for name, hint in (
        ("where", t(f"bug_lab.hint.family.{card.family}")),
        ("notice", words.notice),
    ):
        with st.expander(t(f"bug_lab.hint.{name}")):
            st.markdown(hint)
    found = ask(case, "bl_answer") == case.fault
    if found:
        st.session_state[FOUND] |= {case.fault}
    return found
