"""The first screen: what specviz is, three doors, a recorded run on the stage."""

import streamlit as st

from specviz.ui import resources, state
from specviz.ui.components.stage import stage
from specviz.ui.i18n import lang, t
from specviz.ui.router import DOORS, ensure_frame, page_path

ensure_frame()
with st.container(horizontal=True, vertical_alignment="center", key="doors"):
    st.title(t("ui.start.title"), anchor=False)
    for slug, icon in DOORS.items():
        st.page_link(page_path(slug), label=f"**{t(f'ui.door.{slug}')}**", icon=icon, width="content")
st.markdown(t("ui.start.lead"))
stage(resources.recorded(resources.FIRST), state.view().but(round=0, step=0), lang(), key="first")
