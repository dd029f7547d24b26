"""PQ3 through the whole engine; several tokens jointly are in tests/test_checks. False-alarm rate 1e-6 (scipy)."""

import numpy as np
from scipy.stats import chi2

from specviz.engine.markov import MarkovLM
from specviz.settings import RunSettings
from tests.engine.runs import rounds_of

ALPHA = 1e-6


def chi2_p(counts: np.ndarray, law: np.ndarray) -> float:
    expected = counts.sum() * law
    return float(chi2.sf(((counts - expected) ** 2 / expected).sum(), law.size - 1))


def test_pq3_through_the_engine():
    """Every row of both models the same: the marginal of PQ3, and its acceptance .6."""
    p, q = MarkovLM([[0.5, 0.3, 0.2]] * 3), MarkovLM([[0.2, 0.2, 0.6]] * 3)
    settings, accepted, n = RunSettings(k=1, max_new_tokens=2), 0, 6000
    counts = np.zeros(3)
    for seed in range(n):
        first = rounds_of(settings.but(seed=seed), p, q, prompt=(0,), laws=False)[0]
        counts[first.committed[0]] += 1
        accepted += first.accepted
    assert chi2_p(counts, np.array([0.5, 0.3, 0.2])) > ALPHA
    assert abs(accepted / n - 0.6) < 4.9 * np.sqrt(0.24 / n)
