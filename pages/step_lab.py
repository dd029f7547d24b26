"""Step Lab: decode a prompt with a real pair and replay every round on the stage."""

import streamlit as st

from specviz.ui import opening, resources, runs, state
from specviz.ui.candidates_table import candidates_table
from specviz.ui.components.stage import stage
from specviz.ui.i18n import lang, problem, t
from specviz.ui.router import ensure_frame
from specviz.ui.settings_form import settings_row
from specviz.ui.share import import_box, share_panel
from specviz.ui.totals_panel import totals_panel

ensure_frame()
opening.open_lab()

strip = st.container(horizontal=True, vertical_alignment="bottom", gap="small", key="strip")
messages = st.container(key="messages")
with strip:
    runs.preset_menu()
    wrong = settings_row(resources.pairs())
    runs.buttons(ready=wrong is None)
with messages:
    for note in state.link_notes():
        problem(note, note=True)
    for error in (wrong, state.failure()):
        if error is not None:
            problem(error)

shown = state.shown()
if shown is not None:
    state.set_view(**stage(shown.trace, state.view(), lang(), key="stage")._asdict())
    opening.source_line(shown)
    table, sums = st.columns([11, 10], gap="medium")
    with table:
        st.subheader(t("ui.candidates.title"), anchor=False)
        candidates_table(shown.trace)
    with sums:
        st.subheader(t("total.title"), anchor=False)
        totals_panel(shown.trace)
        with st.expander(t("ui.share")):
            share_panel(shown.trace, opening.query())
            import_box(opening.open_file)
    opening.write_url()

with st.container(key="progress"):
    runs.work()
