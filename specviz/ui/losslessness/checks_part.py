"""The checks of `python -m specviz check --quick` on the loaded pair, line by line as they end."""

from typing import TYPE_CHECKING

import streamlit as st

from specviz.errors import SpecvizError
from specviz.figures.check_table import CheckLine, check_table
from specviz.ui import faulty, live
from specviz.ui.i18n import lang, problem, t
from specviz.ui.in_turn import in_turn
from specviz.ui.picture import picture

if TYPE_CHECKING:
    from specviz.checks.result import Result

HELD = "ls_checks"
EXPECTED = 12


def line_of(result: "Result") -> CheckLine:
    """A check's result as a line of the table, in the reader's language."""
    figure, threshold = result.shown
    return CheckLine(result.passed, result.compares(lang()), figure, threshold, result.says(lang()))


def show_checks() -> None:
    """The button, and the table of the last time it was pressed."""
    pressed = st.button(t("lossless.check", pair=live.where()[0]), key="ls_check", help=t("lossless.check.help"))
    place = st.empty()
    if pressed:
        st.session_state[HELD] = ()
        bar = st.progress(0.0, t("lossless.checking", n=0))
        try:
            with in_turn(live.where()[2], lambda ahead: bar.progress(0.0, t("ui.waiting", ahead=ahead))):
                for n, result in enumerate(faulty.quick_checks(live.where()), 1):
                    st.session_state[HELD] += (result,)
                    bar.progress(min(1.0, n / EXPECTED), t("lossless.checking", n=n))
                    _table(place)
        except SpecvizError as error:
            problem(error)
        bar.empty()
    found = st.session_state.get(HELD)
    if found:
        if not pressed:
            _table(place)
        failed = sum(not r.passed for r in found)
        if failed:
            st.warning(t("check.failed", n=failed), icon="❌")
        else:
            st.success(t("check.passed"), icon="✅")


def _table(place: object) -> None:
    with place.container():
        found = st.session_state[HELD]
        picture(check_table([line_of(r) for r in found], lang()), f"checks_{len(found)}")
