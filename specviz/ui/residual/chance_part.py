"""The same position by chance: the decoder's own verdicts with random draws, beside the exact law of the rule."""

import streamlit as st

from specviz.engine.experiments.sampled_position import Histogram, sample_position
from specviz.figures.convergence import distance_chart, shares_chart
from specviz.figures.numbers import prob
from specviz.theory.enumerate import Position, total_variation
from specviz.theory.sampling_noise import expected_distance
from specviz.ui.charts import chart
from specviz.ui.i18n import lang, t
from specviz.ui.inputs import Field, Steps, steps, typed
from specviz.ui.residual.laws import Laws
from specviz.ui.residual.rules import rule_of

DRAWS = Steps("rs_trials", (100, 1000, 5000, 20_000), 1000)
SEED = Field("rs_sample_seed", 0, 0, 999_999, 1)


@st.cache_data(max_entries=64, show_spinner=False)
def _sampled(p: tuple[float, ...], q: tuple[float, ...], rule: str, n: int, seed: int) -> tuple[Histogram, ...]:
    return sample_position(list(p), list(q), n, seed=seed, rule=rule_of(rule))


def show_chance(laws: Laws, rule: str, position: Position) -> None:
    left, right = st.columns(2, vertical_alignment="bottom")
    with left:
        n = steps(DRAWS)
    with right:
        seed = int(typed(SEED))
    p, emitted = laws.p.astype(float), position.emitted.astype(float)
    found = _sampled(tuple(p), tuple(laws.q.astype(float)), rule, n, seed)
    last = found[-1]
    distances = [float(total_variation(h.shares, p)) for h in found]
    limit = float(position.distance)
    with left:
        alt = t("residual.alt.shares", n=n, distance=prob(distances[-1]))
        chart(shares_chart(last.shares, p, emitted, laws.tokens, lang()), "rs_shares", alt)
    with right:
        chance = [expected_distance(p, h.n) for h in found]
        alt = t("residual.alt.distance", n=n, distance=prob(distances[-1]), limit=prob(limit))
        chart(distance_chart([h.n for h in found], distances, chance, limit, lang()), "rs_distance", alt)
    st.markdown(
        t(
            "residual.sampled", n=n, seed=seed, accepted=prob(last.accepted / n),
            exact=prob(float(position.acceptance)), distance=prob(distances[-1]), noise=prob(chance[-1]),
        )
    )  # fmt: skip
