"""This machine: the device and memory a pair would get, which pairs are in memory, and what a pass of one costs."""

from dataclasses import dataclass

import streamlit as st

from specviz.errors import SpecvizError
from specviz.figures.plain import plain
from specviz.models.memory import free
from specviz.models.sizes import gib
from specviz.settings import RunSettings
from specviz.ui import resources, state
from specviz.ui.i18n import problem, t
from specviz.ui.in_turn import in_turn
from specviz.ui.live import Where
from specviz.ui.provenance import badge

LENGTHS = (1, 2, 5, 9)
CONTEXT = 64


@dataclass(frozen=True)
class PassCost:
    """Milliseconds of a target pass by its number of tokens, and of one draft step (None without a draft model)."""

    passes: tuple[float, ...]
    draft_step: float | None


def machine_part() -> None:
    """What is here, then the button that measures."""
    s = state.settings()
    with st.spinner(t("ui.loading"), show_time=False):
        from specviz.models.device import resolve_device

        try:
            device = str(resolve_device(s.device))
        except SpecvizError as error:
            problem(error)
            return
        in_memory = [f"{plain(pair)} ({dtype})" for pair, dtype, _ in resources.shared().resident()]
    st.markdown(
        t("model.machine", device=device, free=gib(free(device)), dtype=s.dtype, pairs=", ".join(in_memory) or "–")
    )  # fmt: skip
    where = (s.pair, s.dtype, s.device)
    if st.button(t("model.measure", pair=s.pair), key="measure_pass", help=t("model.measure.help"), icon="⏱️"):
        st.session_state["pass_cost"] = where, _measured(where)
    held = st.session_state.get("pass_cost")
    if held and held[0] == where and held[1] is not None:
        _show(held[1])


def _measured(where: Where) -> PassCost | None:
    try:
        with st.spinner(t("input.measuring")), in_turn(where[2]):
            return _measure(where)
    except SpecvizError as error:
        problem(error)
        return None


def _measure(where: Where) -> PassCost:
    from specviz.bench.costs import time_rounds
    from specviz.runs import Run

    run = Run(resources.loaded_pair(*where))
    ids = [i % run.target.vocab_size for i in range(CONTEXT)]
    times = time_rounds(run, RunSettings(temperature=0.0), ids, LENGTHS)
    return PassCost(tuple(1000 * s for s in times.passes.values()), 1000 * times.draft_step if run.draft else None)


def _show(cost: PassCost) -> None:
    one = cost.passes[0]
    head = [t("model.pass.tokens"), *map(str, LENGTHS)]
    times = [t("model.pass.ms"), *(f"{ms:.3g}" for ms in cost.passes)]
    ratio = [t("model.pass.ratio"), *(f"{ms / one:.2f}" for ms in cost.passes)]
    rows = ("| " + " | ".join(row) + " |" for row in (head, ["---"] * len(head), times, ratio))
    st.markdown("\n".join(rows))
    if cost.draft_step is not None:
        st.markdown(t("model.pass.draft", ms=f"{cost.draft_step:.3g}", c=f"{cost.draft_step / one:.3f}"))
    st.markdown(f"{badge('measured')} {t('model.pass.note', context=CONTEXT)}")
