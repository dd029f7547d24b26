"""What a round costs and what a token then costs: the general model, without the ideals of `leviathan`.

    (n·C_D + C_V + C_R + C_O) / E[L]  <  C_T(1)          speculation pays iff this holds

E[L] = τ, the target's own token included. All times in one unit (seconds, or steps of the target); only ratios
matter. The two repair conventions (DESIGN, §1) differ in what is drafted, verified and repaired:

    lazy    n = k;      C_V = a pass over k + 1 tokens;  C_R = 0: what is missing rides along in the next passes
    eager   n = k − 1;  C_V = a pass over k tokens;      C_R = C_T(1) + C_D, one step of both in every round

Eager drafts d_1 from the row that its repair left. In both the draft has not read d_k after a full accept: it is one
more token of the draft's next pass, and a pass over two tokens is taken to cost what one over one does. (An engine
that writes d_k in a pass of its own, as gpt-fast does, pays P(full accept)·C_D more.)
Neither pays for a rejection as such: the formula with P(reject)·C_R that circulates describes neither.
k = 0 is speculation switched off: one plain step, factor 1. The last round of a run, which repairs nothing, is not
modelled. `advice` asks which term to attack; `best_k` which length to take.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, fields
from typing import Self

import numpy as np

from specviz.errors import SpecvizError
from specviz.theory.acceptance import Acceptance
from specviz.theory.checks import draft_length, number, probability
from specviz.theory.leviathan import Convention

TERMS = ("draft", "verify", "repair", "overhead")


@dataclass(frozen=True)
class Costs:
    """The prices. `passes[n-1]` = time of one target pass over n tokens, so `passes[0]` is C_T(1).

    `draft_step` = C_D, one token of the draft (0 for prompt lookup). `overhead` = C_O, per round: sampling,
    launches, synchronisation. Times may be of a whole batch, as long as all are.
    """

    passes: tuple[float, ...]
    draft_step: float
    overhead: float = 0.0

    def __post_init__(self) -> None:
        if not self.passes:
            raise SpecvizError("cost_passes_missing", needed=1, given=0)
        for n, seconds in enumerate(self.passes, 1):
            number(f"C_T({n})", seconds, 0.0)
        if self.passes[0] == 0:
            raise SpecvizError("theory_positive", name="C_T(1)", value=0)
        number("C_D", self.draft_step, 0.0)
        number("C_O", self.overhead, 0.0)

    @classmethod
    def from_function(
        cls, pass_time: Callable[[int], float], n_max: int, draft_step: float, overhead: float = 0.0
    ) -> Self:
        """Prices from any model of a pass over n = 1…n_max tokens, `roofline` for example."""
        return cls(tuple(float(pass_time(n)) for n in range(1, n_max + 1)), draft_step, overhead)

    @classmethod
    def ratios(cls, c: float, k_max: int, extra_per_token: float = 0.0, overhead: float = 0.0) -> Self:
        """Prices in target steps: C_D = c, and each token of a pass beyond the first adds `extra_per_token`."""
        extra = number("extra_per_token", extra_per_token, 0.0)
        return cls.from_function(lambda n: 1.0 + extra * (n - 1), draft_length(k_max) + 1, c, overhead)

    @property
    def target_step(self) -> float:
        """C_T(1)."""
        return self.passes[0]

    @property
    def c(self) -> float:
        """C_D / C_T(1)."""
        return self.draft_step / self.target_step

    def verify(self, k: int, convention: Convention) -> float:
        """C_V for k ≥ 1 candidates. Raises `cost_passes_missing` when no time is known for so long a pass."""
        n = k + 1 if convention == "lazy" else k
        if not 1 <= n <= len(self.passes):
            raise SpecvizError("cost_passes_missing", needed=n, given=len(self.passes))
        return self.passes[n - 1]


@dataclass(frozen=True)
class RoundCost:
    """Where the time of a mean round goes, in the unit of the prices; the four parts sum to `total`."""

    draft: float
    verify: float
    repair: float
    overhead: float
    tokens: float
    """τ, committed per round."""
    plain: float
    """C_T(1), what a token costs without speculation."""

    @property
    def parts(self) -> dict[str, float]:
        return {term: getattr(self, term) for term in TERMS}

    @property
    def total(self) -> float:
        return sum(self.parts.values())

    @property
    def per_token(self) -> float:
        return self.total / self.tokens

    @property
    def factor(self) -> float:
        """C_T(1) ÷ time per token: the wall-clock factor. Above 1 speculation pays."""
        return self.plain / self.per_token

    @property
    def in_target_steps(self) -> float:
        """ρ, the round in plain target steps: τ / factor."""
        return self.total / self.plain


def draft_time(k: int, costs: Costs, convention: Convention) -> float:
    """Proposing k ≥ 1 candidates."""
    return (k if convention == "lazy" else k - 1) * costs.draft_step


def repair_time(costs: Costs, convention: Convention) -> float:
    """C_R of a round of k ≥ 1 candidates."""
    return 0.0 if convention == "lazy" else costs.target_step + costs.draft_step


def round_cost(acceptance: Acceptance, costs: Costs, convention: Convention = "lazy") -> RoundCost:
    """The mean round of `acceptance.k` candidates. k = 0: one plain step, called its verify part."""
    k = acceptance.k
    if k == 0:
        return RoundCost(0.0, costs.target_step, 0.0, 0.0, 1.0, costs.target_step)
    return RoundCost(
        draft=draft_time(k, costs, convention),
        verify=costs.verify(k, convention),
        repair=repair_time(costs, convention),
        overhead=costs.overhead,
        tokens=acceptance.tokens_per_round,
        plain=costs.target_step,
    )


def mean_round(parts: Sequence[tuple[float, RoundCost]]) -> RoundCost:
    """The mean of rounds of several kinds, each with its share (weights of any sum): their costs and tokens add up,
    so its factor is the factor of a run that mixes them. Raises `SpecvizError` when all weights are 0.
    """
    total = sum(weight for weight, _ in parts)
    if total == 0:
        raise SpecvizError("theory_positive", name="Σ weights", value=0)

    def mean(name: str) -> float:
        return sum(weight * getattr(part, name) for weight, part in parts) / total

    return RoundCost(**{f.name: mean(f.name) for f in fields(RoundCost)})


def factor(acceptance: Acceptance, costs: Costs, convention: Convention = "lazy") -> float:
    """Wall-clock factor of rounds with this law of acceptance at these prices."""
    return round_cost(acceptance, costs, convention).factor


def break_even_alpha(k: int, costs: Costs, convention: Convention = "lazy") -> float | None:
    """The i.i.d. α at which rounds of k ≥ 1 cost exactly what plain decoding costs; None if no α in [0, 1] does.

    Of the factor only τ depends on α, and rises with it, so a bisection finds the one root. 0.0 when even α = 0 does
    not lose (only possible with free drafts).
    """
    if draft_length(k) == 0:
        raise SpecvizError("theory_range", name="k", value=k, low=1, high=len(costs.passes) - 1)

    def gain(alpha: float) -> float:
        return factor(Acceptance.iid(alpha, k), costs, convention) - 1.0

    if gain(0.0) >= 0.0:
        return 0.0
    if gain(1.0) < 0.0:
        return None
    low, high = 0.0, 1.0
    for _ in range(60):
        middle = (low + high) / 2
        low, high = (middle, high) if gain(middle) < 0.0 else (low, middle)
    return high


def factor_grid(alphas: Sequence[float], k_max: int, costs: Costs, convention: Convention = "lazy") -> np.ndarray:
    """The factor for every i.i.d. α and k = 0…k_max; shape (len(alphas), k_max + 1). Column 0 is 1: off."""
    rates = np.array([probability("α", float(a)) for a in alphas])
    grid = np.ones((len(rates), draft_length(k_max) + 1))
    tokens = np.ones_like(rates)
    for k in range(1, k_max + 1):
        tokens = tokens + rates**k
        drafted = draft_time(k, costs, convention)
        total = drafted + costs.verify(k, convention) + repair_time(costs, convention) + costs.overhead
        grid[:, k] = tokens * costs.target_step / total
    return grid
