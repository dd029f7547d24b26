"""The verify rules on the pair every mistake betrays itself on: p = (.5, .3, .2), q = (.2, .2, .6)."""

from fractions import Fraction

import numpy as np
import pytest

from specviz.engine.draws import CounterDraws, ForcedDraws, Kind, pick
from specviz.engine.verify import acceptance, residual, verify_chain
from specviz.errors import SpecvizError

P, Q = np.array([0.5, 0.3, 0.2]), np.array([0.2, 0.2, 0.6])
N = 20_000


def test_acceptance_and_residual_by_hand():
    assert [acceptance(P, Q, x) for x in range(3)] == pytest.approx([1, 1, 1 / 3])
    np.testing.assert_allclose(residual(P, Q), [0.75, 0.25, 0])


def test_the_same_functions_are_exact_over_fractions():
    p = np.array([Fraction(1, 2), Fraction(3, 10), Fraction(1, 5)])
    q = np.array([Fraction(1, 5), Fraction(1, 5), Fraction(3, 5)])
    accepted = np.array([q[x] * acceptance(p, q, x) for x in range(3)])
    assert (accepted + (1 - accepted.sum()) * residual(p, q) == p).all()


def test_equal_laws_accept_always_and_have_p_as_residual():
    assert acceptance(P, P, 2) == 1
    np.testing.assert_array_equal(residual(P, P), P)


@pytest.mark.parametrize("bad", [np.nan, np.inf, -np.inf])
def test_values_that_are_not_finite_are_named(bad):
    broken = np.array([0.5, bad, 0.5])
    with pytest.raises(SpecvizError):
        acceptance(broken, Q, 1)
    with pytest.raises(SpecvizError):
        acceptance(P, broken, 1)
    with pytest.raises(SpecvizError):
        residual(broken, np.zeros(3))


def test_a_candidate_that_q_could_not_give_is_named():
    with pytest.raises(SpecvizError):
        acceptance(P, np.array([1.0, 0, 0]), 1)


def emitted(seed: int, q_rows, candidate: int) -> tuple[int, bool]:
    verdict = verify_chain([P, P], q_rows, (candidate,), CounterDraws(seed), 0)
    first = candidate if verdict.accepted else verdict.token
    return first, bool(verdict.accepted)


@pytest.mark.parametrize(
    ("rule", "chance"), [("full_q", 0.6), ("argmax", 0.2), ("lookup", 0.3)]
)  # argmax of q is token 2, p(2) = .2; the lookup proposes token 1, p(1) = .3
def test_what_is_emitted_follows_p(rule, chance):
    """χ², df 2, at 1e-6; acceptance within 4.9 standard errors."""
    counts, accepted = np.zeros(3), 0
    for seed in range(N):
        if rule == "full_q":
            x = pick(Q, CounterDraws(seed).u(0, Kind.DRAFT))[0]
            token, ok = emitted(seed, [Q], x)
        else:
            token, ok = emitted(seed, None, 2 if rule == "argmax" else 1)
        counts[token] += 1
        accepted += ok
    assert ((counts - N * P) ** 2 / (N * P)).sum() < 27.63
    assert abs(accepted / N - chance) < 4.9 * np.sqrt(chance * (1 - chance) / N)


def test_the_comparison_is_strict():
    """u = 0 must not accept an impossible token, nor u = p/q its own threshold."""
    p = np.array([0.0, 1.0])
    q = np.array([0.5, 0.5])
    zero = ForcedDraws(CounterDraws(0), {(0, Kind.ACCEPT, 0, 0): 0.0})
    verdict = verify_chain([p, p], [q], (0,), zero, 0)
    assert (verdict.accepted, verdict.token) == (0, 1)
    edge = ForcedDraws(CounterDraws(0), {(0, Kind.ACCEPT, 0, 0): 0.5})
    assert verify_chain([np.array([0.25, 0.75])] * 2, [q], (0,), edge, 0).accepted == 0


def test_p_equal_q_up_to_rounding_and_the_largest_draw():
    p = np.array([0.1, 0.2, 0.7], dtype=np.float32)
    q = np.nextafter(p, 1, dtype=np.float32)
    late = ForcedDraws(CounterDraws(0), {(0, Kind.ACCEPT, 0, 0): 1 - 2**-24, (0, Kind.TARGET, 0, 0): 1 - 2**-24})
    verdict = verify_chain([p, p], [q], (2,), late, 0)
    assert verdict.token in (0, 1, 2)


def test_nothing_is_judged_after_a_rejection_and_rows_are_asked_for_in_order():
    asked = []

    class Rows:
        def __getitem__(self, i):
            asked.append(i)
            return np.array([0.0, 1.0])

    verdict = verify_chain(Rows(), None, (1, 0, 1), CounterDraws(0), 0)
    assert [j.accepted for j in verdict.judgements] == [True, False]
    assert (verdict.accepted, verdict.token) == (1, 1)
    assert asked == [0, 1]


def test_an_accepted_stop_ends_without_a_token_of_the_target():
    one = np.array([0.0, 1.0])
    verdict = verify_chain([one] * 4, None, (1, 1, 1), CounterDraws(0), 0, ends=lambda m: m == 2)
    assert (verdict.accepted, verdict.token, len(verdict.judgements)) == (2, None, 2)


def test_full_accept_adds_the_bonus_from_the_last_row():
    one, zero = np.array([0.0, 1.0]), np.array([1.0, 0.0])
    verdict = verify_chain([one, one, zero], None, (1, 1), CounterDraws(0), 0)
    assert (verdict.accepted, verdict.token) == (2, 0)


def test_the_draws_of_a_block_are_all_different():
    verdict = verify_chain([P] * 6, [P] * 5, (0,) * 5, CounterDraws(0), 0)
    assert len({j.u for j in verdict.judgements}) == 5
