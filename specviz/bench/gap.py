"""From the textbook's factor to the measured one, step by step, each step naming one assumption that was dropped.

    ideal      Leviathan Theorem 3.8: i.i.d. α, verifying costs one step, no overhead
    verify     … with what a pass over k + 1 tokens really costs
    overhead   … with the time outside the model passes, and the draft's write of d_k
    positions  … with acceptance by position instead of one rate
    prompts    … with the acceptance of the prompts that were measured instead of the development ones
    measured   the paired run itself; what is left is timing (cache length, caches of the machine, noise)

Pure arithmetic over `theory`.
"""

from dataclasses import dataclass

from specviz.theory.acceptance import Acceptance
from specviz.theory.cost import Costs, factor
from specviz.theory.leviathan import Convention, walltime_factor
from specviz.theory.tally import Tally

STEPS = ("ideal", "verify", "overhead", "positions", "prompts", "measured")


@dataclass(frozen=True)
class Gap:
    """`factors[name]` after each step of `STEPS`; `predicted` is the one made before the measured run."""

    factors: dict[str, float]

    @property
    def predicted(self) -> float:
        return self.factors["positions"]

    @property
    def error(self) -> float:
        """Relative error of the prediction against the measurement."""
        return self.predicted / self.factors["measured"] - 1.0


def explain(
    development: Tally, measured: Tally, k: int, costs: Costs, measured_factor: float, convention: Convention = "lazy"
) -> Gap:
    """`development` and `measured` are the tallies of the two prompt sets (both with at least one round)."""
    alpha = development.alpha or 0.0
    iid = Acceptance.iid(alpha, k)
    only_passes = Costs(costs.passes, costs.draft_step)
    bare_verify = only_passes.verify(k, convention)
    drafting = k * costs.draft_step
    return Gap(
        {
            "ideal": walltime_factor(alpha, k, costs.c),
            "verify": iid.tokens_per_round * costs.target_step / (drafting + bare_verify),
            "overhead": factor(iid, costs, convention),
            "positions": factor(by_position(development, k), costs, convention),
            "prompts": factor(by_position(measured, k), costs, convention),
            "measured": measured_factor,
        }
    )


def by_position(tally: Tally, k: int) -> Acceptance:
    """Acceptance of rounds of k from conditional rates, which short rounds at the end of a text do not dilute.

    A position nobody reached gets the last rate known before it (α if there is none).
    """
    rates, last = [], tally.alpha or 0.0
    for rate in (*tally.conditional_rates, *[None] * k)[:k]:
        last = last if rate is None else rate
        rates.append(last)
    return Acceptance.conditional(rates)
