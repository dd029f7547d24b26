"""The first screen: what specviz is."""

import streamlit as st

from specviz.ui.i18n import t
from specviz.ui.router import ensure_frame

ensure_frame()
st.title(t("nav.start"))
