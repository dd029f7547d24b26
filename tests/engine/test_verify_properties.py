"""Properties of the verify functions, for any laws and any draws."""

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from specviz.engine.draws import STEPS, CounterDraws, ForcedDraws, Kind, pick
from specviz.engine.verify import acceptance, residual, verify_chain
from specviz.errors import SpecvizError

anything = settings(max_examples=300)
draw = st.integers(0, STEPS - 1).map(lambda n: n / STEPS)
NOT_FINITE = (np.nan, np.inf, -np.inf)


@st.composite
def laws(draw_from, count: int, dtype: type = np.float64):
    """`count` laws over one vocabulary: zeros, one-hot rows, tiny entries and equal rows among them."""
    size = draw_from(st.integers(1, 7))
    weight = st.one_of(st.just(0.0), st.floats(1e-9, 1.0), st.integers(1, 9).map(float))
    rows = [np.array(draw_from(st.lists(weight, min_size=size, max_size=size))) for _ in range(count)]
    assume(all(row.sum() > 0 for row in rows))
    if draw_from(st.booleans()):
        rows[-1] = rows[0]
    return [(row / row.sum()).astype(dtype) for row in rows]


@anything
@given(laws(2), st.integers(0, 6))
def test_acceptance_is_the_capped_ratio(rows, x):
    p, q = rows
    x %= len(p)
    assume(q[x] > 0)
    assert acceptance(p, q, x) == min(1.0, p[x] / q[x])


@anything
@given(laws(2))
def test_the_residual_is_a_law_on_what_the_draft_lacks(rows):
    p, q = rows
    r = residual(p, q)
    assert r.sum() == pytest.approx(1)
    assert (r >= 0).all()
    if (p > q).any():
        assert not r[p <= q].any()


@anything
@given(laws(2))
def test_accepted_and_replaced_mass_add_up_to_p(rows):
    p, q = rows
    accepted = np.array([q[x] * acceptance(p, q, x) if q[x] else 0.0 for x in range(len(p))])
    np.testing.assert_allclose(accepted + (1 - accepted.sum()) * residual(p, q), p, atol=1e-12)


@anything
@given(st.lists(st.tuples(st.integers(0, 12), st.integers(0, 12)), min_size=1, max_size=6))
def test_the_same_without_any_rounding(weights):
    a, b = zip(*weights, strict=True)
    assume(sum(a) and sum(b))
    p, q = (np.array([Fraction(n, sum(ns)) for n in ns], dtype=object) for ns in (a, b))
    accepted = np.array([q[x] * acceptance(p, q, x) if q[x] else Fraction(0) for x in range(len(p))], dtype=object)
    assert (accepted + (1 - accepted.sum()) * residual(p, q) == p).all()


@anything
@given(laws(4, np.float32), st.lists(st.integers(0, 6), min_size=1, max_size=3), st.integers(0, 2**32), st.booleans())
def test_a_verdict_is_well_formed_and_emits_nothing_impossible(rows, wanted, seed, full_q):
    """One judgement per judged candidate, a prefix of accepted ones, and every committed token has p > 0."""
    *p_rows, q = rows
    p_rows = [*p_rows, p_rows[0]]
    draws = CounterDraws(seed)
    k = len(wanted)
    candidates = [pick(q, draws.u(i, Kind.DRAFT))[0] if full_q else x % len(q) for i, x in enumerate(wanted)]
    verdict = verify_chain(p_rows, [q] * k if full_q else None, candidates, draws, 0)
    fates = [j.accepted for j in verdict.judgements]
    assert fates == [True] * verdict.accepted + [False] * (verdict.accepted < k)
    committed = [*candidates[: verdict.accepted], verdict.token]
    assert all(p_rows[i][x] > 0 for i, x in enumerate(committed))
    assert verdict.low <= verdict.u < verdict.high or verdict.high - verdict.low < 1e-6
    if full_q and verdict.accepted < k:
        rejected = candidates[verdict.accepted]
        assert verdict.token != rejected or p_rows[verdict.accepted][rejected] > q[rejected]


@anything
@given(laws(1), draw)
def test_own_sample_commits_the_targets_sample_whatever_was_proposed(rows, u):
    (p,) = rows
    own = pick(p, u)[0]
    draws = ForcedDraws(CounterDraws(0), {(0, Kind.TARGET, 0, 0): u})
    for x in range(len(p)):
        verdict = verify_chain([p, p], None, [x], draws, 0)
        assert bool(verdict.accepted) == (x == own)
        assert (x if verdict.accepted else verdict.token) == own


@anything
@given(laws(2), draw, st.integers(0, 6))
def test_ends_stops_the_round_with_the_candidate(rows, u, x):
    p, q = rows
    x %= len(p)
    assume(p[x] >= q[x] > 0)
    draws = ForcedDraws(CounterDraws(0), {(0, Kind.ACCEPT, 0, 0): u})
    verdict = verify_chain([p, p, p], [q, q], [x, x], draws, 0, ends=lambda m: m == 1)
    assert (verdict.accepted, verdict.token, len(verdict.judgements)) == (1, None, 1)


@anything
@given(laws(1), draw)
def test_pick_never_takes_the_impossible_and_owns_its_interval(rows, u):
    (p,) = rows
    token, low, high = pick(p, u)
    assert p[token] > 0
    assert low <= u + 1e-12
    assert u <= high + 1e-12
    assert high - low == pytest.approx(p[token], abs=1e-12)


@pytest.mark.parametrize("bad", NOT_FINITE)
@anything
@given(laws(2), st.integers(0, 6))
def test_what_is_not_finite_is_named(bad, rows, at):
    """NaN and infinities in either law: an error with a code, never a token."""
    for which in (0, 1):
        broken = [row.copy() for row in rows]
        at %= len(broken[0])
        broken[which][at] = bad
        with pytest.raises(SpecvizError):
            acceptance(*broken, at)
        with pytest.raises(SpecvizError):
            residual(*broken)
    with np.errstate(invalid="ignore"), pytest.raises(SpecvizError):
        pick(broken[1], 0.5)
