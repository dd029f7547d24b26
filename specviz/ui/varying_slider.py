"""A place in something whose length varies (a round, a change), as a slider that keeps it in the URL."""

from collections.abc import Callable

import streamlit as st


def varying_slider(
    label: str, key: str, low: int, high: int, default: int, *, tip: str = "", moved: Callable[[], None] | None = None
) -> int:
    """A whole number from `low` to `high`; `default` where neither the session nor the URL has one.

    For ranges that depend on what is shown: a bound widget would drop a value the range has not reached yet. With
    nothing to choose there is no slider.
    """
    linked = st.query_params.get(key, "")
    held = st.session_state.get(key, int(linked) if linked.isdigit() and len(linked) < 7 else default)
    if high <= low:
        return low
    st.session_state[key] = min(high, max(low, held))
    value = st.slider(label, low, high, key=key, help=tip or None, on_change=moved)
    st.query_params[key] = str(value)
    return value
