"""Watching a histogram while it grows: a band that stays honest, a distance, and one p-value at the end.

A 95 % band made for one sample size is left by a correct engine in more than half of all runs that are watched: each
new draw is another chance to stray. The band here holds for all sizes together. For a token of probability p, and s
of n draws that gave it, the mixture likelihood ratio against every other probability,

    M_n = B(a + s, b + n − s) / (B(a, b) · p^s · (1 − p)^(n − s)),

is a martingale of mean 1 if p is right, so it ever reaches 1/α with probability at most α (Ville's inequality;
Robbins 1970, "Statistical methods related to the law of the iterated logarithm"; Howard, Ramdas, McAuliffe, Sekhon
2021, "Time-uniform, nonparametric, nonasymptotic confidence sequences"). The band is where M_n stays below V/α.

numpy only; it draws nothing and runs nothing.
"""

from collections.abc import Callable, Sequence
from math import erfc, exp, inf, lgamma, log, sqrt

import numpy as np
from numpy.typing import NDArray

from specviz.theory.checks import number, whole

ALPHA = 0.05


def band(
    law: Sequence[float], n: int, *, announced: int = 10_000, alpha: float = ALPHA
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Lowest and highest frequency [V] that n draws from `law` [V] may show.

    With probability at least 1 − α no frequency of a correct engine leaves the band at any n. It is tightest near
    `announced` draws. Tokens of probability 0 or 1 have a band of no width.
    """
    limit = log(len(law) / number("α", alpha, 1e-12, 1.0))
    weight = prior_weight(announced, alpha / len(law))
    edges = [_edges(float(p), whole("n", n, 0, 10**9), limit, weight) for p in law]
    low, high = np.array(edges).T
    return low, high


def prior_weight(announced: int, alpha: float) -> float:
    """Pseudo-draws of the mixture that make the band narrowest near `announced` draws (Howard et al. 2021, §3.5)."""
    x = -2 * log(alpha)
    return max(1.0, announced / (x + log(x + 1)))


def _edges(p: float, n: int, limit: float, weight: float) -> tuple[float, float]:
    if n == 0:
        return 0.0, 1.0
    if p in (0.0, 1.0):
        return p, p
    a, b = weight * p, weight * (1 - p)

    def evidence(s: float) -> float:
        """log M_n: convex in s, below 0 around n·p."""
        return _log_beta(a + s, b + n - s) - _log_beta(a, b) - s * log(p) - (n - s) * log(1 - p)

    return _crossing(evidence, n * p, 0.0, limit) / n, _crossing(evidence, n * p, float(n), limit) / n


def _crossing(evidence: Callable[[float], float], inside: float, outside: float, limit: float) -> float:
    """Where the evidence reaches the limit between two points; `outside` when it never does."""
    if evidence(outside) < limit:
        return outside
    for _ in range(40):
        middle = (inside + outside) / 2
        inside, outside = (middle, outside) if evidence(middle) < limit else (inside, middle)
    return inside


def _log_beta(a: float, b: float) -> float:
    return lgamma(a) + lgamma(b) - lgamma(a + b)


def outside(
    counts: Sequence[int], law: Sequence[float], *, announced: int = 10_000, alpha: float = ALPHA
) -> list[int]:
    """Tokens whose frequency has left the band."""
    n = int(sum(counts))
    if n == 0:
        return []
    low, high = band(law, n, announced=announced, alpha=alpha)
    return [x for x, c in enumerate(counts) if not low[x] - 1e-12 <= c / n <= high[x] + 1e-12]


def chi_square(counts: Sequence[int], law: Sequence[float]) -> tuple[float, int, float]:
    """Pearson's χ² of `counts` against `law`, its degrees of freedom, and the p-value: for one look, at the end.

    Tokens of probability 0 do not count as cells; a draw of one makes p 0.
    """
    n, expected = sum(counts), [p * sum(counts) for p in law]
    if any(c and not p for c, p in zip(counts, law, strict=True)):
        return inf, len(law) - 1, 0.0
    df = sum(p > 0 for p in law) - 1
    if df < 1 or n == 0:
        return 0.0, df, 1.0
    statistic = sum((c - e) ** 2 / e for c, e in zip(counts, expected, strict=True) if e > 0)
    return statistic, df, chi_square_tail(statistic, df)


def chi_square_tail(statistic: float, df: int) -> float:
    """P(χ² with df ≥ 1 degrees of freedom ≥ statistic ≥ 0): the finite sums for whole df."""
    half = number("χ²", statistic, 0.0) / 2
    if half == 0:
        return 1.0
    first, rest = (0.0, 0.0) if df % 2 == 0 else (0.5, erfc(sqrt(half)))
    return min(1.0, rest + sum(exp((i + first) * log(half) - half - lgamma(i + first + 1)) for i in range(df // 2)))
