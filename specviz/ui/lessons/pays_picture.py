"""The staircase of the lesson `pays`: an acceptance, a situation, and what is left of τ."""

import streamlit as st

from specviz.figures.numbers import prob, ratio
from specviz.figures.staircase import staircase, stairs
from specviz.theory.acceptance import Acceptance
from specviz.theory.cost import Costs, RoundCost, round_cost
from specviz.theory.leviathan import Convention
from specviz.theory.tally import Tally
from specviz.ui.charts import chart
from specviz.ui.i18n import lang, t
from specviz.ui.inputs import Choice, Field, page_link, pick, select, slider
from specviz.ui.lessons.scenes import SCENES
from specviz.ui.provenance import Provenance, badge
from specviz.ui.results import Result, table, take_along

K_MAX = 16
LAW = Choice("p_law", ("trace", "slider"), "slider")
ALPHA = Field("p_alpha", 0.9, 0.0, 1.0, 0.01)
K = Field("p_k", 5, 1, K_MAX, 1)
SCENE = Choice("p_scene", (*SCENES, "typed"), "large")
C = Field("p_c", 0.3, 0.0, 1.5, 0.01)
EXTRA = Field("p_extra", 0.05, 0.0, 0.5, 0.01)
OVERHEAD = Field("p_over", 0.2, 0.0, 2.0, 0.05)
REPAIR = Choice("p_repair", ("lazy", "eager"), "lazy")
FIELDS = (LAW, ALPHA, K, SCENE, C, EXTRA, OVERHEAD, REPAIR)


def counted(tally: Tally, drawn: Provenance) -> list[Result]:
    """What a run says about acceptance, counted."""
    tokens, alpha, share = tally.tokens_per_round, tally.alpha, tally.accepted_over_drafted
    return [
        Result("tokens", tokens, "–" if tokens is None else f"{tokens:.3f}", drawn, "tokens/round"),
        Result("alpha", alpha, "–" if alpha is None else prob(alpha), drawn),
        Result("drafted", share, "–" if share is None else prob(share), drawn),
    ]


@st.fragment
def pays_picture(measured: Acceptance) -> None:
    """Controls on the left, the staircase on the right; one figure changes per slider."""
    controls, picture = st.columns([4, 8], gap="medium")
    with controls:
        if pick(LAW) == "trace" and measured.k:
            law, kind = measured, "measured"
            st.caption(t("expected.positions", list=" ".join(map(prob, law.first_i)), k=law.k))
        else:
            law, kind = Acceptance.iid(slider(ALPHA), int(slider(K))), "assumed"
        costs = _costs()
        repair: Convention = pick(REPAIR)
    cost = round_cost(law, costs, repair)
    with picture:
        heights = stairs(cost)
        told = ", ".join(f"{t(f'fig.stair.{name}')} × {value:.2f}" for name, value in heights.items())
        chart(staircase(cost, lang()), "p_stairs", told)
        verdict = "pays" if cost.factor > 1.0005 else "loses" if cost.factor < 0.9995 else "even"
        st.markdown(
            t("pays.verdict", tokens=f"{cost.tokens:.2f}", factor=f"{cost.factor:.2f}",
              steps=f"{cost.in_target_steps:.2f}", verdict=t(f"calc.verdict.{verdict}")) + " " + badge("computed")
        )  # fmt: skip
    results = _results(law, cost, costs, kind)
    table(results)
    take_along(results, page_link(FIELDS), "pays")


def _costs() -> Costs:
    scene = select(SCENE, lambda name: t(f"input.scene.{name}"))
    if scene == "typed":
        return Costs.ratios(slider(C), K_MAX, slider(EXTRA), slider(OVERHEAD))
    costs = SCENES[scene].costs(K_MAX)
    st.caption(t(f"pays.scene.{scene}", c=ratio(costs.c)))
    return costs


def _results(law: Acceptance, cost: RoundCost, costs: Costs, kind: Provenance) -> list[Result]:
    alpha = law.alpha or 0.0
    growth = cost.verify / cost.plain
    return [
        Result("alpha", alpha, prob(alpha), kind),
        Result("tokens", cost.tokens, f"{cost.tokens:.3f}", unit="tokens/round"),
        Result("c", costs.c, ratio(costs.c)),
        Result("growth", growth, f"× {growth:.3f}", params={"n": law.k + 1}),
        Result("rho", cost.in_target_steps, f"{cost.in_target_steps:.3f}", unit="target steps"),
        Result("factor", cost.factor, f"× {cost.factor:.3f}", params={"verdict": ""}),
    ]
