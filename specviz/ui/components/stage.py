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


Report = dict[str, Any]


class Memory(NamedTuple):
    """What a session knows about one stage.

    `rev` of the trace, `at` the place last sent to the browser (kept the same, so that nothing is sent again), the
    place the page `wanted` in the last run and the one it was given back (`returned`), and the report that came
    before the page last asked for a place, which is `stale`.
    """

    rev: str
    at: dict[str, Any]
    wanted: Position
    returned: Position
    stale: Report | None


def stage(
    trace: Trace, view: View, lang: str, key: str, *, plain: tuple[float, ...] = (), tell: bool = False
) -> Position:
    """Draws `trace` where `view` stands and returns where the reader last came to rest.

    Give the position back in `view` on the next run (and keep it in the link); a `view` that differs from what was
    returned last moves the stage there. A trace that has grown by one round opens at that round's first step.
    `plain`: seconds of one-token target passes over the committed ids, for the clock's second lane. With `tell`, the
    page runs once more when the stage has been painted for the first time.
    """
    rev = revision(trace)
    wanted = Position(view.step, view.round, view.grain)
    name = f"{key}:memory"
    st.session_state[name] = memory = remember(st.session_state.get(name), rev, wanted, _reported(key))
    data = {
        "payload": _payload(trace, rev, lang, view.predict, plain),
        "at": memory.at,
        "room": view.room,
        "tell": tell,
    }
    told = _mount(key=key, data=data, on_position_change=_nothing, on_painted_change=_nothing).position
    if told and told.get("rev") == rev and told != memory.stale:
        here = Position(int(told["step"]), int(told["round"]), str(told["grain"]))
        st.session_state[name] = memory = memory._replace(returned=here)
    return memory.returned


@st.cache_data(max_entries=32, show_spinner=False)
def _payload(_trace: Trace, rev: str, lang: str, predict: bool, plain: tuple[float, ...]) -> dict[str, Any]:
    return payload(_trace, lang, predict=predict, plain=plain)


def _nothing() -> None:
    """Streamlit wants a callback for every value a component may report."""


def _reported(key: str) -> Report | None:
    """The browser's last report, which outlives the moment it was about."""
    state = st.session_state.get(key)
    return state.get("position") if state else None


def remember(memory: Memory | None, rev: str, wanted: Position, reported: Report | None) -> Memory:
    """What to know in this run, from what was known in the last.

    The browser is sent to `wanted` when there is another trace, when it starts anew (a page that is opened again has
    no report), or when the page asks for another place: one that it neither asked for last time nor was given back.
    """
    if memory is None or memory.rev != rev:
        return Memory(rev, _sent(wanted, memory), wanted, wanted, reported)
    if reported is None:
        return memory._replace(at=_sent(wanted, None), wanted=wanted, returned=wanted, stale=None)
    if wanted in (memory.wanted, memory.returned):
        return memory._replace(wanted=wanted)
    return Memory(rev, _sent(wanted, memory), wanted, wanted, reported)


def _sent(place: Position, memory: Memory | None) -> dict[str, Any]:
    """A place as the browser gets it, numbered, so that the same place can be asked for twice."""
    return place._asdict() | {"wish": memory.at["wish"] + 1 if memory else 0}
