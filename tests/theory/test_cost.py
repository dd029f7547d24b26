"""The general cost model by hand under both conventions, against Theorem 3.8 where it must reduce to it."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from specviz.errors import SpecvizError
from specviz.theory.acceptance import Acceptance, geometric_tokens
from specviz.theory.cost import Costs, break_even_alpha, factor, factor_grid, round_cost
from specviz.theory.leviathan import ideal_factor, walltime_factor

alphas = st.floats(0.0, 1.0)
times = st.floats(0.0, 2.0)
conventions = st.sampled_from(["lazy", "eager"])


def test_lazy_by_hand():
    # α = .5, k = 2: s = .5, .25; draft 2·2, verify of 3 tokens 12, no repair, overhead 1.5; τ 1.75; plain 10
    cost = round_cost(Acceptance.iid(0.5, 2), Costs((10.0, 11.0, 12.0), 2.0, 1.5), "lazy")
    assert cost.parts == {"draft": 4.0, "verify": 12.0, "repair": 0.0, "overhead": 1.5}
    assert cost.total == 17.5
    assert cost.per_token == 10.0
    assert cost.factor == 1.0
    assert cost.in_target_steps == 1.75


def test_eager_by_hand():
    # one draft step 2, for d_2; verify of 2 tokens 11; repair: a target step 10 and a draft step 2
    cost = round_cost(Acceptance.iid(0.5, 2), Costs((10.0, 11.0, 12.0), 2.0, 1.0), "eager")
    assert cost.parts == {"draft": 2.0, "verify": 11.0, "repair": 12.0, "overhead": 1.0}
    assert cost.factor == pytest.approx(1.75 * 10 / 26)


@pytest.mark.parametrize("alpha", [0.0, 0.5, 1.0])
def test_neither_a_rejection_nor_a_full_accept_costs_anything_as_such(alpha):
    law, costs = Acceptance.iid(alpha, 4), Costs.ratios(0.1, 4)
    assert round_cost(law, costs, "lazy").repair == 0.0
    assert round_cost(law, costs, "eager").repair == pytest.approx(1.1)


@pytest.mark.parametrize("convention", ["lazy", "eager"])
def test_off_is_plain_decoding(convention):
    assert factor(Acceptance(()), Costs((3.0,), 5.0, 7.0), convention) == 1.0


@given(alphas, st.integers(1, 10), st.floats(0.0, 1.0))
def test_lazy_with_free_verification_is_theorem_3_8_and_eager_its_own_ideal(alpha, k, c):
    law, costs = Acceptance.iid(alpha, k), Costs.ratios(c, k)
    assert factor(law, costs) == pytest.approx(walltime_factor(alpha, k, c))
    assert factor(law, costs, "eager") == pytest.approx(ideal_factor(geometric_tokens(alpha, k), k, c, "eager"))


def test_chen_et_al_from_their_own_times():
    # 14.1 ms a token, 1.8 ms a draft step, K = 4, verification as cheap as a step: 7.52 ms per token needs τ = 2.83
    costs = Costs((14.1,) * 5, 1.8)
    tokens = round_cost(Acceptance.iid(0.7112, 4), costs).tokens
    assert tokens == pytest.approx(2.832, abs=2e-3)
    assert (4 * 1.8 + 14.1) / tokens == pytest.approx(7.52, abs=0.01)


def test_a_verify_that_is_dearer_than_a_step_counts():
    # verifying four tokens costs 1.3 steps: .1 more per token of the pass
    dear = factor(Acceptance.iid(0.7, 4), Costs.ratios(0.2, 4, extra_per_token=0.1))
    free = factor(Acceptance.iid(0.7, 4), Costs.ratios(0.2, 4))
    assert dear < free
    assert Costs.ratios(0.2, 4, extra_per_token=0.1).verify(4, "lazy") == pytest.approx(1.4)


def test_break_even_of_one_candidate_is_alpha_equals_c():
    # lazy, k = 1: 1 + α = 1 + c
    assert break_even_alpha(1, Costs.ratios(0.2, 1)) == pytest.approx(0.2)


def test_break_even_at_the_extremes():
    assert break_even_alpha(4, Costs.ratios(0.0, 4)) == 0.0
    assert break_even_alpha(4, Costs.ratios(2.0, 4)) is None
    with pytest.raises(SpecvizError):
        break_even_alpha(0, Costs.ratios(0.1, 4))


def test_unknown_passes_and_impossible_prices_are_refused():
    with pytest.raises(SpecvizError) as error:
        round_cost(Acceptance.iid(0.5, 2), Costs((1.0, 1.0), 0.1), "lazy")
    assert error.value.params == {"needed": 3, "given": 2}
    assert round_cost(Acceptance.iid(0.5, 2), Costs((1.0, 1.0), 0.1), "eager").verify == 1.0
    for bad in [((), 0.1, 0.0), ((0.0,), 0.1, 0.0), ((1.0,), -0.1, 0.0), ((1.0,), 0.1, float("nan"))]:
        with pytest.raises(SpecvizError):
            Costs(*bad)


@pytest.mark.parametrize("convention", ["lazy", "eager"])
def test_the_grid_is_the_scalar_model(convention):
    costs = Costs.ratios(0.15, 6, extra_per_token=0.03, overhead=0.05)
    rates = [0.0, 0.3, 0.75, 1.0]
    expected = [[factor(Acceptance.iid(a, k), costs, convention) for k in range(7)] for a in rates]
    assert np.allclose(factor_grid(rates, 6, costs, convention), expected, rtol=1e-13)


@given(st.lists(alphas, min_size=1, max_size=8), times, times, times, conventions)
def test_parts_sum_to_the_total_and_bound_the_factor(rates, c, extra, overhead, convention):
    law = Acceptance.conditional(rates)
    cost = round_cost(law, Costs.ratios(c, law.k, extra, overhead), convention)
    assert sum(cost.parts.values()) == pytest.approx(cost.total)
    assert 0 < cost.factor <= law.k + 1
    assert cost.factor * cost.in_target_steps == pytest.approx(law.tokens_per_round)


@given(st.integers(1, 12), times, st.floats(0.0, 0.3), st.floats(0.0, 0.5), conventions)
def test_the_factor_rises_with_alpha_and_crosses_one_at_the_break_even(k, c, extra, overhead, convention):
    costs = Costs.ratios(c, k, extra, overhead)
    curve = factor_grid(np.linspace(0, 1, 21), k, costs, convention)[:, k]
    assert (np.diff(curve) >= -1e-12).all()
    root = break_even_alpha(k, costs, convention)
    if root is None:
        assert curve[-1] < 1.0
    else:
        assert factor(Acceptance.iid(root, k), costs, convention) >= 1.0 - 1e-9
        below = max(root - 1e-6, 0.0)
        assert root == 0.0 or factor(Acceptance.iid(below, k), costs, convention) < 1.0
