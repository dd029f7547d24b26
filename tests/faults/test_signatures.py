"""Each mistake writes its own histogram on PQ3: exact laws of the builds, against a table worked out by hand."""

from math import sqrt

import numpy as np
import pytest

from specviz.checks.toys import P3, Q3, exact_law, pq3
from specviz.engine.verify import RULE
from specviz.faults import CORRECT_BUILD, FAULTS
from specviz.settings import RunSettings
from specviz.theory.enumerate import full_q, total_variation

SIGNATURES = {
    "resample_p": (0.40, 0.32, 0.28),
    "resample_q": (0.28, 0.28, 0.44),
    "softmax_residual": (0.3563, 0.3279, 0.3158),
    "absolute_residual": (0.35, 0.25, 0.40),
    "swapped_residual": (0.20, 0.20, 0.60),
    "inverted_ratio": (0.22, 0.18, 0.60),
    "argmax_residual": (0.60, 0.20, 0.20),
    "argmax_judged_soft": (0.5, 0.1667, 0.3333),
    "other_temperature": (0.5, 0.2273, 0.2727),
    "over_p_max": (0.53, 0.23, 0.24),
    "two_chances": (0.44, 0.28, 0.28),
    "two_samples_agree": (0.64, 0.24, 0.12),
    "withholds": (0.50, 0.22, 0.28),
    "first_unverified": (0.20, 0.20, 0.60),
}
SETTINGS = RunSettings(k=1)


def law(build) -> np.ndarray:
    return exact_law(build, pq3(), SETTINGS, 1)


def test_the_correct_build_writes_p():
    np.testing.assert_allclose(law(CORRECT_BUILD), P3, atol=1e-7)


@pytest.mark.parametrize("name", SIGNATURES)
def test_signature(name):
    np.testing.assert_allclose(law(FAULTS[name].build), SIGNATURES[name], atol=6e-5)


def test_eleven_of_them_tell_each_other_apart():
    """No two signatures but the swapped residual, the inverted ratio and the unverified candidate lie close."""
    laws = {name: np.array(s) for name, s in SIGNATURES.items() if name not in ("inverted_ratio", "first_unverified")}
    near = [(a, b) for a in laws for b in laws if a < b and total_variation(laws[a], laws[b]) < 0.007]
    assert not near


def test_the_formulas_enumerated_without_the_engine_agree():
    p, q = np.array(P3), np.array(Q3)
    for name in ("resample_p", "softmax_residual", "absolute_residual", "inverted_ratio", "argmax_residual"):
        np.testing.assert_allclose(full_q(FAULTS[name].build.parts.rule)(p, q).emitted, SIGNATURES[name], atol=6e-5)
    sharp = full_q(RULE, drawn=lambda q: q**2 / (q**2).sum())
    np.testing.assert_allclose(sharp(p, q).emitted, SIGNATURES["other_temperature"], atol=6e-5)


def test_one_u_for_the_block_keeps_the_first_token_right():
    """Two candidates, judged by one draw: the first token is still p, and accepting both is too likely."""
    build, right = FAULTS["one_u"].build, np.outer(P3, P3)
    joint = exact_law(build, pq3(), RunSettings(k=2), 2)
    np.testing.assert_allclose(joint.sum(axis=1), P3, atol=1e-7)
    assert total_variation(joint, right) > 0.01


def test_mistakes_that_leave_this_law_alone():
    """u ≤ p/q differs on an event of probability 0; a row is wrong only where rows differ."""
    for name in ("inclusive", "rows_shifted", "bonus_row", "soft_at_zero", "once_per_block"):
        np.testing.assert_allclose(law(FAULTS[name].build), P3, atol=1e-7)


def test_enough_draws_to_find_each():
    """λ = Σ (o − p)²/p: the hardest signature, p over its maximum, needs 68.4/λ = 2,600 draws at 1e-6 and .999."""
    hardest = min(sum((o - p) ** 2 / p for o, p in zip(s, P3, strict=True)) for s in SIGNATURES.values())
    assert 68.4 / hardest < 20_000
    assert sqrt(hardest) > 0.1
