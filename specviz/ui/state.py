"""What one reader's session holds, and the one place where it begins.

Three plain values: `settings` (RunSettings: what the next Run will use), `view` (View: language, place in the trace)
and `shown` (the trace on the stage). Widgets are seeded from them and write back to them, so no value lives in a
widget only and none is lost on a page switch. The URL is read once, when the session begins.
"""

from dataclasses import dataclass
from typing import Literal

import streamlit as st

from specviz.errors import SpecvizError
from specviz.figures.steps import steps
from specviz.hosting import limited
from specviz.settings import RunSettings, View, from_query
from specviz.trace import Trace
from specviz.ui.i18n import from_browser

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
    query = st.query_params.to_dict()
    settings, view, notes = from_query(query)
    settings, lowered = limited(settings)
    if "lang" not in query:
        view = view.but(lang=from_browser(st.context.locale))
    st.session_state["settings"] = settings
    st.session_state["view"] = view
    st.session_state["notes"] = (*notes, *lowered)
    st.session_state["linked"] = "v" in query


def arriving() -> bool:
    """Whether this is the session's first pass over any page."""
    return st.session_state["arriving"]


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
    told = steps(trace)
    last = max(0, len(told) - 1)
    step = min(step, last) or next((n for n, s in enumerate(told) if s.round >= at_round), last)
    set_view(step=step, round=told[step].round if told else 0)


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
