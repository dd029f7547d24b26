"""χ² for checks: pooling, p-values, and how many draws a test needs. scipy does the distributions."""

from functools import lru_cache
from typing import NamedTuple

import numpy as np
from scipy.optimize import brentq
from scipy.stats import chi2, ncx2

FALSE_ALARM = 1e-6
"""Chance that a correct engine fails a χ² test: the cells on toy laws share one, each test on a real model has its
own. (The exchange test of whole texts, `permutation_p`, has 1/(turns + 1).)"""
POWER = 0.999
DISTANCE = 0.05
"""Total variation that a test must find with `POWER`."""
LEAST_EXPECTED = 5.0


class ChiSquare(NamedTuple):
    statistic: float
    df: int
    p: float


def chi_square(counts: np.ndarray, law: np.ndarray) -> ChiSquare:
    """Pearson's χ² of `counts` against `law` (same shape); cells expected below 5 times are pooled.

    A count where the law has no mass is impossible under it: p is then 0.
    """
    n = counts.sum()
    observed, expected = counts.ravel().astype(float), law.ravel() * n
    if observed[expected == 0].any():
        return ChiSquare(np.inf, 1, 0.0)
    small = expected < LEAST_EXPECTED
    if small.any():
        observed = np.append(observed[~small], observed[small].sum())
        expected = np.append(expected[~small], expected[small].sum())
        observed, expected = observed[expected > 0], expected[expected > 0]
    df = len(expected) - 1
    statistic = float(((observed - expected) ** 2 / expected).sum())
    return ChiSquare(statistic, df, float(chi2.sf(statistic, df)) if df else 1.0)


@lru_cache(maxsize=256)
def draws_needed(df: int, false_alarm: float, distance: float = DISTANCE, power: float = POWER) -> int:
    """Draws for a χ² test to find a total variation of at least `distance` with `power`.

    The noncentrality of n draws is n·Σ(o − p)²/p ≥ n·(Σ|o − p|)² = 4n·distance², by Cauchy and Schwarz, whatever the
    two laws are.
    """
    critical = chi2.isf(false_alarm, df)
    noncentrality = brentq(lambda x: ncx2.sf(critical, df, x) - power, 1e-3, 1e5)
    return int(np.ceil(noncentrality / (4 * distance**2)))


def permutation_p(a: np.ndarray, b: np.ndarray, rng: np.random.Generator, turns: int) -> float:
    """p-value of "sequences a and b [n, m] have the same unigram law": total variation of the token counts.

    Whole sequences are exchanged between the two groups, so the dependence of the tokens within one is kept.
    """
    tokens, n = np.unique(np.concatenate([a.ravel(), b.ravel()])), len(a)
    rows = np.concatenate([a, b])
    counts = np.stack([(rows == t).sum(axis=1) for t in tokens], axis=1).astype(float)

    def distance(order: np.ndarray) -> float:
        first, second = counts[order[:n]].sum(axis=0), counts[order[n:]].sum(axis=0)
        return float(np.abs(first / first.sum() - second / second.sum()).sum())

    seen = distance(np.arange(len(rows)))
    above = sum(distance(rng.permutation(len(rows))) >= seen for _ in range(turns))
    return (1 + above) / (1 + turns)
