"""Running a lesson's experiment on the loaded pair: only when the reader asks, once for everybody, in turn.

Whether experiments run is one switch for all lessons, in the session and in the URL (`live=true`).
"""

from collections.abc import Callable
from typing import Any, TypeVar

import streamlit as st

from specviz.errors import SpecvizError
from specviz.ui import state
from specviz.ui.i18n import problem, t
from specviz.ui.in_turn import in_turn

T = TypeVar("T")
Where = tuple[str, str, str]


def where() -> Where:
    """Pair, number format and device of the session's settings: what `loaded_pair` takes."""
    s = state.settings()
    return s.pair, s.dtype, s.device


def live_switch() -> bool:
    """The switch, with the name of the pair that will run. Draw it once on a page."""
    pair, dtype, _ = where()
    return st.toggle(
        t("ui.live", pair=pair, dtype=dtype), key="live", bind="query-params", persist_state="session",
        help=t("ui.live.help"),
    )  # fmt: skip


def experiment(compute: Callable[..., T], *args: Any) -> T | None:
    """`compute(*args)` when its turn has come; None, with the reason on the page, when the pair cannot be used.

    `compute` is expected to keep its results (`st.cache_resource`), so that asking again costs nothing.
    """
    try:
        with st.spinner(t("ui.loading"), show_time=False), in_turn(where()[2]):
            return compute(*args)
    except SpecvizError as error:
        problem(error)
        return None
