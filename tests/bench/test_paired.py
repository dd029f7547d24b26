"""Ratios, gaps and predictions on numbers worked by hand."""

import pytest

from specviz.bench.gap import STEPS, explain
from specviz.bench.paired import Pair, Timed, ratio, tally
from specviz.bench.ways import Lengths, by_position
from specviz.theory.cost import Costs
from specviz.theory.tally import Tally


def timed(seconds: float, tokens: int) -> Timed:
    return Timed("f", tuple(range(tokens)), seconds, 0.0, (), ())


def test_ratio_is_sums_over_sums_and_not_a_mean_of_ratios():
    """A short prompt at 4× and a long one at 1×: (1 + 9)/(0.25 + 9) by sums, 2.5 by the mean of ratios."""
    pairs = [Pair("f", timed(1.0, 10), timed(0.25, 10)), Pair("f", timed(9.0, 90), timed(9.0, 90))]
    got = ratio(pairs, turns=1)
    assert got.value == pytest.approx(10 / 9.25)
    assert got.low <= got.value <= got.high
    assert got.high == pytest.approx(4.0)


def test_ratio_compares_time_per_token():
    """Half the tokens in half the time is no gain."""
    assert ratio([Pair("f", timed(2.0, 20), timed(1.0, 10))], 1).value == pytest.approx(1.0)


def test_the_interval_resamples_prompts_not_turns():
    """Many turns of one prompt say nothing about other prompts: the interval does not shrink below the prompt."""
    turns = [Pair("f", timed(1.0 + 0.1 * i, 10), timed(1.0, 10)) for i in range(8)]
    got = ratio(turns, turns=8)
    assert got.low == got.high == got.value


def test_acceptance_by_position_is_not_diluted_by_short_rounds():
    """Eight full rounds of 2 that accept all, and two rounds cut to 1 by the end of the text, accepted too."""
    counts = Tally.of([(2, 2)] * 8 + [(1, 1)] * 2)
    assert by_position(counts, 2).first_i == pytest.approx((1.0, 1.0))
    assert counts.first_i_accepted == pytest.approx((1.0, 0.8))
    assert by_position(Tally.of([(0, 3)] * 5), 3).first_i == (0.0, 0.0, 0.0)


def test_the_gap_is_nothing_when_every_assumption_of_the_formula_holds():
    """i.i.d. α, free verification, no overhead: every step of the waterfall is Theorem 3.8."""
    k, alpha, n = 2, 0.5, 4000
    counts = Tally.of([(0, k)] * (n // 2) + [(1, k)] * (n // 4) + [(2, k)] * (n // 4))
    costs = Costs((1.0, 1.0, 1.0), 0.1)
    ideal = (1 - alpha**3) / ((1 - alpha) * (k * 0.1 + 1))
    gap = explain({"draft": counts}, {"draft": counts}, Lengths(k, k), costs, 1.4)
    assert tuple(gap.factors) == STEPS
    assert gap.factors["ideal"] == pytest.approx(ideal)
    assert gap.factors["verify"] == pytest.approx(ideal)
    assert gap.factors["overhead"] == pytest.approx(ideal)
    assert gap.factors["positions"] == pytest.approx(gap.factors["overhead"])
    assert gap.factors["prompts"] == gap.predicted
    assert gap.error == pytest.approx(gap.predicted / 1.4 - 1)


def test_dear_verification_lowers_the_second_step():
    counts = Tally.of([(1, 1)] * 5 + [(0, 1)] * 5)
    gap = explain({"draft": counts}, {"draft": counts}, Lengths(1, 1), Costs((1.0, 1.5), 0.0), 1.0)
    assert gap.factors["ideal"] == pytest.approx(1.5)
    assert gap.factors["verify"] == pytest.approx(1.0)


def test_tally_knows_a_round_that_ended_with_an_accepted_candidate():
    from specviz.settings import RunSettings
    from tests.engine.conftest import random_llama
    from tests.engine.runs import PROMPT, ids_of, rounds_of

    target = random_llama(0)
    settings = RunSettings(temperature=0.0, max_new_tokens=20, k=6)
    expected = ids_of(rounds_of(settings.but(method="none"), target))
    eos = next(i for n, i in enumerate(expected) if n >= 3 and expected.index(i) == n)
    ending = target.but(eos_ids=frozenset([eos]))
    rounds = rounds_of(settings.but(method="scripted", script=tuple(expected)), ending, prompt=PROMPT)
    counts = tally(rounds)
    assert counts.committed == len(ids_of(rounds))
    assert counts.judged == sum(r.judged for r in rounds)
