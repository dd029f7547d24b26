"""Prices timed inside rounds: every length asked for, lookup without a draft price, no room is said."""

from dataclasses import replace

import pytest

from specviz.bench.costs import measure_costs, overhead_of, time_rounds
from specviz.errors import SpecvizError
from specviz.models import load
from specviz.runs import Run
from specviz.settings import RunSettings
from specviz.theory.cost import Costs, draft_time, repair_time
from tests.engine.heads import random_head

GREEDY = RunSettings(temperature=0.0, max_new_tokens=8, k=3)
IDS = [5 + i % 60 for i in range(40)]


@pytest.fixture(scope="module")
def run() -> Run:
    return Run(load("tiny", "float32", "cpu"))


def test_every_length_has_a_price_and_a_long_pass_costs_more(run):
    times = time_rounds(run, GREEDY, IDS, (1, 2, 17, 65))
    assert list(times.passes) == [1, 2, 17, 65]
    assert 0 < times.draft_step < times.passes[65]
    assert times.passes[2] < times.passes[65]


def test_only_a_draft_model_has_a_price_per_candidate(run):
    rounds = list(run.speculative(GREEDY, IDS, laws=False))
    lookup = GREEDY.but(method="lookup")
    found = measure_costs(run, lookup, IDS, 4, list(run.speculative(lookup, IDS, laws=False)))
    assert found.draft_step == 0
    assert len(found.costs.passes) == 4
    assert found.overhead > 0
    drafted = sum(r.times.draft for r in rounds) / len(rounds)
    assert overhead_of(rounds, lookup) == pytest.approx(overhead_of(rounds, GREEDY) + drafted)


def test_a_head_has_a_price_per_candidate_too(run):
    head = Run(replace(run.pair, draft=None, head=random_head(run.pair.target, near=2.0)))
    rounds = list(head.speculative(GREEDY, IDS, laws=False))
    assert measure_costs(head, GREEDY, IDS, 2, rounds).draft_step > 0


@pytest.mark.parametrize("repair", ["lazy", "eager"])
def test_the_passes_of_a_run_are_those_the_formula_charges_for(run, repair):
    """With a price of 1 for a draft pass and none for the target's, the cost of a round is a number of passes."""
    settings = RunSettings(k=3, repair=repair, max_new_tokens=60, min_new_tokens=60)
    rounds = [r for r in run.speculative(settings, IDS, laws=False) if len(r.candidates) == 3 and not r.stop]
    full = sum(r.accepted == 3 for r in rounds)
    assert 0 < full < len(rounds)
    charged = Costs((1e-9,) * 4, 1.0)
    expected = draft_time(3, charged, repair) + repair_time(charged, repair)
    passes = sum(c.model == "draft" and c.stage != "prefill" for r in rounds for c in r.calls)
    assert passes == pytest.approx(len(rounds) * expected)


def test_an_adaptive_or_stopped_run_is_timed_at_the_length_asked_for(run):
    times = time_rounds(run, GREEDY.but(length_policy="adaptive", confidence=0.9, stop=("e",)), IDS, (5,))
    assert list(times.passes) == [5]


def test_no_room_is_said(run):
    with pytest.raises(SpecvizError, match="1024"):
        time_rounds(run, GREEDY, [5] * 1015, (17,))
