"""Claimed over computed, row by row."""

import pytest

from specviz.figures.claim_ratios import claim_ratios, comparable
from specviz.theory.claims import Row, check


def test_a_row_without_a_claim_or_with_zero_cannot_be_divided() -> None:
    rows = [Row("c", None, 1.0), Row("c", 1.0, 0.0, False), Row("c", 2.0, 1.0, False)]
    assert comparable(rows) == rows[2:]


def test_marks_stand_at_claimed_over_ours_by_agreement() -> None:
    rows = check("expected_token_table").rows
    figure = claim_ratios(rows, "en")
    assert sum(len(trace.x) for trace in figure.data) == 12
    agrees, differs = figure.data
    assert all(abs(x - 1) < 0.01 for x in agrees.x)
    assert min(differs.x) == pytest.approx(5.43 / 6.246, abs=1e-3)
