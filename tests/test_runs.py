"""A run from settings to trace: one that is taken up again is a trace like any other."""

import pytest

from specviz.models import load
from specviz.runs import Run
from specviz.settings import RunSettings
from specviz.trace import read, write


@pytest.fixture(scope="module")
def run() -> Run:
    return Run(load("tiny"))


@pytest.mark.parametrize("repair", ["lazy", "eager"])
def test_a_run_that_ended_for_want_of_room_goes_on_with_more(run: Run, repair: str) -> None:
    longer = RunSettings(temperature=0.0, repair=repair, max_new_tokens=20)
    shorter = longer.but(max_new_tokens=7)
    ids = run.prompt_ids(shorter)
    before = tuple(run.speculative(shorter, ids))
    assert before[-1].stop == "length"
    assert not list(run.speculative(shorter, ids, history=before)), "there is no room yet"
    rounds = (*before, *run.speculative(longer, ids, history=before))
    trace = read(write(run.trace(longer, ids, rounds)))
    assert [bool(r.stop) for r in trace.rounds] == [False] * (len(rounds) - 1) + [True]
    assert trace.ids == run.trace(longer, ids, tuple(run.speculative(longer, ids))).ids


def test_a_run_without_room_reads_no_prompt(run: Run) -> None:
    run.forget()
    settings = RunSettings(max_new_tokens=0)
    assert not list(run.speculative(settings, run.prompt_ids(settings)))
    assert run.target.length == 0
