"""Step Lab: decode a prompt with a real pair and replay every round on the stage."""

import streamlit as st

from specviz.ui import opening, resources, runs, state
from specviz.ui.compare import compare
from specviz.ui.components.stage import stage
from specviz.ui.i18n import lang, problem, t
from specviz.ui.numbers import numbers
from specviz.ui.plain_lane import measure, plain_seconds
from specviz.ui.router import ensure_frame
from specviz.ui.settings_form import limits_line, settings_row
from specviz.ui.view_bar import view_bar

ensure_frame()
opening.open_lab()

wrong = None
strip = st.container(horizontal=True, vertical_alignment="bottom", gap="small", key="strip")
messages = st.container(key="messages")
with strip:
    alone = opening.stage_alone()
    if alone and not state.hides("settings"):
        opening.later()
    elif not state.hides("settings"):
        runs.preset_menu()
        wrong = settings_row(resources.pairs())
        runs.buttons(ready=wrong is None)
shown = state.shown()
with messages:
    for note in state.notes():
        problem(note, note=True)
    for error in (wrong, state.failure()):
        if error is not None:
            problem(error)
    if shown is not None and shown.outside is not None:
        st.info(t("ui.outside", bits=f"{shown.outside:.1f}"), icon="🧭")

if shown is not None:
    lane = plain_seconds(shown.trace)
    place = stage(shown.trace, state.view(), lang(), key="stage", plain=lane, tell=opening.tell())
    state.set_view(**place._asdict())
if not alone:
    limits_line()
if shown is not None and not alone:
    view_bar(shown)
    view = state.view()
    if view.predict:
        st.caption(t("ui.predict.hidden"))
    elif not view.room:
        from specviz.ui.what_if import what_if  # brings numpy, which the first picture need not wait for

        numbers(shown.trace)
        for name, part in (("what_if", what_if), ("compare", compare)):
            if not state.hides(name):
                part(shown)
    opening.write_url()

with st.container(horizontal=True, vertical_alignment="center", key="progress"):
    if alone and state.hides("settings"):
        opening.later()
    if state.hides("settings") or state.view().room:
        runs.stop_button()
    runs.work()
    if shown is not None:
        measure(shown.trace)
if not alone:
    resources.import_ahead()
