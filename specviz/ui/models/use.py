"""Taking a pair to the Step Lab: the session's settings name it, with a method it can do and that pays."""

from typing import Any

import streamlit as st

from specviz.settings import DRAFTING
from specviz.ui import state
from specviz.ui.i18n import t
from specviz.ui.router import page_path
from specviz.ui.settings_form import put

SUGGESTED: dict[str, dict[str, Any]] = {
    "tiny": {"method": "draft", "k": 4, "prompt_format": "raw"},
    "smollm2": {
        "method": "lookup_first",
        "k": 9,
        "fallback_k": 3,
        "lookup_min": 2,
        "lookup_max": 3,
        "prompt_format": "chat",
    },
}
"""Settings that come with a listed pair: those under which it was measured to pay (see the cards of the models)."""


def use_button(pair: str, *, drafts: bool) -> None:
    """Makes `pair` the session's and goes to the Step Lab; a pair without a draft model starts with prompt lookup."""
    if st.button(t("model.use"), key=f"use_{pair}", help=t("model.use.help")):
        settings = state.settings().but(pair=pair, **SUGGESTED.get(pair, {}))
        method = "lookup" if settings.method in DRAFTING and not drafts else settings.method
        put(settings.but(method=method))
        st.switch_page(page_path("step_lab"))
