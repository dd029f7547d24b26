"""How far a round gets: the law of the accepted length, and what follows from it.

One idea: everything is read off the survival curve s_i = P(the first i candidates are all accepted), i = 1…k.
A single rate α gives s_i = α^i (Leviathan, Kalman, Matias 2023, arXiv 2211.17192, §3.1, whose β_i are i.i.d.);
rates per position give any curve that does not rise. Nothing here knows what anything costs (see `cost`) or counts
rounds that happened (see `tally`).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate, pairwise
from math import fsum
from operator import mul
from typing import Self

import numpy as np
from numpy.typing import NDArray

from specviz.errors import SpecvizError
from specviz.theory.checks import MAX_BATCH, draft_length, probabilities, probability, whole


@dataclass(frozen=True)
class Acceptance:
    """The survival curve of a round of k candidates: `first_i[i-1]` = P(first i accepted), not rising.

    Build it with `iid`, `conditional` or `first`. k = 0 (an empty curve) is a round without candidates: it still
    commits the target's own token.
    """

    first_i: tuple[float, ...]

    def __post_init__(self) -> None:
        object.__setattr__(self, "first_i", probabilities("s", self.first_i))
        for i, (before, here) in enumerate(pairwise(self.first_i), 2):
            if here > before:
                raise SpecvizError("survival_rises", position=i, value=here, previous=before)

    @classmethod
    def iid(cls, alpha: float, k: int) -> Self:
        """Every judged candidate is accepted with the same probability α, independently: s_i = α^i."""
        return cls(tuple(accumulate([probability("α", alpha)] * draft_length(k), mul)))

    @classmethod
    def conditional(cls, rates: Sequence[float]) -> Self:
        """From r_i = P(candidate i accepted | it is judged): s_i = r_1 ⋯ r_i."""
        return cls(tuple(accumulate(probabilities("r", rates), mul)))

    @classmethod
    def first(cls, first_i: Sequence[float]) -> Self:
        """From P(first i accepted), the kind vLLM logs; raises `survival_rises` naming the position."""
        return cls(tuple(first_i))

    @property
    def k(self) -> int:
        return len(self.first_i)

    @cached_property
    def expected_accepted(self) -> float:
        """E[accepted] = Σ s_i; for i.i.d. the series α + α² + … + α^k, exact at α = 1."""
        return fsum(self.first_i)

    @property
    def tokens_per_round(self) -> float:
        """τ = 1 + Σ s_i: the accepted candidates and the target's own token, replacement or bonus."""
        return 1.0 + self.expected_accepted

    @property
    def bonus_probability(self) -> float:
        """P(all k accepted) = s_k; 1 for k = 0."""
        return self.first_i[-1] if self.first_i else 1.0

    @property
    def replacement_probability(self) -> float:
        """P(some candidate rejected) = 1 − s_k; 0 for k = 0."""
        return 1.0 - self.bonus_probability

    @property
    def accepted_over_drafted(self) -> float | None:
        """E[accepted] / k; None for k = 0, where nothing was drafted. Never above `alpha`."""
        return self.expected_accepted / self.k if self.k else None

    @property
    def expected_judged(self) -> float:
        """E[judged] = 1 + s_1 + … + s_{k−1}: candidate i is judged when the first i−1 were accepted."""
        return 1.0 + fsum(self.first_i[:-1]) if self.first_i else 0.0

    @property
    def alpha(self) -> float | None:
        """accepted/judged, the rate a judged candidate is accepted at; None for k = 0. Gives α back for `iid`."""
        return self.expected_accepted / self.expected_judged if self.k else None

    @property
    def length_law(self) -> tuple[float, ...]:
        """P(exactly m accepted), m = 0…k: the differences of 1, s_1, …, s_k, 0."""
        curve = (1.0, *self.first_i, 0.0)
        return tuple(here - after for here, after in pairwise(curve))

    @property
    def conditional_rates(self) -> tuple[float | None, ...]:
        """r_i = s_i / s_{i−1}; None from the first position on that is never judged."""
        curve = (1.0, *self.first_i)
        return tuple(here / before if before > 0 else None for before, here in pairwise(curve))

    def in_lockstep(self, batch: int) -> Self:
        """The law when `batch` independent sequences must all advance by the shortest accepted length: s_i^batch.

        A server with ragged lengths does not pay this price; one that keeps its sequences aligned does.
        """
        whole("batch", batch, 1, MAX_BATCH)
        return type(self)(tuple(s**batch for s in self.first_i))

    def truncated(self, k: int) -> Self:
        """The same law in shorter rounds. A longer round is not known from this one: `theory_range`."""
        if draft_length(k) > self.k:
            raise SpecvizError("theory_range", name="k", value=k, low=0, high=self.k)
        return type(self)(self.first_i[:k])


def geometric_tokens(rate: float, k: int) -> float:
    """τ of the geometric formula, (1 − rate^{k+1}) / (1 − rate) (Leviathan 2023, equation 1), summed as a series.

    Exact at rate 1 (k + 1) and at 0 (1). It wants α; see `geometric_error` for what accepted/drafted does to it.
    """
    return Acceptance.iid(rate, k).tokens_per_round


@dataclass(frozen=True)
class GeometricError:
    """What the geometric formula says when a mean rate is put in, beside the truth; `relative` = said/true − 1."""

    rate: float
    said: float
    true: float

    @property
    def relative(self) -> float:
        return self.said / self.true - 1.0


def geometric_error(acceptance: Acceptance, rate: float | None = None) -> GeometricError:
    """The geometric formula fed with `rate` (default accepted/drafted, the usual mistake), against the exact τ.

    Raises `nothing_drafted` for k = 0.
    """
    used = acceptance.accepted_over_drafted if rate is None else rate
    if used is None:
        raise SpecvizError("nothing_drafted")
    return GeometricError(used, geometric_tokens(used, acceptance.k), acceptance.tokens_per_round)


def alpha_for_tokens(tokens: float, k: int) -> float:
    """The α whose geometric formula gives τ = `tokens` in rounds of k ≥ 1: the inverse of `geometric_tokens` in α.

    Bisection on a strictly rising function. Raises `theory_range` when τ is not in [1, k + 1].
    """
    if not 1.0 <= tokens <= draft_length(k) + 1 or k == 0:
        raise SpecvizError("theory_range", name="τ", value=tokens, low=1, high=k + 1)
    low, high = 0.0, 1.0
    for _ in range(60):
        middle = (low + high) / 2
        low, high = (middle, high) if geometric_tokens(middle, k) < tokens else (low, middle)
    return (low + high) / 2


def tokens_grid(alphas: Sequence[float] | NDArray[np.float64], k_max: int) -> NDArray[np.float64]:
    """τ for every α and every k = 0…k_max under i.i.d. acceptance; shape (len(alphas), k_max + 1)."""
    rates = np.array(probabilities("α", list(map(float, alphas))))
    return np.cumsum(rates[:, None] ** np.arange(draft_length(k_max) + 1), axis=1)
