"""Measure: does speculation pay on this machine with this pair? Runs the benchmark, or shows any report."""

import streamlit as st

from specviz.ui.lesson import Lesson
from specviz.ui.measure import choose
from specviz.ui.measure.show import show
from specviz.ui.router import ensure_frame

ensure_frame()
lesson = Lesson("measure")
lesson.open()
report = choose.report()
if report is None:
    st.info(lesson.text("empty"))
else:
    show(report, lesson)
lesson.show("sources")
