"""The closed forms against the tables, and their corollaries against each other."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from specviz.errors import SpecvizError
from specviz.theory.acceptance import geometric_tokens
from specviz.theory.advice import best_k_of
from specviz.theory.leviathan import (
    guaranteed_factor,
    ideal_factor,
    improvement_exists,
    operations_factor,
    walltime_factor,
    walltime_grid,
)

KS = (1, 2, 3, 4, 5, 6, 8, 10)
FACTORS = [
    (0.02, 0.5, (1.471, 1.683, 1.769, 1.794, 1.790, 1.772, 1.721, 1.666), 4, 1.794),
    (0.02, 0.7, (1.667, 2.106, 2.390, 2.568, 2.674, 2.731, 2.758, 2.723), 8, 2.758),
    (0.02, 0.8, (1.765, 2.346, 2.785, 3.113, 3.354, 3.528, 3.732, 3.809), 11, 3.817),
    (0.02, 0.9, (1.863, 2.606, 3.244, 3.792, 4.260, 4.658, 5.281, 5.718), 19, 6.365),
    (0.05, 0.5, (1.429, 1.591, 1.630, 1.615, 1.575, 1.526, 1.426, 1.333), 3, 1.630),
    (0.05, 0.6, (1.524, 1.782, 1.892, 1.921, 1.907, 1.869, 1.768, 1.661), 4, 1.921),
    (0.05, 0.7, (1.619, 1.991, 2.203, 2.311, 2.353, 2.353, 2.285, 2.178), 6, 2.353),
    (0.05, 0.8, (1.714, 2.218, 2.567, 2.801, 2.951, 3.040, 3.092, 3.047), 8, 3.092),
    (0.05, 0.9, (1.810, 2.464, 2.990, 3.413, 3.748, 4.013, 4.376, 4.575), 13, 4.674),
    (0.10, 0.5, (1.364, 1.458, 1.442, 1.384, 1.312, 1.240, 1.109, 1.000), 2, 1.458),
    (0.10, 0.7, (1.545, 1.825, 1.948, 1.981, 1.961, 1.912, 1.777, 1.634), 4, 1.981),
    (0.10, 0.8, (1.636, 2.033, 2.271, 2.401, 2.460, 2.470, 2.405, 2.285), 6, 2.470),
    (0.10, 0.9, (1.727, 2.258, 2.645, 2.925, 3.124, 3.261, 3.403, 3.431), 10, 3.431),
    (0.20, 0.5, (1.250, 1.250, 1.172, 1.076, 0.984, 0.902, 0.768, 0.666), 1, 1.250),
    (0.20, 0.7, (1.417, 1.564, 1.583, 1.541, 1.471, 1.390, 1.230, 1.089), 3, 1.583),
    (0.20, 0.8, (1.500, 1.743, 1.845, 1.868, 1.845, 1.796, 1.665, 1.524), 4, 1.868),
    (0.20, 0.9, (1.583, 1.936, 2.149, 2.275, 2.343, 2.371, 2.356, 2.287), 7, 2.373),
    (0.50, 0.5, (1.000, 0.875, 0.750), 0, 1.000),
    (0.50, 0.7, (1.133, 1.095, 1.013, 0.924, 0.840), 1, 1.133),
    (0.50, 0.9, (1.267, 1.355, 1.376, 1.365, 1.339), 3, 1.376),
]  # fmt: skip
# Leviathan 2023, table 1, c = ĉ = 0: (α, k) → operations, speed
TABLE_1 = [
    (0.6, 2, 1.53, 1.96),
    (0.7, 3, 1.58, 2.53),
    (0.8, 2, 1.23, 2.44),
    (0.8, 5, 1.63, 3.69),
    (0.9, 2, 1.11, 2.71),
    (0.9, 10, 1.60, 6.86),
]


@pytest.mark.parametrize(("c", "alpha", "factors", "best", "top"), FACTORS)
def test_factors_and_best_k_match_the_table(c, alpha, factors, best, top):
    assert [walltime_factor(alpha, k, c) for k in KS[: len(factors)]] == pytest.approx(factors, abs=5.1e-4)
    found = best_k_of(tuple(walltime_grid([alpha], 40, c)[0]))
    assert found.k == best
    assert found.factor == pytest.approx(top, abs=5.1e-4)


@pytest.mark.parametrize(("alpha", "k", "operations", "speed"), TABLE_1)
def test_the_papers_table_1(alpha, k, operations, speed):
    assert operations_factor(alpha, k, 0.0) == pytest.approx(operations, abs=0.0051)
    assert walltime_factor(alpha, k, 0.0) == pytest.approx(speed, abs=0.0051)


def test_bigram_drafts_of_the_paper():
    assert walltime_factor(0.2, 3, 0.0) == pytest.approx(1.248)


def test_limits():
    assert walltime_factor(0.0, 4, 0.25) == 0.5  # one token for two steps
    assert walltime_factor(1.0, 4, 0.25) == 2.5  # five tokens for two steps
    assert walltime_factor(0.9, 0, 0.25) == 1.0
    assert operations_factor(1.0, 4, 0.0) == 1.0


def test_eager_pays_a_target_step_more_and_no_draft_step():
    tokens = geometric_tokens(0.8, 4)
    assert ideal_factor(tokens, 4, 0.1, "lazy") == pytest.approx(tokens / 1.4)
    assert ideal_factor(tokens, 4, 0.1, "eager") == pytest.approx(tokens / 2.4)
    assert ideal_factor(1.0, 0, 0.1, "eager") == 1.0


def test_a_length_that_no_round_can_have_is_refused():
    with pytest.raises(SpecvizError):
        ideal_factor(5.1, 4, 0.1)
    with pytest.raises(SpecvizError):
        walltime_factor(0.5, 4, -0.1)


def test_the_grid_is_the_scalar_formula():
    alphas = np.linspace(0.0, 1.0, 11)
    grid = walltime_grid(alphas, 8, 0.1)
    expected = [[walltime_factor(float(a), k, 0.1) for k in range(9)] for a in alphas]
    assert np.allclose(grid, expected, rtol=1e-14)


@given(st.floats(0.0, 1.0), st.floats(0.0, 2.0))
def test_an_improvement_exists_iff_alpha_exceeds_c(alpha, c):
    # Corollary 3.9: k = 1 already shows it, and no k helps otherwise
    row = walltime_grid([alpha], 30, c)[0]
    if improvement_exists(alpha, c):
        assert row.max() >= guaranteed_factor(alpha, c) - 1e-12
        assert row[1] == pytest.approx(guaranteed_factor(alpha, c))
    else:
        assert row.max() <= 1.0 + 1e-12
        assert guaranteed_factor(alpha, c) is None


@given(st.floats(0.0, 1.0), st.integers(0, 30), st.floats(0.0, 1.0))
def test_speculation_never_saves_arithmetic(alpha, k, c_hat):
    assert operations_factor(alpha, k, c_hat) >= 1.0 - 1e-12
