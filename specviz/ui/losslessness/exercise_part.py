"""The reverse exercise: a histogram drawn by a hidden mistake, and the mistake to be named from it."""

import streamlit as st

from specviz.figures.numbers import prob
from specviz.figures.watched import watched_chart
from specviz.theory.watch import band, outside
from specviz.ui import faulty
from specviz.ui.charts import chart
from specviz.ui.fault_texts import fault_text
from specviz.ui.hidden_fault import ask, case_of
from specviz.ui.i18n import lang, t
from specviz.ui.inputs import Field, typed

POOL = (
    "resample_p", "resample_q", "softmax_residual", "absolute_residual", "argmax_residual", "inverted_ratio",
    "over_p_max", "two_chances", "two_samples_agree", "argmax_judged_soft",
)  # fmt: skip
"""Mistakes whose laws on PQ3 lie at least .03 apart, so that a few thousand draws tell them apart."""
DRAWS = 3000
CASE = Field("ls_hidden_case", 1, 1, 999, 1)


def _open() -> None:
    st.session_state["ls_hidden_open"] = True


def show_exercise() -> None:
    """The case, its histogram, the question; a wrong answer puts the law of the named mistake beside the bars."""
    opened = CASE.key in st.query_params or st.session_state.get("ls_hidden_open")
    if not opened:
        st.button(
            t("lossless.hidden.open"), key="ls_hidden_start", on_click=_open, help=t("lossless.hidden.open.help")
        )
        return
    with st.columns([1, 3])[0]:
        number = int(typed(CASE))
    case = case_of(POOL, number - 1)
    left, right = st.columns([3, 2], gap="medium")
    with right:
        answer = ask(case, "ls_answer")
        if answer == case.fault:
            st.markdown(f"**{t('hidden.fix')}** {fault_text(answer, lang()).fix}")
    with left, st.spinner(t("lossless.drawing")):
        found = faulty.laws(case.fault)
        counts = [int(c) for c in faulty.counts(case.fault, 50_000, DRAWS)]
        shares = [c / DRAWS for c in counts]
        out = outside(counts, found.right, announced=DRAWS)
        guess = faulty.laws(answer).emitted if answer else None
        figure = watched_chart(
            found.cells, shares, found.right, band(found.right, DRAWS, announced=DRAWS), out, guess, lang()
        )
        seen = ", ".join(f"{cell} {prob(share)}" for cell, share in zip(found.cells, shares, strict=True))
        chart(figure, "ls_hidden", t("lossless.alt.hidden", n=DRAWS, seen=seen))
        st.caption(t("lossless.hidden.seen", n=DRAWS, seen=seen))
