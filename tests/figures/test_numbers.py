"""Numbers print the same in Python and in the browser; tests/stage/format.test.mjs reads the same table."""

import json
from pathlib import Path

import pytest

from specviz.figures.numbers import apart, duration, prob, ratio

CASES = json.loads((Path(__file__).parent / "numbers.json").read_text("utf-8"))


@pytest.mark.parametrize(("name", "function"), [("prob", prob), ("ratio", ratio), ("duration", duration)])
def test_a_number_prints_as_in_the_table(name, function):
    assert [function(x) for x, _ in CASES[name]] == [text for _, text in CASES[name]]


def test_a_draw_and_its_limit_are_told_apart():
    assert [list(apart(a, b)) for (a, b), _ in CASES["apart"]] == [texts for _, texts in CASES["apart"]]


def test_nothing_is_rounded_to_a_certainty_it_is_not():
    assert all(prob(x) not in ("0", "1", ".000", "1.000") for x in (1e-12, 1e-4, 0.99951, 1 - 1e-12))
