"""What a teacher puts into the link for a class: the page it opens, what it leaves out, predict-first, large type.

These change the link and not the teacher's own page; whoever opens the link gets them. A reader who came by a link
that leaves something out can have it back here, unless this panel is left out too.
"""

from typing import Any

import streamlit as st

from specviz.settings import PARTS, View, to_query
from specviz.ui import state
from specviz.ui.i18n import t
from specviz.ui.router import DEFAULT, listed


def class_options() -> tuple[str, dict[str, str]]:
    """Draws the options. Returns the page's path ("" is the first screen) and the URL parameters that they change."""
    view = state.view()
    if view.hidden:
        st.button(t("class.show_all"), key="class_show_all", on_click=state.set_view, kwargs={"hidden": ()})
    slugs = [slug for group in listed().values() for slug in group]
    pages = {slug: t(f"nav.{slug}") for slug in slugs}
    parts = {part: t(f"class.{part}") for part in PARTS}
    page = st.selectbox(
        t("class.page"), slugs, format_func=pages.__getitem__, key=_follow("class_page", "step_lab"),
        persist_state="session",
    )  # fmt: skip
    hidden = st.multiselect(
        t("class.hidden"), PARTS, format_func=parts.__getitem__, key=_follow("class_hidden", list(view.hidden)),
        persist_state="session", placeholder=t("class.hidden.none"),
    )  # fmt: skip
    predict = st.toggle(t("ui.predict"), key=_follow("class_predict", view.predict), persist_state="session")
    room = st.toggle(
        t("class.room"), key=_follow("class_room", view.room), persist_state="session", help=t("ui.room.help")
    )
    query = to_query((View(hidden=tuple(hidden), predict=predict, room=room),))
    return "" if page == DEFAULT else page, {name: query[name] for name in ("hidden", "predict", "room")}


def _follow(key: str, value: Any) -> str:
    """The key of a widget that starts at what the page shows, and again whenever that changes."""
    seen = f"{key}:seen"
    if st.session_state.get(seen) != value:
        st.session_state[key] = st.session_state[seen] = value
    return key
