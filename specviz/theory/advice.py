"""What to do about a cost: the best k and how flat its optimum is, which term to attack, what a change would bring.

Everything is recomputed through `cost.round_cost`; nothing here has a formula of its own but the elasticities.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from math import isclose

from specviz.theory.acceptance import Acceptance
from specviz.theory.checks import draft_length
from specviz.theory.cost import TERMS, Costs, RoundCost, factor, round_cost
from specviz.theory.leviathan import Convention

FLAT = 0.01
"""The optimum is called flat where the factor is within this share of the best."""


@dataclass(frozen=True)
class BestK:
    """`factors[k]` for k = 0…K, the best of them (the smallest k of a tie), and the flat range around it."""

    k: int
    factor: float
    flat_from: int
    flat_to: int
    factors: tuple[float, ...]

    @property
    def off(self) -> bool:
        """No k beats plain decoding: do not speculate."""
        return self.k == 0


def best_k_of(factors: tuple[float, ...]) -> BestK:
    """The best position of a curve factors[0…K]; the flat range is the run of neighbours within `FLAT` of it."""
    top = max(factors)
    best = next(k for k, value in enumerate(factors) if isclose(value, top, rel_tol=1e-12))
    flat_from = flat_to = best
    while flat_from > 0 and factors[flat_from - 1] >= top * (1.0 - FLAT):
        flat_from -= 1
    while flat_to + 1 < len(factors) and factors[flat_to + 1] >= top * (1.0 - FLAT):
        flat_to += 1
    return BestK(best, top, flat_from, flat_to, factors)


def best_k(law: Callable[[int], Acceptance], k_max: int, costs: Costs, convention: Convention = "lazy") -> BestK:
    """The best k in 0…k_max, where `law(k)` is the acceptance of rounds of k.

    For one rate: `lambda k: Acceptance.iid(alpha, k)`; for measured positions: `measured.truncated`.
    """
    ks = range(draft_length(k_max) + 1)
    return best_k_of(tuple(factor(law(k), costs, convention) for k in ks))


@dataclass(frozen=True)
class Lever:
    """Something that costs time, its share of the round, and the factor if there were half of it, or none.

    A term of the cost, where for `verify` only what it costs *beyond* one plain step can go away; or `rejection`,
    whose share is that of the k + 1 possible tokens a round misses, and which is halved by halving every rate of
    rejection.
    """

    term: str
    share: float
    halved: float
    removed: float


def levers(acceptance: Acceptance, costs: Costs, convention: Convention = "lazy") -> tuple[Lever, ...]:
    """The four terms and `rejection`, the one whose removal brings most first. Empty for k = 0."""
    if acceptance.k == 0:
        return ()
    cost = round_cost(acceptance, costs, convention)
    found = [_rejection_lever(acceptance, cost, costs, convention)]
    for term in TERMS:
        removable = max(cost.verify - cost.plain, 0.0) if term == "verify" else getattr(cost, term)
        halved, removed = (_cheaper(cost, term, by).factor for by in (removable / 2, removable))
        found.append(Lever(term, removable / cost.total, halved, removed))
    return tuple(sorted(found, key=lambda lever: -lever.removed))


def _rejection_lever(acceptance: Acceptance, cost: RoundCost, costs: Costs, convention: Convention) -> Lever:
    # a position nobody reached has an unknown rate: take the worst, 0
    rates = [(1.0 + (rate or 0.0)) / 2 for rate in acceptance.conditional_rates]
    limit = acceptance.k + 1
    return Lever(
        "rejection",
        (limit - cost.tokens) / limit,
        factor(Acceptance.conditional(rates), costs, convention),
        factor(Acceptance.iid(1.0, acceptance.k), costs, convention),
    )


def _cheaper(cost: RoundCost, term: str, by: float) -> RoundCost:
    return replace(cost, **{term: getattr(cost, term) - by})


def elasticities(acceptance: Acceptance, costs: Costs, convention: Convention = "lazy") -> dict[str, float]:
    """d ln(factor) / d ln(x): by how many per cent the factor moves when x moves by one per cent.

    `α`: all conditional rates scaled together, so s_i scales with the i-th power: Σ i·s_i / τ. `C_D`, `C_V`, `C_O`:
    minus their share of the round; the draft's share includes its part of the repair. C_T(1) is held fixed as the
    baseline, except that eager's repair step is the target's own and is counted under `C_T`.
    """
    cost = round_cost(acceptance, costs, convention)
    if acceptance.k == 0:
        return dict.fromkeys(("α", "C_D", "C_V", "C_T", "C_O"), 0.0)
    target_repair = costs.target_step if convention == "eager" else 0.0
    moved = sum(i * s for i, s in enumerate(acceptance.first_i, 1))
    return {
        "α": moved / cost.tokens,
        "C_D": -(cost.draft + cost.repair - target_repair) / cost.total,
        "C_V": -cost.verify / cost.total,
        "C_T": -target_repair / cost.total,
        "C_O": -cost.overhead / cost.total,
    }
