"""PQ3 and the joint law of three tokens through the whole engine. False-alarm rate 1e-6 per χ² (scipy)."""

import numpy as np
import pytest
from scipy.stats import chi2

from specviz.engine.markov import MarkovLM
from specviz.settings import RunSettings
from tests.engine.runs import ids_of, rounds_of

ALPHA = 1e-6


def chi2_p(counts: np.ndarray, law: np.ndarray) -> float:
    expected = counts.sum() * law
    return float(chi2.sf(((counts - expected) ** 2 / expected).sum(), law.size - 1))


def sample(settings: RunSettings, target, draft, shape: tuple[int, ...], n: int) -> np.ndarray:
    counts = np.zeros(shape)
    for seed in range(n):
        ids = ids_of(rounds_of(settings.but(seed=seed), target, draft, prompt=(0,), laws=False))
        counts[tuple(ids[: len(shape)])] += 1
    return counts


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


@pytest.mark.parametrize(("repair", "changes"), [
    ("lazy", {"k": 2}), ("eager", {"k": 3}), ("lazy", {"k": 3, "length_policy": "adaptive"}),
    ("eager", {"k": 2, "method": "lookup"}),
])  # fmt: skip
def test_three_tokens_jointly(repair, changes):
    p, q = MarkovLM.random(3, 4), MarkovLM.random(3, 5)
    settings = RunSettings(repair=repair, max_new_tokens=5, **changes)
    counts = sample(settings, p, q, (3, 3, 3), 4000)
    assert chi2_p(counts.ravel(), p.joint((0,), 3).ravel()) > ALPHA
