"""All candidates of a trace as a table that sorts, scrolls and marks each fate with a glyph and a word."""

import streamlit as st

from specviz.trace import Trace
from specviz.ui.candidate_rows import CandidateRow, candidate_rows
from specviz.ui.i18n import t
from specviz.ui.provenance import badge

COLUMNS = ("round", "candidate", "position", "token", "judge_row", "p", "q", "ratio", "u", "fate")
PROBABILITIES = frozenset({"p", "q", "ratio", "u"})


def candidates_table(trace: Trace) -> None:
    """The table, or a sentence when nothing was drafted."""
    rows = candidate_rows(trace)
    if not rows:
        st.caption(t("ui.candidates.none"))
        return
    if any(row.simulated for row in rows):
        st.markdown(f"{badge('simulated')} {t('ui.simulated')}")
    st.dataframe(
        {column: [_cell(row, column) for row in rows] for column in COLUMNS},
        hide_index=True,
        height=420,
        column_config={column: _column(column) for column in COLUMNS},
        placeholder="",
        key="candidates",
        alt=t("ui.candidates.alt"),
    )


def _cell(row: CandidateRow, column: str) -> object:
    value = getattr(row, column)
    return t(f"ui.fate.{value}") if column == "fate" else value


def _column(column: str) -> object:
    label = t(f"ui.col.{column}")
    if column in PROBABILITIES:
        return st.column_config.NumberColumn(label, format="%.3f")
    return st.column_config.Column(label)
