"""Where p and q of the residual lesson come from: typed and dragged by the reader, or a judged row of a trace."""

from dataclasses import dataclass
from functools import partial

import streamlit as st

from specviz.errors import SpecvizError
from specviz.figures.chips import Names, texts
from specviz.figures.numbers import prob
from specviz.theory.enumerate import Row, fractions
from specviz.theory.shares import MOST, law_of, with_share
from specviz.trace import Candidate, Trace
from specviz.ui.components.bars import Wish
from specviz.ui.i18n import problem, t
from specviz.ui.inputs import Choice, pick, select
from specviz.ui.number_list import MAX_CHARS, number_list

P_KEY, Q_KEY = "rs_p", "rs_q"
P_DEFAULT, Q_DEFAULT = "40 25 5 20 10", "15 35 25 10 15"
SOURCE = Choice("rs_residual_source", ("own", "row"), "own")
REST = "…"


@dataclass(frozen=True)
class Laws:
    """p and q [V] in fractions and the tokens they speak of, as shown."""

    tokens: tuple[str, ...]
    p: Row
    q: Row


def _default(key: str) -> str:
    return P_DEFAULT if key == P_KEY else Q_DEFAULT


def own_laws() -> Laws | None:
    """The two laws in the text fields; None, with the reason on the page, while they are not laws."""
    with st.expander(t("residual.type")):
        st.caption(t("residual.type.help"))
        typed = [
            st.text_input(t(f"residual.{name}"), _default(key), key=key, max_chars=MAX_CHARS, bind="query-params")
            for name, key in (("p", P_KEY), ("q", Q_KEY))
        ]
        st.button(t("residual.reset"), key="rs_reset", on_click=_reset)
    try:
        p, q = (law_of(number_list(text)) for text in typed)
        if len(p) != len(q):
            raise SpecvizError("law_lengths", p=len(p), q=len(q))
    except SpecvizError as error:
        problem(error)
        return None
    return Laws(tuple(t("residual.tokens").split()[: len(p)]), p, q)


def _reset() -> None:
    for key in (P_KEY, Q_KEY):
        st.session_state[key] = _default(key)


def moved(laws: Laws, wish: Wish) -> None:
    """What a dragged handle does: the field of that law says the new percents."""
    law, key = (laws.p, P_KEY) if wish.law == "p" else (laws.q, Q_KEY)
    st.session_state[key] = " ".join(map(str, with_share(law, wish.token, wish.percent)))


def judged_rows(trace: Trace) -> tuple[Choice, dict[str, tuple[Candidate, str]]]:
    """The judged candidates of a trace under the full-q rule, by place, each with its text; by default
    one on which the two models half agree."""
    names, found = Names(trace), {}
    for r in trace.rounds:
        for i, (c, text) in enumerate(zip(r.candidates, names.candidates(r), strict=True)):
            if c.top is not None and c.top.q:
                found[f"{r.index + 1}.{i + 1}"] = (c, text)
    return Choice(
        "rs_residual_row", tuple(found), min(found, key=lambda place: abs(found[place][0].overlap - 0.5))
    ), found


def row_laws(trace: Trace) -> Laws:
    """The laws at a judge row that the reader picks: its most likely tokens, and the rest as one."""
    choice, found = judged_rows(trace)
    place = select(choice, partial(_row_name, found))
    candidate, _ = found[place]
    top, names = candidate.top, texts(trace, candidate.top.ids)
    order = sorted(range(len(top.ids)), key=lambda i: -max(top.p[i], top.q[i]))[: MOST - 1]
    p, q = ([row[i] for i in order] for row in (top.p, top.q))
    laws = [fractions([repr(x) for x in row]) for row in (p, q)]
    p_row, q_row = (fractions([*law, max(0, 1 - law.sum())]) for law in laws)
    st.caption(t("residual.row.help", overlap=prob(candidate.overlap)))
    return Laws((*(names[top.ids[i]] for i in order), REST), p_row / p_row.sum(), q_row / q_row.sum())


def _row_name(found: dict[str, tuple[Candidate, str]], place: str) -> str:
    r, i = place.split(".")
    candidate, text = found[place]
    return t("residual.row", round=r, i=i, token=text, fate=t(f"ui.fate.{candidate.fate}"))


def choose_source() -> str:
    return pick(SOURCE)
