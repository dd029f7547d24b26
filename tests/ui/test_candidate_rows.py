"""The table of candidates and its CSV, from traces of every kind of round."""

import csv
import io
from dataclasses import replace

import pytest

from specviz.trace import totals
from specviz.ui.candidate_rows import candidate_rows, to_csv
from tests.figures.traces import KINDS, kind


@pytest.mark.parametrize("name", KINDS)
def test_every_candidate_is_a_row_with_its_numbers(name: str) -> None:
    trace = kind(name)
    rows = candidate_rows(trace)
    assert len(rows) == totals(trace.rounds).drafted
    for row in rows:
        c = trace.rounds[row.round - 1].candidates[row.candidate - 1]
        assert (row.token_id, row.p, row.q, row.u, row.fate) == (c.id, c.p, c.q, c.u, c.fate)
        assert row.simulated == (name == "scripted")
        assert row.position == trace.rounds[row.round - 1].t + row.candidate - 1
        judged = row.fate != "unjudged"
        assert [x is not None for x in (row.judge_row, row.p, row.ratio)] == [judged] * 3
        if judged:
            assert row.ratio == pytest.approx(min(1.0, c.p / c.q))


def test_the_csv_has_every_row_and_no_formula() -> None:
    [first, *rest] = candidate_rows(kind("lazy"))
    read = list(csv.DictReader(io.StringIO(to_csv([replace(first, token='=1+1,"x"\n'), *rest]).decode())))
    assert len(read) == len(rest) + 1
    assert read[0]["token"] == '\'=1+1,"x"\n'
    assert read[0]["q"] == str(first.q)
    assert all(not cell.startswith(("=", "+", "-", "@")) for row in read for cell in row.values())
