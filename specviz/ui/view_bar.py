"""The line under the stage: where the trace comes from, ways of showing it, link and files.

Predict-first and class mode are part of the View, so a teacher's link carries them.
"""

import streamlit as st

from specviz.ui import opening, state
from specviz.ui.class_mode import enter_button
from specviz.ui.i18n import t
from specviz.ui.plain_lane import plain_button
from specviz.ui.share import import_box, share_panel


def view_bar(shown: state.Shown) -> None:
    """Draws the line for the trace on the stage."""
    with st.container(horizontal=True, vertical_alignment="center", key="view_bar"):
        opening.source_line(shown)
        plain_button(shown)
        if not state.hides("predict"):
            _switch("predict")
        enter_button()
        if state.hides("share"):
            return
        with st.popover(t("ui.share")):
            share_panel(shown.trace, opening.query())
            import_box(opening.open_file)


def _switch(name: str) -> None:
    """A field of the View as a switch."""
    key = f"w_{name}"

    def turned() -> None:
        state.set_view(**{name: st.session_state[key]})

    st.session_state[key] = getattr(state.view(), name)
    st.toggle(t(f"ui.{name}"), key=key, help=t(f"ui.{name}.help"), on_change=turned)
