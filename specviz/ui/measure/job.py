"""Running the benchmark from the page: in the page's own script, in turn, with progress, and stoppable.

Streamlit ends a script at its next widget call when the reader presses Stop; nothing is half shown, because the
report on screen is replaced only by a complete one.
"""

import streamlit as st

from specviz.bench.report import Report
from specviz.errors import SpecvizError
from specviz.settings import RunSettings
from specviz.ui import resources
from specviz.ui.i18n import problem, t
from specviz.ui.in_turn import in_turn


def measure(settings: RunSettings, *, k: int | None, prompts: int, turns: int, peers: bool) -> Report | None:
    """The report of a run, or None with the reason on the page."""
    from specviz.bench.measure import bench

    bar = st.progress(0.0, t("measure.starting"))
    stop = st.empty()
    stop.button(t("ui.stop"), key="m_stop", help=t("ui.stop.help"))

    def tell(stage: str, share: float) -> None:
        bar.progress(min(1.0, share), t(f"measure.stage.{stage}"))

    try:
        with in_turn(settings.device, lambda ahead: bar.progress(0.0, t("measure.waiting", ahead=ahead))):
            return bench(
                resources.run_of(settings), settings, k=k, per_family=prompts, turns=turns, peers=peers, progress=tell
            )
    except SpecvizError as error:
        problem(error)
        return None
    finally:
        bar.empty()
        stop.empty()
