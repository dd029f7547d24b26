"""Counting rounds: sums over sums, unjudged candidates left out, nothing divided by zero."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from specviz.errors import SpecvizError
from specviz.theory.acceptance import Acceptance
from specviz.theory.tally import RoundCount, Tally

pairs = st.lists(st.integers(0, 8).flatmap(lambda k: st.tuples(st.integers(0, k), st.just(k))), max_size=60)


def test_four_rounds_by_hand():
    # k = 3, accepted 3, 1, 0, 2: three rounds end in a rejection
    tally = Tally.of([(3, 3), (1, 3), (0, 3), (2, 3)])
    assert (tally.rounds, tally.drafted, tally.accepted, tally.judged, tally.committed) == (4, 12, 6, 9, 10)
    assert (tally.accepted_over_drafted, tally.tokens_per_round) == (0.5, 2.5)
    assert tally.alpha == pytest.approx(2 / 3)
    assert tally.first_i_accepted == (0.75, 0.5, 0.25)
    assert tally.conditional_rates == (0.75, 2 / 3, 0.5)
    assert tally.length_histogram == (1, 1, 1, 1)
    assert tally.acceptance.tokens_per_round == 2.5


def test_zero_rounds_divide_by_nothing():
    tally = Tally.of([])
    assert (tally.rounds, tally.accepted, tally.judged) == (0, 0, 0)
    assert (tally.tokens_per_round, tally.accepted_over_drafted, tally.alpha) == (None, None, None)
    assert tally.first_i_accepted == ()
    assert tally.acceptance == Acceptance(())


def test_rounds_without_candidates_have_tokens_but_no_rate():
    tally = Tally.of([(0, 0), (0, 0)])
    assert tally.tokens_per_round == 1.0
    assert (tally.accepted_over_drafted, tally.alpha, tally.judged) == (None, None, 0)


def test_shorter_rounds_dilute_the_survival_but_not_the_conditional_rates():
    # accepted everything, but one round proposed only one candidate
    tally = Tally.of([(2, 2), (1, 1)])
    assert tally.first_i_accepted == (1.0, 0.5)
    assert tally.conditional_rates == (1.0, 1.0)
    assert tally.alpha == 1.0
    assert tally.tokens_per_round == 2.5


def test_an_accepted_stop_rejects_nothing_and_commits_no_token_of_the_target():
    stopped = RoundCount(2, 4, stopped=True)
    assert (stopped.judged, stopped.committed) == (2, 2)
    assert (RoundCount(2, 4).judged, RoundCount(2, 4).committed) == (3, 3)


def test_prefixes_are_counted_not_flags():
    # flags T F T T accept one candidate, and judge two
    assert (RoundCount(1, 4).judged, RoundCount(1, 4).committed) == (2, 2)


def test_the_histogram_of_vllms_documentation():
    tally = Tally.from_histogram([39, 1, 0, 3])
    assert (tally.rounds, tally.accepted, tally.drafted) == (43, 10, 129)
    assert tally.tokens_per_round == pytest.approx(1.2326, abs=5e-5)
    assert tally.accepted_over_drafted == pytest.approx(0.0775, abs=5e-5)


@pytest.mark.parametrize("bad", [(4, 3), (-1, 3), (0.5, 3), (1, -1)])
def test_impossible_rounds_are_refused(bad):
    with pytest.raises(SpecvizError):
        Tally.of([bad])


def test_impossible_histograms_are_refused():
    with pytest.raises(SpecvizError):
        Tally.from_histogram([1, 2, 3], k=1)
    with pytest.raises(SpecvizError):
        Tally.from_histogram([1, -2])
    with pytest.raises(SpecvizError):
        RoundCount(0, 3, stopped=True)


@given(pairs)
def test_identities_hold_for_any_rounds(rounds):
    tally = Tally.of(rounds)
    assert tally.rounds == len(rounds)
    assert tally.accepted <= tally.judged <= tally.drafted
    assert tally.committed == tally.accepted + tally.rounds
    if tally.drafted:
        assert tally.accepted_over_drafted <= tally.alpha
    if tally.rounds:
        assert 1 + sum(tally.first_i_accepted) == pytest.approx(tally.tokens_per_round)
        assert sum(tally.length_histogram) == tally.rounds


@given(st.lists(st.integers(0, 5), min_size=1, max_size=50))
def test_full_rounds_and_their_law_agree_on_alpha(accepted):
    tally = Tally.of([(m, 5) for m in accepted])
    assert tally.alpha == pytest.approx(tally.acceptance.alpha)
