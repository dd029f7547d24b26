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


def stage(trace: Trace, view: View, lang: str, key: str, *, plain: tuple[float, ...] = ()) -> Position:
    """Draws `trace` where `view` stands and returns where the reader last came to rest.

    Give the position back in `view` on the next run (and keep it in the link); a `view` that differs from what was
    returned last moves the stage there. A trace that has grown by one round opens at that round's first step.
    `plain`: seconds of one-token target passes over the committed ids, for the clock's second lane.
    """
    rev = revision(trace)
    wanted = Position(view.step, view.round, view.grain)
    memory = _remembered(f"{key}:memory", rev, wanted, _reported(key))
    data = {"payload": _payload(trace, rev, lang, view.predict, plain), "at": memory["at"], "room": view.room}
    told = _mount(key=key, data=data, on_position_change=_nothing).position
    if told and told.get("rev") == rev and told != memory["stale"]:
        memory["returned"] = Position(int(told["step"]), int(told["round"]), str(told["grain"]))
    return memory["returned"]


@st.cache_data(max_entries=32, show_spinner=False)
def _payload(_trace: Trace, rev: str, lang: str, predict: bool, plain: tuple[float, ...]) -> dict[str, Any]:
    return payload(_trace, lang, predict=predict, plain=plain)


def _nothing() -> None:
    """Streamlit wants a callback for every value a component may report."""


def _reported(key: str) -> dict[str, Any] | None:
    """The browser's last report, which outlives the moment it was about."""
    state = st.session_state.get(key)
    return state.get("position") if state else None


def _remembered(name: str, rev: str, wanted: Position, reported: dict[str, Any] | None) -> dict[str, Any]:
    """What this session knows about one stage: the place it was sent to, the one it returned, the report to ignore.

    The place stays the same object of data until the page asks for another, so that the browser is not sent the
    trace again; a report that came before such a wish is `stale`.
    """
    memory = st.session_state.get(name)
    if memory is None or memory["rev"] != rev or memory["returned"] != wanted:
        count = memory["at"]["wish"] + 1 if memory else 0
        memory = {"rev": rev, "at": wanted._asdict() | {"wish": count}, "returned": wanted, "stale": reported}
        st.session_state[name] = memory
    return memory
