"""The prices of the loaded pair on this machine, measured when the reader asks and kept for the session."""

from typing import Any

import streamlit as st

from specviz.theory.cost import Costs
from specviz.ui import resources, state
from specviz.ui.i18n import t
from specviz.ui.in_turn import in_turn

_HELD = "measured_costs"


def measured_costs(k: int) -> Costs | None:
    """C_T(1…k+1), C_D and C_O of the pair chosen in the lab; None until the reader has asked for them.

    Raises `SpecvizError` when they cannot be measured.
    """
    settings = state.settings()
    if st.button(t("expected.measure"), key="measure_costs", help=t("expected.measure.help"), icon="⏱️"):
        with st.spinner(t("input.measuring")), in_turn(settings.device):
            st.session_state[_HELD] = (settings, _measure(k))
    held: tuple[Any, Costs] | None = st.session_state.get(_HELD)
    if held is None:
        st.caption(t("expected.measure.none", pair=settings.pair))
        return None
    made, costs = held
    st.caption(t("expected.measure.made", pair=made.pair, dtype=made.dtype, device=made.device, k=made.k))
    if len(costs.passes) < k + 1:
        st.caption(t("expected.measure.short", k=len(costs.passes) - 1))
        return None
    return costs


def _measure(k: int) -> Costs:
    """One run for the overhead outside the models and for a context to measure passes at."""
    from specviz.bench.costs import measure_costs

    settings = state.settings()
    run = resources.run_of(settings)
    prompt = run.prompt_ids(settings)
    rounds = list(run.speculative(settings, prompt, laws=False))
    text = (*prompt, *(i for r in rounds for i in r.committed))
    return measure_costs(run, settings, text[: max(1, len(text) // 2)], k + 1, rounds).costs
