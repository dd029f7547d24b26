"""Speculate or not, and with which k: seven answers in, one recommendation with its reason out.

Nothing new is computed here: acceptance, prices and memory come from their modules. The order of the reasons is the
order in which a question settles the matter: what does not fit cannot run, what was measured beats what was modelled.
"""

from dataclasses import dataclass, replace
from typing import Literal

from specviz.theory.acceptance import Acceptance
from specviz.theory.advice import BestK, best_k
from specviz.theory.checks import draft_length, number, whole
from specviz.theory.cost import Costs, RoundCost, round_cost
from specviz.theory.leviathan import improvement_exists

Reason = Literal["memory", "measured_loses", "measured_pays", "draft_too_slow", "no_k_pays", "thin", "pays"]
THIN = 1.10
"""A modelled gain below this is within what the model leaves out: measure before switching on."""


@dataclass(frozen=True)
class Answers:
    """`alpha` of judged candidates; prices of a step; sequences wanted and the number that fits with both caches;
    `measured`: the factor of a paired benchmark at `measured_k`, None if there was none."""

    alpha: float
    costs: Costs
    wanted: int
    fit: int
    measured: float | None = None
    measured_k: int = 0

    def __post_init__(self) -> None:
        number("α", self.alpha, 0.0, 1.0)
        whole("wanted", self.wanted, 1, 10_000_000)
        whole("fit", self.fit, 0, 10_000_000_000)
        if self.measured is not None:
            number("factor", self.measured, 0.0)
            draft_length(self.measured_k)


@dataclass(frozen=True)
class Decision:
    """`on` with `k` candidates, or off (k = 0), and why. `best`: the modelled curve; `cost`: its round at best.k."""

    on: bool
    k: int
    factor: float
    reason: Reason
    best: BestK
    cost: RoundCost


def decide(answers: Answers, k_max: int) -> Decision:
    """The recommendation. `answers.costs` must price passes over k_max + 1 tokens (lazy repair)."""
    best = best_k(lambda k: Acceptance.iid(answers.alpha, k), k_max, answers.costs)
    cost = round_cost(Acceptance.iid(answers.alpha, best.k), answers.costs)
    found = Decision(True, best.k, best.factor, "pays", best, cost)
    if answers.fit < answers.wanted:
        return _off(found, "memory")
    if answers.measured is not None:
        k, factor = answers.measured_k, answers.measured
        measured = replace(found, k=k, factor=factor, reason="measured_pays")
        return measured if factor > 1.0 and k > 0 else _off(measured, "measured_loses")
    if best.off:
        slow = not improvement_exists(answers.alpha, answers.costs.c)
        return _off(found, "draft_too_slow" if slow else "no_k_pays")
    return _off(found, "thin") if best.factor < THIN else found


def _off(found: Decision, reason: Reason) -> Decision:
    return replace(found, on=False, k=0, factor=1.0, reason=reason)


def with_answers(costs: Costs, c: float | None, growth: float | None, overhead: float, k_max: int) -> Costs:
    """Prices with measured answers put in: c, growth of the pass per extra token, overhead in target steps."""
    step = costs.target_step
    passes = costs.passes
    if growth is not None:
        number("growth", growth, 0.0, 10.0)
        passes = tuple(step * (1.0 + growth * n) for n in range(draft_length(k_max) + 1))
    draft = costs.draft_step if c is None else number("c", c, 0.0) * step
    return Costs(passes, draft, number("overhead", overhead, 0.0) * step)
