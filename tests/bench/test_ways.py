"""Rounds by the way their candidates were found, and what runs that mix the ways are predicted to do."""

import pytest

from specviz.bench.measure import bench
from specviz.bench.ways import Lengths, choices, predicted, seen
from specviz.models import load
from specviz.runs import Run
from specviz.settings import RunSettings
from specviz.theory.cost import Costs
from specviz.theory.tally import Tally

FIRST = RunSettings(method="lookup_first", temperature=0.0, max_new_tokens=40, k=6, fallback_k=2)
PROMPT = "Q: What colour is the sky?\nA: The sky is blue.\nQ: What colour is the sky?\nA:"


@pytest.fixture(scope="module")
def run() -> Run:
    return Run(load("tiny", "float32", "cpu"))


def test_every_round_is_counted_once_under_the_way_that_made_no_draft_pass_or_did(run):
    settings = FIRST.but(prompt=PROMPT)
    rounds = list(run.speculative(settings, run.prompt_ids(settings)))
    counts = seen(rounds, settings)
    assert {"draft", "lookup"} <= set(counts)
    assert sum(t.rounds for t in counts.values()) == len(rounds)
    drafted = sum(any(c.stage == "draft" for c in r.calls) for r in rounds)
    assert counts["draft"].rounds == drafted
    assert counts["draft"].k_max == 2
    alone = settings.but(method="lookup")
    found = seen(run.speculative(alone, run.prompt_ids(alone)), alone)
    assert set(found) == {"lookup", "nothing"}


def test_a_mixture_worked_by_hand():
    """Half of the text comes four tokens a round for a pass of 1.5 steps, half two tokens a round for 1.2 and a draft
    step of .3: (4 + 4) / (1.5 + 2 · 1.5)."""
    counts = {"lookup": Tally.of([(3, 3)] * 10), "draft": Tally.of([(1, 1)] * 20)}
    costs = Costs((1.0, 1.2, 1.35, 1.5), 0.3)
    assert predicted(counts, Lengths(1, 3), costs, "lazy").factor == pytest.approx(8 / 4.5)


def test_short_copies_are_short_at_any_k():
    """Half of the rounds copy two tokens, half eight, all accepted: six tokens a round, for passes over 3 and 9."""
    counts = {"lookup": Tally.of([(2, 2)] * 5 + [(8, 8)] * 5)}
    costs = Costs(tuple(1 + 0.1 * n for n in range(9)), 0.3)
    lazy, eager = (predicted(counts, Lengths(1, 8), costs, c) for c in ("lazy", "eager"))
    assert lazy.tokens == pytest.approx(6.0)
    assert lazy.verify == pytest.approx((1.2 + 1.8) / 2)
    assert (lazy.draft, lazy.repair) == (0.0, 0.0)
    assert eager.repair == pytest.approx(1.0 + 0.3), "a draft that was not asked reads what was committed"


def test_rounds_that_found_nothing_are_plain_steps():
    """Half of the text by lookup, two tokens for 1.5 steps, half one by one: 4 / (1.5 + 2)."""
    counts = {"lookup": Tally.of([(1, 1)] * 10), "nothing": Tally.of([(0, 0)] * 20)}
    assert predicted(counts, Lengths(9, 1), Costs((1.0, 1.5), 0.0), "lazy").factor == pytest.approx(4 / 3.5)


def test_a_fallback_is_never_longer_than_k_and_other_methods_have_none():
    counts = {"lookup": Tally.of([(3, 3)]), "draft": Tally.of([(1, 2)])}
    offered = [(s.k, s.fallback_k) for s in choices(FIRST, counts, None, 16)]
    assert offered == [(1, 1), (2, 1), (2, 2), (3, 1), (3, 2)]
    assert [s.k for s in choices(FIRST.but(method="lookup"), counts, None, 2)] == [1, 2]
    assert [(s.k, s.fallback_k) for s in choices(FIRST, counts, 1, 16)] == [(1, 1)]


def test_the_benchmark_chooses_both_lengths_and_predicts_the_mixture(run):
    done = bench(run, FIRST.but(max_new_tokens=16), per_family=1, turns=1)
    assert 1 <= done.settings["fallback_k"] <= done.settings["k"] <= 16
    assert done.draft_step > 0
    assert done.plain.tokens == done.speculative.tokens
    assert all(factor > 0 for factor in done.gap.values())
