"""The second lane of the stage's clock: plain decoding of the same text, measured when the reader asks.

The times belong to one trace; another trace on the stage has none until it is measured too.
"""

import streamlit as st

from specviz.errors import SpecvizError
from specviz.trace import Trace
from specviz.ui import resources, state
from specviz.ui.i18n import t
from specviz.ui.in_turn import in_turn


def plain_seconds(trace: Trace) -> tuple[float, ...]:
    """What was measured for this trace; empty when nothing was."""
    ids, seconds = st.session_state.get("plain", ((), ()))
    return seconds if ids == trace.ids else ()


def plain_button(shown: state.Shown) -> None:
    """Offers the measurement for a run made here; a trace from elsewhere has another machine's times."""
    if shown.source == "run" and not plain_seconds(shown.trace):
        st.button(t("ui.plain"), key="plain_lane", help=t("ui.plain.help"), on_click=_ask)


def measure(trace: Trace) -> None:
    """Does the measurement that was asked for, in turn, and draws the page anew."""
    if not st.session_state.pop("plain_asked", False):
        return
    try:
        with st.spinner(t("ui.plain.running")), in_turn(trace.run_settings.device):
            st.session_state["plain"] = (trace.ids, resources.plain_seconds(trace))
    except SpecvizError as e:
        state.fail(e)
    st.rerun()


def _ask() -> None:
    st.session_state["plain_asked"] = True
