"""Below the stage: the table of all candidates and the sums of the run, unless the link leaves them out."""

import streamlit as st

from specviz.trace import Trace
from specviz.ui import state
from specviz.ui.candidates_table import candidates_table
from specviz.ui.i18n import t
from specviz.ui.totals_panel import totals_panel

PARTS = (
    ("candidates", "ui.candidates.title", candidates_table, 11),
    ("totals", "total.title", totals_panel, 10),
)
"""Name, heading, what draws it, and its share of the width."""


def numbers(trace: Trace) -> None:
    """Both beside each other, or the one that is left."""
    parts = [part for part in PARTS if not state.hides(part[0])]
    if not parts:
        return
    columns = st.columns([share for *_, share in parts], gap="medium")
    for column, (_, title, draw, _) in zip(columns, parts, strict=True):
        with column:
            st.subheader(t(title), anchor=False)
            draw(trace)
