"""Pictures of the lessons: what they say about what they were given, and that token text stays text."""

import numpy as np
import pytest

from specviz.figures.induction_table import induction_table
from specviz.figures.markup import chip, log_bar, power
from specviz.figures.mask_grid import RowSeen, mask_grid
from specviz.figures.row_arrows import Arrow, row_arrows
from specviz.figures.tie_chart import tie_chart
from specviz.theory.induction import InductionStep
from specviz.theory.masks import allowed

HOSTILE = "<img src=x onerror=alert(1)>"


@pytest.mark.parametrize(
    ("x", "printed"),
    [(0, "0"), (2.314, "2.31"), (0.042, "0.042"), (3.84e-6, "3.8·10⁻⁶"), (9.96e-4, "1.0·10⁻³"), (1.2e12, "1.2·10¹²")],
)
def test_power(x, printed):
    assert power(x) == printed


def test_a_log_bar_grows_by_decades():
    assert [log_bar(v, 1e-8, 1e2).split("width:")[1][:4] for v in (0.0, 1e-8, 1e-3, 1e2)] == [
        "0.0%", "0.0%", "50.0", "100."
    ]  # fmt: skip


def test_token_text_is_escaped_everywhere():
    pictures = (
        chip(HOSTILE, "accepted", title=HOSTILE),
        mask_grid([HOSTILE, "b"], 3, allowed("causal", 3, 2), 0, "en", [RowSeen(0, 1, HOSTILE, "x")] * 2),
        row_arrows("lazy", HOSTILE, [HOSTILE], [], "en"),
    )
    assert all("<img" not in p for p in pictures)


def test_the_grid_tells_leaks_from_losses():
    grid = mask_grid(["a", "b", "c"], 1, allowed("one_ahead", 1, 3), 0, "en")
    assert (grid.count("pc-leak"), grid.count("pc-lost")) == (2, 0)
    grid = mask_grid(["a", "b", "c"], 1, allowed("only_self", 1, 3), 0, "en")
    assert (grid.count("pc-leak"), grid.count("pc-lost")) == (0, 3)


def test_arrows_of_a_right_table_are_parallel_under_both_conventions():
    paths = {}
    for repair, rows in (("eager", (-1, 0, 1)), ("lazy", (0, 1, 2))):
        svg = row_arrows(repair, "t", ["a", "b"], [Arrow(n, r, True) for n, r in enumerate(rows)], "en")
        paths[repair] = [part.split('"')[0] for part in svg.split('pc-arrow-right" d="')[1:]]
    assert len(paths["eager"]) == 3
    assert paths["eager"] == paths["lazy"]


def test_an_answer_that_does_not_exist_has_a_mark_and_no_arrow():
    svg = row_arrows("lazy", "t", ["a"], [Arrow(0, -1, False)], "en")
    assert "pc-wrong" in svg
    assert "pc-arrow" not in svg


def test_the_proof_shows_where_it_breaks():
    good = InductionStep(0, 5, True, (True,), True, True)
    bad = InductionStep(1, 7, True, (False,), None, False)
    table = induction_table([good, bad], "zh")
    assert table.count("pc-broken") == 1
    assert table.count("pc-no") == 2


def test_every_position_is_in_the_chart_once_and_a_gap_of_zero_stays_on_it():
    figure = tie_chart([1, 2, 3], [0.0, 1.0, 2.0], [0.1] * 3, [True, False, False], ["a"] * 3, "en")
    gaps = np.concatenate([trace.y for trace in figure.data[:2]])
    assert len(gaps) == 3
    assert gaps.min() > 0
