"""Lesson: what a rejection does to two caches, under both conventions, with every classic mistake, and paged."""

import streamlit as st

from specviz.figures.cache_changes import changes_of
from specviz.ui import experiments, live, resources
from specviz.ui.i18n import t
from specviz.ui.inputs import pick, refuse_link, select
from specviz.ui.lesson import Lesson
from specviz.ui.rollback import memory_part, paged_part
from specviz.ui.rollback.ledger_part import show_ledger
from specviz.ui.rollback.mistakes_part import FAULT, REPAIR, TOKENS, show_conventions, show_mistake
from specviz.ui.router import ensure_frame

ensure_frame()
refuse_link((REPAIR, FAULT, *paged_part.FIELDS, *memory_part.FIELDS))
trace = resources.recorded(resources.FIRST)
prompt = trace.run_settings.prompt
lesson = Lesson("rollback")
lesson.open()
lesson.show("ledger")
running = live.live_switch()
repair = pick(REPAIR)
slow_motion = st.container()
lesson.show(f"how_{repair}")
lesson.show("conventions")
side_by_side = st.container()
lesson.quiz("quiz_passes")
lesson.show("mistakes")
fault = select(FAULT, lambda f: t(f"rollback.fault.{f}"))
broken = st.container()
with st.container(border=True):
    st.markdown(lesson.text(f"fault_{fault}"))
lesson.quiz("quiz_mistake")
lesson.show("paged")
paged_part.show_paged()
lesson.quiz("quiz_block")
lesson.show("memory")
memory_part.show_memory()
lesson.show("sources")
lesson.close()

with slow_motion:
    if running:
        watched = live.experiment(experiments.watched_run, live.where(), prompt, repair, TOKENS)
        if watched:
            show_ledger(*watched)
    else:
        if repair == "eager":
            st.info(t("rollback.recorded_is_lazy"))
        show_ledger(trace, [changes_of(r) for r in trace.rounds])
if running:
    with side_by_side:
        show_conventions(prompt)
    with broken:
        show_mistake(prompt, fault)
