"""From the textbook's factor to the measured one, step by step, each step naming one assumption that was dropped.

    ideal      Leviathan Theorem 3.8: i.i.d. α, verifying costs one step, no overhead
    verify     … with what a pass over k + 1 tokens really costs
    overhead   … with the time outside the model passes, and the repair
    positions  … with acceptance by position instead of one rate, and with the rounds that found no candidates
    prompts    … with the acceptance of the prompts that were measured instead of the development ones
    measured   the paired run itself; what is left is timing (cache length, caches of the machine, noise)

Pure arithmetic over `theory`. Where rounds come by their candidates in more than one way, each way has an α of its
own and every step is the mean over the ways (`ways.mixed`).
"""

from dataclasses import dataclass, replace

from specviz.bench.ways import Lengths, Seen, Way, mixed, predicted, prices
from specviz.theory.acceptance import Acceptance
from specviz.theory.cost import Costs, RoundCost, round_cost
from specviz.theory.leviathan import Convention
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
    development: Seen,
    measured: Seen,
    lengths: Lengths,
    costs: Costs,
    measured_factor: float,
    convention: Convention = "lazy",
) -> Gap:
    """`development` and `measured` are what was counted on the two prompt sets (both with at least one round)."""
    proposed = {way: tally for way, tally in development.items() if way != "nothing"} or development

    def ideal(way: Way, k: int, tally: Tally) -> RoundCost:
        draft = k * prices(costs, way).draft_step
        return RoundCost(draft, costs.target_step, 0.0, 0.0, _iid(tally, k).tokens_per_round, costs.target_step)

    def verify(way: Way, k: int, tally: Tally) -> RoundCost:
        return replace(ideal(way, k, tally), verify=costs.verify(k, convention) if k else costs.target_step)

    def overhead(way: Way, k: int, tally: Tally) -> RoundCost:
        return round_cost(_iid(tally, k), prices(costs, way), convention)

    return Gap(
        {
            "ideal": mixed(proposed, lengths, ideal).factor,
            "verify": mixed(proposed, lengths, verify).factor,
            "overhead": mixed(proposed, lengths, overhead).factor,
            "positions": predicted(development, lengths, costs, convention).factor,
            "prompts": predicted(measured, lengths, costs, convention).factor,
            "measured": measured_factor,
        }
    )


def _iid(tally: Tally, k: int) -> Acceptance:
    return Acceptance.iid(tally.alpha or 0.0, k)
