"""What one reader's session holds, and the one place where it begins.

Three plain values: `settings` (RunSettings: what the next Run will use), `view` (View: language, place in the trace)
and `shown` (the trace on the stage). Widgets are seeded from them and write back to them, so no value lives in a
widget only and none is lost on a page switch. The URL is read once, when the session begins.
"""

from dataclasses import dataclass
from typing import Literal

import streamlit as st

from specviz.errors import SpecvizError
from specviz.settings import RunSettings, View
from specviz.trace import Trace
from specviz.ui.arrival import Arrival, arrival, place

Source = Literal["recorded", "run", "file", "fork"]


@dataclass(frozen=True)
class Shown:
    """The trace on the stage and where it came from: shipped with specviz, run here, read from a file, or gone
    on with as a what-if.

    `outside`: bits per token of a prompt that lies outside the pair's world, else None.
    """

    trace: Trace
    source: Source
    outside: float | None = None


def begin() -> None:
    """Fills a new session from the URL and the browser; does nothing in a session that has begun."""
    st.session_state["arriving"] = "settings" not in st.session_state
    if not arriving():
        return
    came = arrival(st.query_params.to_dict(), st.context.locale)
    st.session_state["settings"] = came.settings
    st.session_state["view"] = came.view
    st.session_state["notes"] = came.notes
    st.session_state["came"] = came


def arriving() -> bool:
    """Whether this is the session's first pass over any page."""
    return st.session_state["arriving"]


def came() -> Arrival:
    """What the reader came for."""
    return st.session_state["came"]


def settings() -> RunSettings:
    return st.session_state["settings"]


def view() -> View:
    return st.session_state["view"]


def set_view(**changes: object) -> None:
    st.session_state["view"] = view().but(**changes)


def hides(part: str) -> bool:
    """Whether the link the reader came by leaves out this part of the page; see `settings.PARTS`."""
    return part in view().hidden


def shown() -> Shown | None:
    return st.session_state.get("shown")


def show(trace: Trace, source: Source, *, step: int = 0, at_round: int = 0, outside: float | None = None) -> None:
    """Puts a trace on the stage, at `step`, or else at the first step of `at_round` (or the last there is), and
    forgets the last failure.
    """
    st.session_state["shown"] = Shown(trace, source, outside)
    st.session_state["failure"] = None
    step, at_round = place(trace, step, at_round)
    set_view(step=step, round=at_round)


def fail(error: SpecvizError) -> None:
    """Remembers an error for the page to show; what is on the stage stays."""
    st.session_state["failure"] = error


def failure() -> SpecvizError | None:
    return st.session_state.get("failure")


def notes() -> tuple[SpecvizError, ...]:
    """What had to be corrected in the link the reader came by, or in the settings of a file or preset."""
    return st.session_state["notes"]


def note(corrections: tuple[SpecvizError, ...]) -> None:
    """From now on these corrections are told, and no others."""
    st.session_state["notes"] = corrections


def forget_notes() -> None:
    """The reader goes on from here: the corrections have been read."""
    note(())
