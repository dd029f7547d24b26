"""Which pages there are and how a request reaches one.

`app.py` calls `run_app`; every file in `pages/` calls `ensure_frame` first. Streamlit starts in a mode that runs a
file of `pages/` alone when a fresh server is opened by a deep link; the guard notices and runs the real app instead.
For that the file's stem must be its URL. A page is listed as soon as its file exists and `nav.<slug>` has words.
"""

import streamlit as st

from specviz.paths import ASSETS, PAGES
from specviz.ui import state
from specviz.ui.class_mode import exit_button
from specviz.ui.i18n import language_switch, t

DEFAULT = "start"  # served at `/`, and only there
LESSONS = (
    "why_slow",
    "one_pass",
    "judge_row",
    "residual",
    "rollback",
    "bug_lab",
    "pays",
    "claims",
    "decide",
    "glossary",
)
GROUPS: tuple[tuple[str, tuple[str, ...]], ...] = (
    ("", (DEFAULT, "step_lab")),
    ("learn", LESSONS),
    ("tools", ("expected", "roofline", "measure")),
    ("check", ("losslessness", "models")),
)
DOORS = {"step_lab": ":material/play_arrow:", "why_slow": ":material/menu_book:", "expected": ":material/balance:"}
"""Where the first screen leads, with an icon each."""
_IN_FRAME = "_in_frame"


def exists(slug: str) -> bool:
    return (PAGES / f"{slug}.py").is_file()


def listed() -> dict[str, list[str]]:
    """Slugs of the pages whose file exists, by group, in the order of the table; empty groups left out."""
    found = {group: [s for s in slugs if exists(s)] for group, slugs in GROUPS}
    return {group: slugs for group, slugs in found.items() if slugs}


def page_path(slug: str) -> str:
    """What `st.page_link` and `st.switch_page` want for a page."""
    return f"pages/{slug}.py"


def run_app() -> None:
    """Draws the frame and runs the page that was asked for."""
    st.set_page_config(page_title="specviz", page_icon="🔮", layout="wide")  # before navigation: no outside request
    state.begin()
    pages = {
        t(f"nav.group.{group}") if group else "": [
            st.Page(PAGES / f"{s}.py", title=t(f"nav.{s}"), default=s == DEFAULT) for s in slugs
        ]
        for group, slugs in listed().items()
    }
    page = st.navigation(pages, position="hidden" if state.hides("menu") else "top")
    st.set_page_config(page_title=f"{page.title} · specviz" if page.url_path else "specviz")
    st.html(ASSETS / "ui" / "frame.css")
    with st.container(key="frame_bar"):
        if state.view().room:
            exit_button()
        else:
            language_switch()
    st.session_state[_IN_FRAME] = True
    try:
        page.run()
    finally:
        st.session_state[_IN_FRAME] = False


def ensure_frame() -> None:
    """First call of every page file: when Streamlit runs the page without the frame, run the app in its place."""
    if not st.session_state.get(_IN_FRAME):
        run_app()
        st.stop()
