"""A mistake to be named: which one it is, which answers are offered, and what the reader is told after each.

Shared by the pages on losslessness and the bug lab. The page shows the symptom; this file asks.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random

import streamlit as st

from specviz.ui.fault_texts import fault_text
from specviz.ui.i18n import lang, t

OPTIONS = 5


@dataclass(frozen=True)
class Case:
    """The hidden mistake and the ids offered, itself among them, in the order they are shown."""

    fault: str
    options: tuple[str, ...]


def case_of(pool: Sequence[str], number: int, *, near: Callable[[str], Sequence[str]] | None = None) -> Case:
    """Case `number` out of `pool`: each mistake once before any comes again. Wrong answers are taken from
    `near` the mistake, by default from the pool."""
    turn, at = divmod(number, len(pool))
    order = list(pool)
    Random(turn).shuffle(order)
    fault = order[at]
    rest = [f for f in (near(fault) if near else pool) if f != fault]
    chance = Random(f"{number}:{fault}")
    options = [fault, *chance.sample(rest, min(OPTIONS - 1, len(rest)))]
    chance.shuffle(options)
    return Case(fault, tuple(options))


def ask(case: Case, key: str) -> str | None:
    """Draws the question and its grade; the answer given so far, or None."""
    words = {f: fault_text(f, lang()) for f in case.options}
    chosen = st.radio(
        t("hidden.question"),
        case.options,
        index=None,
        format_func=lambda f: words[f].title,
        key=f"{key}:{case.fault}",
    )
    if chosen is None:
        return None
    told = words[chosen]
    if chosen == case.fault:
        st.success(f"**{t('ui.quiz.right')}** {told.does}", icon="✅")
    else:
        st.warning(f"**{t('hidden.other', name=told.title)}** {told.does}", icon="🔁")
    return chosen
