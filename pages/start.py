"""The first screen: what specviz is, a recorded run on the stage, three doors."""

import streamlit as st

from specviz.ui import resources, state
from specviz.ui.components.stage import stage
from specviz.ui.i18n import lang, t
from specviz.ui.router import ensure_frame, exists, page_path

DOORS = {"step_lab": "▶️", "why_slow": "📖", "expected": "⚖️"}

ensure_frame()
words, doors = st.columns([5, 6], gap="large", vertical_alignment="center")
with words:
    st.title(t("ui.start.title"), anchor=False)
    st.markdown(t("ui.start.lead"))
with doors, st.container(horizontal=True, gap="small", key="doors"):
    for slug, icon in DOORS.items():
        if exists(slug):
            with st.container(border=True):
                st.page_link(page_path(slug), label=f"**{t(f'ui.door.{slug}')}**", icon=icon)
                st.caption(t(f"ui.door.{slug}.what"))
stage(resources.recorded(resources.FIRST), state.view().but(round=0, step=0), lang(), key="first")
