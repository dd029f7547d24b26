"""The stairs start at τ, never rise where nothing is saved, and end at the factor."""

import pytest

from specviz.figures.staircase import STAIRS, staircase, stairs
from specviz.theory.acceptance import Acceptance
from specviz.theory.cost import Costs, round_cost


@pytest.mark.parametrize("repair", ["lazy", "eager"])
def test_from_tau_to_the_factor(repair) -> None:
    cost = round_cost(Acceptance.iid(0.9, 5), Costs.ratios(0.3, 6, 0.05, 0.2), repair)
    heights = stairs(cost)
    assert tuple(heights) == STAIRS
    assert heights["tokens"] == pytest.approx(cost.tokens)
    assert heights["overhead"] == pytest.approx(cost.factor)
    assert list(heights.values()) == sorted(heights.values(), reverse=True)


def test_the_bars_are_the_stairs() -> None:
    cost = round_cost(Acceptance.iid(0.5, 2), Costs.ratios(0.1, 3))
    assert list(staircase(cost, "zh").data[0].y) == list(stairs(cost).values())
