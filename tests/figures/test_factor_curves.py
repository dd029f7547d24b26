"""Curves of the factor: they show the numbers they are given, and mark the right points."""

import numpy as np
import pytest

from specviz.figures.factor_curves import factor_map, factor_over_alpha, factor_over_batch, factor_over_k
from specviz.theory.acceptance import Acceptance
from specviz.theory.advice import best_k
from specviz.theory.cost import Costs, break_even_alpha, factor_grid


def _named(figure, part: str):
    return next(trace for trace in figure.data if trace.name and part in trace.name)


def test_best_k_and_its_flat_range_are_marked() -> None:
    best = best_k(lambda k: Acceptance.iid(0.8, k), 16, Costs.ratios(0.05, 16))
    figure = factor_over_k(best, 3, "en")
    assert list(_named(figure, "best").x) == [best.k]
    assert list(_named(figure, "your").y) == [best.factors[3]]
    band = figure.layout.shapes[0]
    assert (band.x0, band.x1) == (best.flat_from - 0.4, best.flat_to + 0.4)


def test_break_even_is_drawn_at_one_where_it_exists() -> None:
    figure = factor_over_alpha([0, 1], [0.8, 3.0], 0.5, 1.2, 0.3, "en")
    assert (_named(figure, "break-even").x[0], _named(figure, "break-even").y[0]) == (0.3, 1.0)
    names = [trace.name for trace in factor_over_alpha([0, 1], [0.8, 0.9], 0.5, 0.8, None, "en").data]
    assert not any("break-even" in name for name in names)


def test_the_map_is_neutral_exactly_at_one() -> None:
    alphas, costs = [0.0, 0.5, 1.0], Costs.ratios(0.1, 4)
    grid = factor_grid(alphas, 4, costs)
    even = [break_even_alpha(k, costs) for k in range(1, 5)]
    heat = factor_map(alphas, grid, even, 0.5, 2, "en").data[0]
    neutral = heat.colorscale[1][0]
    assert heat.zmin + neutral * (heat.zmax - heat.zmin) == pytest.approx(0.0)  # log 1
    assert pytest.approx(grid) == np.array(heat.customdata).T


def test_the_break_even_line_leaves_out_lengths_that_never_pay() -> None:
    figure = factor_map([0.0, 1.0], np.ones((2, 4)), [0.4, None, None], 0.5, 1, "en")
    assert list(_named(figure, "break-even").x) == [0.4]


def test_the_batch_curve_marks_where_it_stops_paying() -> None:
    figure = factor_over_batch([1, 8, 64], [2.0, 1.5, 0.8], 8, 1.5, 40, "en")
    assert list(_named(figure, "off").x) == [40]
    assert figure.layout.xaxis.type == "log"
