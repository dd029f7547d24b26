"""Best k, levers and elasticities, each against the cost model itself."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from specviz.errors import SpecvizError
from specviz.theory.acceptance import Acceptance
from specviz.theory.advice import best_k, best_k_of, elasticities, levers
from specviz.theory.cost import Costs, factor, round_cost


def test_a_tie_takes_the_shorter_round_and_the_flat_range_spans_it():
    found = best_k_of((1.0, 1.25, 1.25, 1.24, 1.1))
    assert (found.k, found.flat_from, found.flat_to, found.off) == (1, 1, 3, False)


def test_the_flat_range_is_not_a_tie():
    found = best_k_of((1.0, 1.2499, 1.25, 1.2))
    assert (found.k, found.flat_from, found.flat_to) == (2, 1, 2)


def test_off_is_a_possible_answer():
    # c = .5 and α = .5: nothing beats plain decoding
    found = best_k(lambda k: Acceptance.iid(0.5, k), 10, Costs.ratios(0.5, 10))
    assert found.off
    assert found.factors[5] < 1.0


def test_measured_positions_stop_where_they_are_known():
    measured = Acceptance.first((0.73, 0.52, 0.35))
    found = best_k(measured.truncated, 3, Costs.ratios(0.05, 3))
    assert found.k == 3
    with pytest.raises(SpecvizError):
        best_k(measured.truncated, 4, Costs.ratios(0.05, 4))


def test_levers_by_hand():
    # draft 4·.25 = 1, verify 1.5 of which .5 can go, repair 0 (α = 0), overhead .5; τ 1
    costs = Costs((1.0, 1.0, 1.0, 1.0, 1.5), 0.25, 0.5)
    found = {lever.term: lever for lever in levers(Acceptance.iid(0.0, 4), costs)}
    assert found["draft"].share == pytest.approx(1 / 3)
    assert found["draft"].removed == pytest.approx(1 / 2)
    assert found["verify"].share == pytest.approx(0.5 / 3)
    assert found["verify"].halved == pytest.approx(1 / 2.75)
    assert found["repair"].removed == pytest.approx(1 / 3)
    # without rejections five tokens come for the 3
    assert found["rejection"].removed == pytest.approx(5 / 3)
    assert found["rejection"].share == pytest.approx(4 / 5)


def test_the_best_lever_comes_first_and_off_has_none():
    order = [lever.removed for lever in levers(Acceptance.iid(0.6, 4), Costs.ratios(0.4, 4, 0.05, 0.1), "eager")]
    assert order == sorted(order, reverse=True)
    assert levers(Acceptance(()), Costs.ratios(0.1, 0)) == ()
    assert set(elasticities(Acceptance(()), Costs.ratios(0.1, 0)).values()) == {0.0}


def test_in_eager_the_repair_is_the_first_to_attack_when_the_draft_is_cheap():
    terms = [x.term for x in levers(Acceptance.iid(0.8, 4), Costs.ratios(0.02, 4), "eager") if x.term != "rejection"]
    assert terms[0] == "repair"


@pytest.mark.parametrize("convention", ["lazy", "eager"])
def test_elasticities_are_the_derivatives(convention):
    law, step = Acceptance.conditional((0.8, 0.7, 0.6)), 1e-6
    costs = Costs((1.0, 1.1, 1.2, 1.3), 0.2, 0.1)
    base = factor(law, costs, convention)
    found = elasticities(law, costs, convention)

    def slope(changed):
        return (changed / base - 1) / step

    up = 1 + step
    raised = Acceptance.conditional([r * up for r in law.conditional_rates])
    assert found["α"] == pytest.approx(slope(factor(raised, costs, convention)), abs=1e-4)
    dearer = replace(costs, draft_step=costs.draft_step * up)
    assert found["C_D"] == pytest.approx(slope(factor(law, dearer, convention)), abs=1e-4)
    later = replace(costs, overhead=costs.overhead * up)
    assert found["C_O"] == pytest.approx(slope(factor(law, later, convention)), abs=1e-4)
    verify = replace(costs, passes=(costs.passes[0], *(p * up for p in costs.passes[1:])))
    assert found["C_V"] == pytest.approx(slope(factor(law, verify, convention)), abs=1e-4)


@given(st.floats(0.0, 1.0), st.integers(1, 8), st.floats(0.0, 1.0), st.floats(0.0, 0.5))
def test_shares_of_the_cost_add_up(alpha, k, c, overhead):
    law, costs = Acceptance.iid(alpha, k), Costs.ratios(c, k, 0.02, overhead)
    found = elasticities(law, costs, "eager")
    assert -sum(found[x] for x in ("C_D", "C_V", "C_T", "C_O")) == pytest.approx(1.0)
    base = round_cost(law, costs, "eager").factor
    assert all(lever.removed >= lever.halved - 1e-12 >= base - 2e-12 for lever in levers(law, costs, "eager"))
