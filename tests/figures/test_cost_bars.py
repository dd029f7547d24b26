"""The round's time as bars: the parts add up, and the other bar is the same tokens one at a time."""

import pytest

from specviz.figures.cost_bars import cost_bars, lever_bars
from specviz.theory.acceptance import Acceptance
from specviz.theory.advice import levers
from specviz.theory.cost import Costs, round_cost

LAW, PRICES = Acceptance.iid(0.7, 4), Costs.ratios(0.1, 8, 0.02, 0.3)


@pytest.mark.parametrize("repair", ["lazy", "eager"])
def test_the_parts_add_up_to_the_round(repair) -> None:
    cost = round_cost(LAW, PRICES, repair)
    *parts, plain = cost_bars(cost, str, "en").data
    assert sum(part.x[0] for part in parts) == pytest.approx(cost.total)
    assert plain.x[0] == pytest.approx(cost.plain * cost.tokens)
    assert parts[0].y[0] != plain.y[0]


def test_levers_come_best_first_and_show_both_amounts() -> None:
    found = levers(LAW, PRICES)
    halved, gone = lever_bars(found, 1.0, "en").data
    assert list(gone.x) == [lever.removed for lever in found]
    assert list(halved.x) == [lever.halved for lever in found]
    assert all(a <= b for a, b in zip(halved.x, gone.x, strict=True))
