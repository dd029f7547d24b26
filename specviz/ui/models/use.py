"""Taking a pair to the Step Lab: the session's settings name it, with a method it can do."""

import streamlit as st

from specviz.settings import DRAFTING
from specviz.ui import state
from specviz.ui.i18n import t
from specviz.ui.router import page_path
from specviz.ui.settings_form import put


def use_button(pair: str, *, drafts: bool) -> None:
    """Makes `pair` the session's and goes to the Step Lab; a pair without a draft model starts with prompt lookup."""
    if st.button(t("model.use"), key=f"use_{pair}", help=t("model.use.help")):
        settings = state.settings()
        method = "lookup" if settings.method in DRAFTING and not drafts else settings.method
        put(settings.but(pair=pair, method=method))
        st.switch_page(page_path("step_lab"))
