"""Class mode: the picture alone, in larger type, on every page until Esc. A part of the View: a link carries it."""

import streamlit as st

from specviz.paths import ASSETS
from specviz.ui import state
from specviz.ui.i18n import t


def enter_button() -> None:
    """The way in."""
    st.button(t("ui.room"), key="enter_room", help=t("ui.room.help"), on_click=state.set_view, kwargs={"room": True})


def exit_button() -> None:
    """The look of class mode, and the way out: this button or Esc."""
    st.html(ASSETS / "ui" / "room.css")
    st.button(t("ui.room.leave"), key="leave_room", shortcut="Esc", on_click=state.set_view, kwargs={"room": False})
