"""Part 2 of `roofline`: prices from the roofline, and the batch from which speculation no longer pays."""

import streamlit as st

from specviz.errors import SpecvizError
from specviz.figures.cost_bars import cost_bars
from specviz.figures.factor_curves import factor_over_batch
from specviz.figures.numbers import duration, ratio
from specviz.theory.acceptance import Acceptance
from specviz.theory.advice import best_k
from specviz.theory.cost import round_cost
from specviz.theory.leviathan import Convention
from specviz.theory.speculation_roof import factor_by_batch, roofline_costs, switch_batch
from specviz.ui.charts import chart
from specviz.ui.i18n import lang, problem, t
from specviz.ui.inputs import BATCHES, Choice, Field, page_link, pick, slider, steps
from specviz.ui.results import Result, table, take_along
from specviz.ui.roofline import machine as inputs
from specviz.ui.roofline.machine import machine
from specviz.ui.roofline.pass_part import BATCH, K

ALPHA = Field("r_alpha", 0.7, 0.0, 1.0, 0.01)
REPAIR = Choice("r_repair", ("lazy", "eager"), "lazy")
FIELDS = (BATCH, K, ALPHA, REPAIR)
K_MAX = 16


@st.fragment
def pays_part(part: Choice) -> None:
    """The factor against the batch, the round's time at the chosen batch, and the numbers."""
    try:
        on = machine()
        if on is None:
            return
        columns = st.columns([3, 3, 3, 3])
        with columns[0]:
            alpha = slider(ALPHA)
        with columns[1]:
            k = max(1, int(slider(K)))
        with columns[2]:
            batch = steps(BATCH)
        with columns[3]:
            repair: Convention = pick(REPAIR)
        law = Acceptance.iid(alpha, k)
        costs = roofline_costs(on.target, on.draft, K_MAX, batch, on.context)
        factors = factor_by_batch(law, on.target, on.draft, list(BATCHES), on.context, convention=repair)
        switch = switch_batch(law, on.target, on.draft, on.context, convention=repair)
    except SpecvizError as error:
        problem(error)
        return
    cost = round_cost(law, costs, repair)
    best = best_k(lambda n: Acceptance.iid(alpha, n), K_MAX, costs, repair)
    curve, bars = st.columns([6, 5], gap="medium")
    with curve:
        alt = t("alt.by_batch", factor=f"{cost.factor:.2f}", batch=batch, switch=switch or "–")
        chart(factor_over_batch(BATCHES, factors, batch, cost.factor, switch, lang()), "r_batches", alt)
    with bars:
        parts = ", ".join(f"{t(f'fig.cost.{term}')} {duration(x)}" for term, x in cost.parts.items())
        chart(cost_bars(cost, duration, lang()), "r_cost", t("alt.cost", total=duration(cost.total), parts=parts))
        st.markdown(t("roofline.never" if switch is None else "roofline.switch", batch=switch or 0))
    verdict = t(f"calc.verdict.{'pays' if cost.factor > 1 else 'loses' if cost.factor < 1 else 'even'}")
    results = [
        Result("factor", cost.factor, f"× {cost.factor:.3f}", params={"verdict": verdict}),
        Result("tokens", cost.tokens, f"{cost.tokens:.3f}", unit="tokens/round"),
        Result("c", costs.c, ratio(costs.c)),
        Result("c_v", cost.verify, duration(cost.verify), unit="s", params={"n": k + (repair == "lazy")}),
        Result("per_token", cost.per_token, duration(cost.per_token), unit="s/token",
               params={"total": duration(cost.total), "tokens": f"{cost.tokens:.3f}"}),
        Result("speed", batch / cost.per_token, f"{batch / cost.per_token:,.0f} tok/s", unit="tokens/s",
               params={"batch": batch, "plain": f"{batch / cost.plain:,.0f}"}),
        Result("switch", switch, str(switch) if switch else "–"),
        Result("best_k", best.k, str(best.k), params={
            "factor": f"{best.factor:.3f}", "low": best.flat_from, "high": best.flat_to}),
    ]  # fmt: skip
    table(results)
    take_along(results, page_link((part, *inputs.FIELDS, *FIELDS)), "batch")
