"""The prices of one pair on this machine: what a pass, a draft step and the rest of a round cost.

They are timed inside rounds, not model by model: between two passes of the target the draft runs and takes part of
the processor's caches, and a model that runs alone keeps them warm (measured on the bundled pair: a draft step took
half as long again inside a round). An ordinary step is timed in an ordinary run for the same reason.
"""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import islice
from statistics import median

from specviz.errors import SpecvizError
from specviz.runs import Run
from specviz.settings import RunSettings
from specviz.theory.checks import whole
from specviz.theory.cost import Costs
from specviz.trace import Round, totals

TURNS = 3
BURST = 4  # rounds of one length in a row, as in a run; the first of them is warm-up


@dataclass(frozen=True)
class RoundTimes:
    """Seconds. `passes[n]`: a target pass over n tokens inside a round; n = 1 is a whole step of an ordinary run, its
    draw included. `draft_step`: one candidate of the draft model (0 without one). At `context` tokens or a few more.
    """

    passes: dict[int, float]
    draft_step: float
    context: int


@dataclass(frozen=True)
class MeasuredCosts:
    """Seconds: `passes[n-1]` and `draft_step` as in `RoundTimes`, `overhead` per round outside the model passes."""

    passes: tuple[float, ...]
    draft_step: float
    overhead: float
    context: int

    @property
    def costs(self) -> Costs:
        return Costs(self.passes, self.draft_step, self.overhead)


def measure_costs(
    run: Run, settings: RunSettings, ids: Sequence[int], longest: int, rounds: Sequence[Round]
) -> MeasuredCosts:
    """Times passes over 1 … `longest` tokens after `ids`; the overhead is read off `rounds`, run under `settings`.

    Raises `context_limit` when `ids` and the rounds of the longest pass do not fit.
    """
    times = time_rounds(run, settings, ids, range(1, longest + 1))
    return MeasuredCosts(tuple(times.passes.values()), times.draft_step, overhead_of(rounds, settings), len(ids))


def time_rounds(
    run: Run, settings: RunSettings, ids: Sequence[int], lengths: Iterable[int], turns: int = TURNS
) -> RoundTimes:
    """Times rounds that verify each of `lengths` tokens after `ids`, and ordinary steps for the length 1.

    Lengths take turns, so that a machine that slows down slows all of them; medians. A drafter that does not say how
    much it will propose is replaced by scripted candidates: the pass does not know where they came from.
    """
    whole("turns", turns, 1, 1_000)
    lengths = tuple(lengths)
    passes: dict[int, list[float]] = defaultdict(list)
    drafting = candidates = 0.0
    for _ in range(turns):
        for n in lengths:
            for r in _burst(run, settings, ids, n):
                if n == 1:
                    passes[1].append(r.times.verify + r.times.judge + r.times.other)
                elif r.k == n - 1:
                    passes[n].append(r.times.verify)
                    drafting += r.times.draft
                    candidates += len(r.candidates)
    missing = [n for n in lengths if n not in passes]
    if missing:
        needed = len(ids) + (BURST + 1) * max(missing)
        raise SpecvizError("context_limit", length=needed, limit=run.target.max_length)
    step = drafting / candidates if candidates and run.draft and settings.method == "draft" else 0.0
    return RoundTimes({n: median(passes[n]) for n in lengths}, step, len(ids))


def overhead_of(rounds: Sequence[Round], settings: RunSettings) -> float:
    """Seconds per round that went into no model: judging, the rest, and finding candidates without a draft model."""
    times = totals(rounds).times
    finding = 0.0 if settings.method == "draft" else times.draft
    return (times.judge + times.other + finding) / len(rounds) if rounds else 0.0


def _burst(run: Run, settings: RunSettings, ids: Sequence[int], n: int) -> list[Round]:
    """The counted rounds of one run in which n tokens are verified per round; nothing ends it early."""
    room = (BURST + 1) * n
    chosen = settings.but(max_new_tokens=room, min_new_tokens=room, stop=(), length_policy="fixed", k=max(1, n - 1))
    if n == 1:
        rounds = run.autoregressive(chosen, ids, laws=False)
    else:
        if settings.method != "draft" or run.draft is None:
            chosen = chosen.but(method="scripted", script=tuple(ids[i % len(ids)] for i in range(room)))
        rounds = run.speculative(chosen, ids, laws=False)
    return list(islice(rounds, BURST))[1:]
