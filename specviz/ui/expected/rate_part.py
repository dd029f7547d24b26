"""Part 1 of `expected`: one acceptance rate in, tokens per round and the wall-clock factor out."""

import numpy as np
import streamlit as st

from specviz.figures.factor_curves import factor_map, factor_over_alpha, factor_over_k
from specviz.figures.numbers import prob
from specviz.figures.series import series_bars
from specviz.theory.acceptance import Acceptance
from specviz.theory.advice import BestK, best_k
from specviz.theory.cost import Costs, break_even_alpha, factor, factor_grid
from specviz.theory.leviathan import Convention, guaranteed_factor, ideal_factor, operations_factor
from specviz.ui.charts import chart
from specviz.ui.i18n import lang, t
from specviz.ui.inputs import Choice, Field, page_link, pick, slider
from specviz.ui.results import Result, table, take_along

K_MAX = 32
ALPHA = Field("e_alpha", 0.8, 0.0, 1.0, 0.01)
K = Field("e_k", 5, 0, K_MAX, 1)
C = Field("e_c", 0.05, 0.0, 1.5, 0.01)
EXTRA = Field("e_extra", 0.0, 0.0, 0.5, 0.01)
OVERHEAD = Field("e_over", 0.0, 0.0, 2.0, 0.05)
C_HAT = Field("e_chat", 0.05, 0.0, 1.0, 0.01)
REPAIR = Choice("e_repair", ("lazy", "eager"), "lazy")
VIEW = Choice("e_view", ("k", "alpha", "map"), "k")
FIELDS = (ALPHA, K, C, EXTRA, OVERHEAD, C_HAT, REPAIR, VIEW)

_ALPHAS = tuple(float(a) for a in np.linspace(0.0, 1.0, 51))


@st.fragment
def rate_part(part: Choice) -> None:
    """Inputs, the series, a second picture of the reader's choice; the numbers under them."""
    controls, picture, second = st.columns([5, 9, 9], gap="medium")
    with controls:
        alpha, k, c = slider(ALPHA), int(slider(K)), slider(C)
        with st.expander(t("input.more")):
            extra, overhead, c_hat = slider(EXTRA), slider(OVERHEAD), slider(C_HAT)
            repair: Convention = pick(REPAIR)
    law, costs = Acceptance.iid(alpha, k), Costs.ratios(c, K_MAX, extra, overhead)
    best = best_k(lambda n: Acceptance.iid(alpha, n), K_MAX, costs, repair)
    with picture:
        alt = t("alt.series", accepted=f"{law.expected_accepted:.3f}", tokens=f"{law.tokens_per_round:.3f}")
        chart(series_bars(law, lang(), height=360), "e_series", alt)
    with second:
        _curve(pick(VIEW, shown=False), alpha, k, costs, best, repair)
    results = _results(law, alpha, c, c_hat, costs, best, repair)
    table(results)
    take_along(results, page_link((part, *FIELDS)), "expected")


def _results(
    law: Acceptance, alpha: float, c: float, c_hat: float, costs: Costs, best: BestK, repair: Convention
) -> list[Result]:
    k, tokens = law.k, law.tokens_per_round
    ideal, real = ideal_factor(tokens, k, c, repair), factor(law, costs, repair)
    drafted, sure = law.accepted_over_drafted, guaranteed_factor(alpha, c)
    operations = operations_factor(alpha, k, c_hat)
    condition = f"{alpha:g} {'>' if sure else '≤'} {c:g}"
    return [
        Result("tokens", tokens, f"{tokens:.3f}", unit="tokens/round"),
        Result("accepted", law.expected_accepted, f"{law.expected_accepted:.3f}", unit="tokens/round"),
        Result("drafted", drafted, "–" if drafted is None else prob(drafted)),
        Result("ideal", ideal, f"× {ideal:.3f}", params={"formula": t(f"calc.ideal.{repair}")}),
        Result("factor", real, f"× {real:.3f}", params={"verdict": t(f"calc.verdict.{_verdict(real)}")}),
        Result("operations", operations, f"× {operations:.3f}"),
        Result("condition", sure, condition, params={"sure": f"× {sure:.3f}" if sure else "–"}),
        Result("best_k", best.k, str(best.k), params={
            "factor": f"{best.factor:.3f}", "low": best.flat_from, "high": best.flat_to}),
    ]  # fmt: skip


def _verdict(value: float) -> str:
    return "pays" if value > 1.0005 else "loses" if value < 0.9995 else "even"


def _curve(view: str, alpha: float, k: int, costs: Costs, best: BestK, repair: Convention) -> None:
    if view == "k":
        alt = t("alt.over_k", k=best.k, factor=f"{best.factor:.2f}", low=best.flat_from, high=best.flat_to)
        chart(factor_over_k(best, k, lang()), "e_curve", alt)
    elif view == "alpha":
        even = break_even_alpha(k, costs, repair) if k else None
        factors = [float(x) for x in factor_grid(_ALPHAS, k, costs, repair)[:, k]]
        now = best.factors[k]
        alt = t("alt.over_alpha", k=k, even="–" if even is None else f"{even:.3f}")
        chart(factor_over_alpha(_ALPHAS, factors, alpha, now, even, lang()), "e_curve", alt)
    else:
        grid = factor_grid(_ALPHAS, K_MAX, costs, repair)
        even_line = [break_even_alpha(n, costs, repair) for n in range(1, K_MAX + 1)]
        chart(factor_map(_ALPHAS, grid, even_line, alpha, k, lang()), "e_curve", t("alt.map"))
