"""The prices of one pair on this machine: what a pass, a draft step and the rest of a round cost."""

from collections.abc import Sequence
from dataclasses import dataclass

from specviz.bench.passes import time_passes
from specviz.runs import Run
from specviz.settings import RunSettings
from specviz.theory.cost import Costs
from specviz.trace import Round, totals


@dataclass(frozen=True)
class MeasuredCosts:
    """Seconds: `passes[n-1]` of a target pass over n tokens, `draft_step` of one draft token (0 without a draft
    model), `overhead` per round outside the model passes, all at `context` cached tokens."""

    passes: tuple[float, ...]
    draft_step: float
    overhead: float
    context: int

    @property
    def costs(self) -> Costs:
        return Costs(self.passes, self.draft_step, self.overhead)


def measure_costs(
    run: Run, ids: Sequence[int], longest: int, rounds: Sequence[Round], repeats: int = 9
) -> MeasuredCosts:
    """Times passes over 1 … `longest` tokens after `ids`; the overhead is read off `rounds` of a run."""
    passes = time_passes(run.target, ids, range(1, longest + 1), repeats)
    step = time_passes(run.draft, ids, (1,), repeats).seconds[0] if run.draft else 0.0
    return MeasuredCosts(passes.seconds, step, overhead_of(rounds), len(ids))


def overhead_of(rounds: Sequence[Round]) -> float:
    """Seconds per round that went into neither drafting, nor verifying, nor repair."""
    times = totals(rounds).times
    return (times.judge + times.other) / len(rounds) if rounds else 0.0


def draft_step_of(settings: RunSettings, costs: MeasuredCosts) -> float:
    """What one candidate costs under `settings`: a draft step, or nothing that could be measured."""
    return costs.draft_step if settings.method == "draft" else 0.0
