"""Part 3 of `expected`: prices in, where the time of a round goes, which term to attack first."""

import streamlit as st

from specviz.errors import SpecvizError
from specviz.figures.cost_bars import cost_bars, lever_bars
from specviz.figures.numbers import duration, ratio
from specviz.theory.accelerator import FORMATS, Efficiency
from specviz.theory.acceptance import Acceptance
from specviz.theory.advice import BestK, best_k, elasticities, levers
from specviz.theory.cost import Costs, RoundCost, round_cost
from specviz.theory.leviathan import Convention
from specviz.theory.roofline import Setup
from specviz.theory.speculation_roof import roofline_costs
from specviz.ui.charts import chart
from specviz.ui.expected.measured_costs import measured_costs
from specviz.ui.expected.positions_part import KIND, POSITIONS, positions
from specviz.ui.expected.rate_part import ALPHA, REPAIR, K
from specviz.ui.hardware import device_choice, device_facts, model_choice, pick_device, pick_model
from specviz.ui.i18n import lang, problem, t
from specviz.ui.inputs import Choice, Field, page_link, pick, slider, typed
from specviz.ui.provenance import Provenance, badge
from specviz.ui.results import Result, table, take_along

K_MAX = 32
LAW = Choice("e_law", ("rate", "positions"), "rate")
PRICES = Choice("e_prices", ("typed", "roofline", "measured"), "typed")
STEP = Field("e_ct", 20.0, 0.001, 100_000.0, 0.5, "%.3f")
DRAFT = Field("e_cd", 2.0, 0.0, 100_000.0, 0.1, "%.3f")
GROWTH = Field("e_cv", 1.0, 0.0, 100.0, 0.5, "%.2f")
ROUND_OVERHEAD = Field("e_co", 1.0, 0.0, 100_000.0, 0.1, "%.3f")
TARGET = model_choice("e_target", "Llama-3.1-8B", pasted=False)
DRAFT_MODEL = model_choice("e_draft", "Llama-3.2-1B", none=True, pasted=False)
DEVICE = device_choice("e_device", this=False)
BATCH = Field("e_batch", 1, 1, 512, 1)
CONTEXT = Field("e_context", 2048, 0, 131_072, 256)
OWN_FIELDS = (LAW, PRICES, STEP, DRAFT, GROWTH, ROUND_OVERHEAD, TARGET, DRAFT_MODEL, DEVICE, BATCH, CONTEXT)
FIELDS = (ALPHA, K, REPAIR, *OWN_FIELDS)


@st.fragment
def costs_part(part: Choice) -> None:
    """Acceptance and prices on the left; the round's time, the levers and the numbers beside and under them."""
    controls, picture = st.columns([4, 9], gap="medium")
    try:
        with controls:
            law = _law()
            repair: Convention = pick(REPAIR)
            costs, kind = _prices(law.k)
    except SpecvizError as error:
        problem(error)
        return
    if costs is None:
        return
    cost = round_cost(law, costs, repair)
    with picture:
        parts = ", ".join(f"{t(f'fig.cost.{term}')} {duration(x)}" for term, x in cost.parts.items())
        chart(cost_bars(cost, duration, lang()), "e_cost", t("alt.cost", total=duration(cost.total), parts=parts))
        if law.k:
            _levers(law, costs, cost, repair)
    results = _results(law, costs, cost, repair, kind)
    table(results)
    more = {POSITIONS: st.session_state[POSITIONS]} if st.session_state.get(POSITIONS) else {}
    take_along(results, page_link((part, KIND, *FIELDS), **more), "costs")


def _levers(law: Acceptance, costs: Costs, cost: RoundCost, repair: Convention) -> None:
    """Which term to attack first, in words and as bars."""
    found = levers(law, costs, repair)
    first, term = found[0], t(f"fig.lever.{found[0].term}")
    now, halved, removed = (f"{x:.2f}" for x in (cost.factor, first.halved, first.removed))
    told = t("expected.lever", term=term, now=now, halved=halved, removed=removed)
    st.markdown(f"{told} {badge('computed')}")
    chart(lever_bars(found, cost.factor, lang()), "e_levers", t("alt.levers", term=term))


def _law() -> Acceptance:
    if pick(LAW) == "rate":
        return Acceptance.iid(slider(ALPHA), int(slider(K)))
    law = positions()
    st.caption(t("expected.positions", list=" ".join(f"{s:.3g}" for s in law.first_i), k=law.k))
    return law


def _prices(k: int) -> tuple[Costs | None, Provenance]:
    source = pick(PRICES)
    if source == "typed":
        step, draft, growth, overhead = (typed(f) for f in (STEP, DRAFT, GROWTH, ROUND_OVERHEAD))
        ms = 1e-3
        return Costs.from_function(
            lambda n: step * ms * (1 + growth / 100 * (n - 1)), K_MAX + 1, draft * ms, overhead * ms
        ), "assumed"
    if source == "measured":
        return measured_costs(k), "measured"
    target, draft_shape, device = pick_model(TARGET), pick_model(DRAFT_MODEL), pick_device(DEVICE)
    batch, context = int(slider(BATCH)), int(typed(CONTEXT))
    assert target is not None
    assert device is not None
    st.caption(device_facts(device, "bf16"))
    of = [Setup(s, device, FORMATS["bf16"], Efficiency()) if s else None for s in (target, draft_shape)]
    assert of[0] is not None
    return roofline_costs(of[0], of[1], K_MAX, batch, context), "computed"


def _results(law: Acceptance, costs: Costs, cost: RoundCost, repair: Convention, kind: Provenance) -> list[Result]:
    best = _best(law, costs, repair)
    moves = elasticities(law, costs, repair)
    strongest = max(moves, key=lambda name: abs(moves[name]))
    seconds = [
        Result("c_t", costs.target_step, duration(costs.target_step), kind, "s"),
        Result("c_d", costs.draft_step, duration(costs.draft_step), kind, "s", {"c": ratio(costs.c)}),
        Result("c_v", cost.verify, duration(cost.verify), kind, "s", {"n": law.k + (repair == "lazy")}),
        Result("c_r", cost.repair, duration(cost.repair), "computed", "s", {"how": t(f"calc.c_r.{repair}")}),
        Result("c_o", cost.overhead, duration(cost.overhead), kind, "s"),
    ]
    return [
        *seconds,
        Result("per_token", cost.per_token, duration(cost.per_token), unit="s/token",
               params={"total": duration(cost.total), "tokens": f"{cost.tokens:.3f}"}),
        Result("factor", cost.factor, f"× {cost.factor:.3f}", params={
            "verdict": t(f"calc.verdict.{'pays' if cost.factor > 1 else 'loses' if cost.factor < 1 else 'even'}")}),
        Result("best_k", best.k, str(best.k), params={
            "factor": f"{best.factor:.3f}", "low": best.flat_from, "high": best.flat_to}),
        Result("sensitivity", moves[strongest], f"{moves[strongest]:+.2f} % / %", params={
            "what": strongest, "all": ", ".join(f"{name} {value:+.2f}" for name, value in moves.items() if value)}),
    ]  # fmt: skip


def _best(law: Acceptance, costs: Costs, repair: Convention) -> BestK:
    """For one rate the best k there are prices for; for positions the best of the lengths they tell about."""
    longest = len(costs.passes) - (1 if repair == "lazy" else 0)
    if st.session_state.get(LAW.key) == "positions":
        return best_k(law.truncated, min(law.k, longest), costs, repair)
    alpha = st.session_state[ALPHA.key]
    return best_k(lambda n: Acceptance.iid(alpha, n), min(K_MAX, longest), costs, repair)
