"""What the lab shows when a reader arrives, by link or without one, and how the address follows what is shown.

A link names a recorded trace, or carries the settings of a run (which is then decoded again, here); a visit without
either gets the first recorded trace. The address is rewritten without running the page again.
"""

import streamlit as st

from specviz.errors import SpecvizError
from specviz.settings import RunSettings
from specviz.trace import Trace
from specviz.ui import permalink, resources, runs, state
from specviz.ui.i18n import t
from specviz.ui.settings_form import put


def open_lab() -> None:
    """Puts something on the stage on the first visit of a session, and follows the browser's Back button."""
    if state.shown() is None and runs.current() is None and not st.session_state.get("opened"):
        _arrive()
        st.session_state["opened"] = True
    _follow_back()


def stage_alone() -> bool:
    """Whether this pass draws the stage and nothing else: the first pass of a session that has something on it.

    What stands around the stage costs a browser more than the stage does. It is drawn in the next pass, which the
    stage asks for when it is painted (`tell`).
    """
    if not state.arriving() or state.shown() is None:
        return False
    st.session_state["tell"] = True
    return True


def later() -> None:
    """Says on the page that more is to come. Among the settings, it keeps their room above the stage."""
    with st.container(key="later"):
        st.html('<div class="sv-later"></div>')


def tell() -> bool:
    """Whether the stage says when it is painted; the same for the whole session, or its trace would be sent again."""
    return st.session_state.get("tell", False)


def _arrive() -> None:
    """The linked run, if its pair is here: a link may name any folder or repository, and only Run loads those."""
    view, recording = state.view(), state.came().recording
    if recording is None and state.settings().pair in resources.pairs():
        runs.ask_linked(view.step, view.round)
        return
    name = recording or resources.FIRST
    try:
        trace = resources.recorded(name)
    except SpecvizError as e:
        state.fail(e)
        return
    if recording and state.settings() == RunSettings():  # another page may have chosen settings for the lab
        put(trace.run_settings)
    state.show(trace, "recorded", step=view.step, at_round=view.round)
    state.set_view(trace=name)


def open_file(trace: Trace) -> None:
    """A trace from a file goes on the stage and its settings into the form."""
    state.forget_notes()
    put(trace.run_settings)
    state.show(trace, "file")


def source_line(shown: state.Shown) -> None:
    """Where the trace on the stage was made, and whether the form has moved on since."""
    made = shown.trace.environment
    line = t(f"ui.source.{shown.source}", device=made.device, dtype=made.dtype, version=made.specviz)
    changed = shown.trace.run_settings != state.settings()
    st.caption(f"{line} {t('ui.changed')}" if changed else line)


def query() -> dict[str, str] | None:
    """The parameters that lead back to what is on the stage; None for what no link can carry: a file, a what-if."""
    shown = state.shown()
    if shown is None or shown.source in ("file", "fork"):
        return None
    if shown.source == "recorded":
        return permalink.query_of(None, state.view())
    return permalink.query_of(shown.trace.run_settings, state.view().but(trace=""))


def write_url() -> None:
    """Makes the address say what is shown, once the reader has done something worth a link.

    Streamlit pushes a history entry for each address that is new to the browser. A step is not: the stage has put it
    there already (`assets/stage/address.js`), so that only another run, view or comparison makes an entry.
    """
    wanted = query()
    now = st.query_params.to_dict()
    at_first = state.shown().source == "recorded" and not state.view().step and not now
    if wanted is not None and wanted != now and not at_first:
        st.query_params.from_dict(wanted)
    st.session_state["address"] = wanted


def _follow_back() -> None:
    """After Back or Forward the address is one we wrote earlier: take its step."""
    now, written = st.query_params.to_dict(), st.session_state.get("address")
    if written and now != written and now.get("step", "").isdigit() and now | {"step": ""} == written | {"step": ""}:
        state.set_view(step=int(now["step"]))
