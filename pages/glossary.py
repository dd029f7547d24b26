"""Glossary: metrics of one run beside their formulas, words with an instance, the notation of papers, sources."""

import streamlit as st

from specviz.ui import resources, state
from specviz.ui.glossary_tables import metric_table, word_table
from specviz.ui.i18n import t
from specviz.ui.inputs import Choice, pick, refuse_link
from specviz.ui.lesson import Lesson
from specviz.ui.router import ensure_frame
from specviz.ui.varying_slider import varying_slider

SOURCE = Choice("gl_glossary_run", ("recorded", "lab"), "recorded")

ensure_frame()
refuse_link((SOURCE,))
lesson = Lesson("glossary")
lesson.open()
lesson.show("metrics")
trace = resources.recorded(resources.FIRST)
shown = state.shown()
with st.container(horizontal=True, vertical_alignment="bottom", gap="medium"):
    if pick(SOURCE) == "lab":
        if shown is None:
            st.info(t("glossary.no_lab_run"))
        else:
            trace = shown.trace
    n = len(trace.rounds)
    rounds = varying_slider(t("input.rounds_counted"), "gl_rounds", 1, n, n, tip=t("input.rounds_counted.help"))
made = trace.environment
st.caption(t("glossary.run", device=made.device, dtype=made.dtype, k=trace.run_settings.k, n=n))
metric_table(trace.rounds[:rounds])
lesson.quiz("quiz_four_rounds")
lesson.quiz("quiz_which_rate")
lesson.show("words")
word_table(trace)
with st.container(key="gl_tables"):
    lesson.show("notation")
    lesson.show("engines")
lesson.show("sources")
lesson.close()
