"""The stage in a Streamlit page: registered once, mounted by `stage`, silent while the reader steps.

The browser holds the whole trace and moves through it by itself. It reports where the reader stands about a second
after the last step; nothing else comes back. What is drawn is decided in `specviz.figures` and `assets/stage`.
"""

from typing import Any, NamedTuple

import streamlit as st

from specviz.figures.bundle import css, javascript
from specviz.figures.payload import payload, revision
from specviz.settings import View
from specviz.trace import Trace

_mount = st.components.v2.component(
    "specviz.stage", html='<div class="specviz-stage">\n</div>', css=css(), js=javascript()
)


class Position(NamedTuple):
    """Where the reader stands: the step counted over the whole trace, its round, and the grain of the arrow keys."""

    step: int
    round: int
    grain: str


def stage(trace: Trace, view: View, lang: str, key: str) -> Position:
    """Draws `trace` where `view` stands and returns where the reader last came to rest.

    Give the position back in `view` on the next run (and keep it in the link); a `view` that differs from what was
    reported moves the stage there. A trace that has grown by one round opens at that round's first step.
    """
    rev = revision(trace)
    at = _place(f"{key}:sent", rev, view, _reported(key))
    data = {"payload": _payload(trace, rev, lang), "at": at}
    result = _mount(key=key, data=data, on_position_change=_nothing)
    return _position(result.position, rev) or Position(view.step, view.round, view.grain)


@st.cache_data(max_entries=32, show_spinner=False)
def _payload(_trace: Trace, rev: str, lang: str) -> dict[str, Any]:
    return payload(_trace, lang)


def _nothing() -> None:
    """Streamlit wants a callback for every value a component may report."""


def _reported(key: str) -> dict[str, Any] | None:
    state = st.session_state.get(key)
    return state.get("position") if state else None


def _position(reported: Any, rev: str) -> Position | None:
    """A report about this very trace; one about another trace, or none, is None."""
    if not reported or reported.get("rev") != rev:
        return None
    return Position(int(reported["step"]), int(reported["round"]), str(reported["grain"]))


def _place(memory: str, rev: str, view: View, reported: dict[str, Any] | None) -> dict[str, Any]:
    """What to tell the browser: unchanged, so that nothing is sent again, unless the page wants another place."""
    here = {"step": view.step, "round": view.round, "grain": view.grain}
    sent = st.session_state.get(memory)
    told = reported and {name: reported.get(name) for name in here}
    if sent is None or sent["rev"] != rev or (here != told and here != sent["at"]):
        st.session_state[memory] = sent = {"rev": rev, "at": here}
    return sent["at"]
