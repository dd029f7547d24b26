"""The accepted length: limits, hand-worked values, published tables, and laws that must hold for any rates."""

from math import isclose

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from specviz.errors import SpecvizError
from specviz.theory.acceptance import (
    Acceptance,
    alpha_for_tokens,
    geometric_error,
    geometric_tokens,
    tokens_grid,
)

KS = (1, 2, 3, 4, 5, 7, 8, 10)
TOKENS_PER_ROUND = {
    0.3: (1.3000, 1.3900, 1.4170, 1.4251, 1.4275, 1.4285, 1.4285, 1.4286),
    0.5: (1.5000, 1.7500, 1.8750, 1.9375, 1.9688, 1.9922, 1.9961, 1.9990),
    0.6: (1.6000, 1.9600, 2.1760, 2.3056, 2.3834, 2.4580, 2.4748, 2.4909),
    0.65: (1.6500, 2.0725, 2.3471, 2.5256, 2.6417, 2.7661, 2.7980, 2.8321),
    0.7: (1.7000, 2.1900, 2.5330, 2.7731, 2.9412, 3.1412, 3.1988, 3.2674),
    0.8: (1.8000, 2.4400, 2.9520, 3.3616, 3.6893, 4.1611, 4.3289, 4.5705),
    0.9: (1.9000, 2.7100, 3.4390, 4.0951, 4.6856, 5.6953, 6.1258, 6.8619),
    0.95: (1.9500, 2.8525, 3.7099, 4.5244, 5.2982, 6.7316, 7.3950, 8.6240),
}
ACCEPTED_OVER_DRAFTED = {
    0.5: (0.5000, 0.3750, 0.2917, 0.2344, 0.1938, 0.1417, 0.1245, 0.0999),
    0.6: (0.6000, 0.4800, 0.3920, 0.3264, 0.2767, 0.2083, 0.1844, 0.1491),
    0.7: (0.7000, 0.5950, 0.5110, 0.4433, 0.3882, 0.3059, 0.2749, 0.2267),
    0.8: (0.8000, 0.7200, 0.6507, 0.5904, 0.5379, 0.4516, 0.4161, 0.3571),
    0.9: (0.9000, 0.8550, 0.8130, 0.7738, 0.7371, 0.6708, 0.6407, 0.5862),
}
# vLLM's regression values for EAGLE-3 on MT-Bench, k = 3: positions, tokens per round, conditional rates,
# and what the geometric formula makes of the mean rate
VLLM = (
    ((0.7296, 0.5208, 0.3545), 2.6049, (0.730, 0.714, 0.681), 1.974),
    ((0.6541, 0.3993, 0.2020), 2.2554, (0.654, 0.611, 0.506), 1.667),
    ((0.7165, 0.5120, 0.3337), 2.5622, (0.717, 0.715, 0.652), 1.933),
)

rate = st.floats(0.0, 1.0)
rates = st.lists(rate, max_size=64)


@pytest.mark.parametrize("alpha", TOKENS_PER_ROUND)
def test_tokens_per_round_match_the_table(alpha):
    assert [geometric_tokens(alpha, k) for k in KS] == pytest.approx(TOKENS_PER_ROUND[alpha], abs=5.1e-5)


@pytest.mark.parametrize("alpha", ACCEPTED_OVER_DRAFTED)
def test_accepted_over_drafted_matches_the_table(alpha):
    found = [Acceptance.iid(alpha, k).accepted_over_drafted for k in KS]
    assert found == pytest.approx(ACCEPTED_OVER_DRAFTED[alpha], abs=5.1e-5)


def test_by_hand_half_and_two():
    # .5, .25: accepted .75, tokens 1.75, judged 1.5, lengths 0, 1, 2 with .5, .25, .25
    law = Acceptance.iid(0.5, 2)
    assert law.first_i == (0.5, 0.25)
    assert (law.expected_accepted, law.tokens_per_round, law.expected_judged) == (0.75, 1.75, 1.5)
    assert law.length_law == (0.5, 0.25, 0.25)
    assert (law.replacement_probability, law.bonus_probability) == (0.75, 0.25)


@pytest.mark.parametrize("k", [1, 5, 64, 1024])
def test_limits_are_exact(k):
    assert geometric_tokens(1.0, k) == k + 1
    assert geometric_tokens(0.0, k) == 1.0
    assert Acceptance.iid(0.0, k).replacement_probability == 1.0


def test_just_below_one_does_not_cancel():
    # the closed form (1 − α^{k+1})/(1 − α) loses about half the digits here; the series is k + 1 − k(k+1)/2·ε
    eps = 1e-12
    assert geometric_tokens(1.0 - eps, 9) == pytest.approx(10 - 45 * eps, rel=1e-15)


def test_a_round_without_candidates():
    law = Acceptance.iid(0.7, 0)
    assert (law.tokens_per_round, law.bonus_probability, law.replacement_probability) == (1.0, 1.0, 0.0)
    assert law.accepted_over_drafted is None
    assert law.alpha is None
    assert law.length_law == (1.0,)
    with pytest.raises(SpecvizError) as error:
        geometric_error(law)
    assert error.value.code == "nothing_drafted"


@pytest.mark.parametrize(("positions", "tokens", "conditional", "said"), VLLM)
def test_measured_positions_and_what_the_formula_makes_of_them(positions, tokens, conditional, said):
    law = Acceptance.first(positions)
    assert law.tokens_per_round == pytest.approx(tokens, abs=1e-9)
    assert law.conditional_rates == pytest.approx(conditional, abs=6e-4)
    wrong = geometric_error(law)
    assert wrong.said == pytest.approx(said, abs=6e-4)
    assert -0.27 < wrong.relative < -0.24


def test_the_formula_is_right_when_it_is_given_alpha():
    assert geometric_error(Acceptance.iid(0.8, 5), 0.8).relative == pytest.approx(0.0, abs=1e-15)
    assert geometric_error(Acceptance.iid(0.8, 5)).said == pytest.approx(2.111, abs=1e-3)


def test_a_chain_of_conditional_rates():
    # EAGLE-1, Vicuna-7B: .79 .74 .72 .73 as a chain
    assert Acceptance.conditional((0.79, 0.74, 0.72, 0.73)).tokens_per_round == pytest.approx(3.1028, abs=1e-4)


def test_a_rising_curve_is_refused_by_position():
    with pytest.raises(SpecvizError) as error:
        Acceptance.first((0.8, 0.5, 0.6))
    assert (error.value.code, error.value.params["position"]) == ("survival_rises", 3)


@pytest.mark.parametrize("bad", [-0.1, 1.1, float("nan"), "0.5", None, True])
def test_rates_out_of_range_are_refused(bad):
    with pytest.raises(SpecvizError):
        Acceptance.iid(bad, 3)
    with pytest.raises(SpecvizError):
        Acceptance.conditional((0.5, bad))


@pytest.mark.parametrize("bad", [-1, 2.5, 1025, float("nan"), float("inf"), "3"])
def test_lengths_out_of_range_are_refused(bad):
    with pytest.raises(SpecvizError):
        Acceptance.iid(0.5, bad)


def test_a_longer_round_is_not_known_from_a_shorter_one():
    law = Acceptance.first((0.7, 0.5))
    assert law.truncated(1).first_i == (0.7,)
    with pytest.raises(SpecvizError):
        law.truncated(3)


def test_the_grid_is_the_scalar_formula():
    grid = tokens_grid([0.0, 0.7, 1.0], 10)
    assert grid.shape == (3, 11)
    assert np.allclose(grid, [[geometric_tokens(a, k) for k in range(11)] for a in (0.0, 0.7, 1.0)], rtol=1e-14)


@given(rates)
def test_bounds_hold_for_any_rates(values):
    law = Acceptance.conditional(values)
    assert 1.0 <= law.tokens_per_round <= law.k + 1
    assert isclose(sum(law.length_law), 1.0, abs_tol=1e-9)
    assert all(share >= 0 for share in law.length_law)
    mean_length = sum(m * share for m, share in enumerate(law.length_law))
    assert isclose(mean_length, law.expected_accepted, abs_tol=1e-9)
    if law.k:
        assert law.accepted_over_drafted <= law.alpha + 1e-12


@given(st.lists(st.floats(0.01, 1.0), max_size=32))
def test_conditional_and_first_i_convert_into_each_other(values):
    law = Acceptance.conditional(values)
    assert law.conditional_rates == pytest.approx(tuple(values), rel=1e-9)
    assert Acceptance.first(law.first_i) == law


@given(rate, rate, st.integers(0, 40))
def test_tokens_rise_with_alpha_and_with_k(a, b, k):
    low, high = sorted((a, b))
    assert geometric_tokens(low, k) <= geometric_tokens(high, k) + 1e-12
    assert geometric_tokens(a, k) <= geometric_tokens(a, k + 1)


@given(st.floats(0.0, 1.0), st.integers(1, 64))
def test_alpha_comes_back(alpha, k):
    assert Acceptance.iid(alpha, k).alpha == pytest.approx(alpha, abs=1e-12)
    assert alpha_for_tokens(geometric_tokens(alpha, k), k) == pytest.approx(alpha, abs=1e-9)


@pytest.mark.parametrize(("tokens", "k"), [(0.9, 3), (4.1, 3), (1.0, 0), (float("nan"), 2)])
def test_no_alpha_gives_an_impossible_length(tokens, k):
    with pytest.raises(SpecvizError):
        alpha_for_tokens(tokens, k)


def test_a_batch_in_lockstep_advances_by_its_shortest():
    law = Acceptance.iid(0.8, 4)
    found = [law.in_lockstep(batch).tokens_per_round for batch in (1, 2, 4, 8)]
    assert found == pytest.approx([3.362, 2.480, 1.674, 1.201], abs=6e-4)
