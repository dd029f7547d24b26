"""The prices of one pair on this machine: what a pass, a draft step and the rest of a round cost.

They are timed inside rounds, not model by model: between two passes of the target the draft runs and takes part of
the processor's caches, and a model that runs alone keeps them warm (measured on the bundled pair: a draft step took
half as long again inside a round). An ordinary step is timed in an ordinary run for the same reason.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import islice
from statistics import median

from specviz.errors import SpecvizError
from specviz.runs import Run
from specviz.settings import DRAFTING, RunSettings
from specviz.theory.checks import whole
from specviz.theory.cost import Costs
from specviz.trace import Round, totals

TURNS = 2
BURST = 6  # rounds of one length in a row, as in a run
WARM_UP = 2  # of them: after passes of another length the next few are slower


@dataclass(frozen=True)
class RoundTimes:
    """Seconds. `passes[n]`: a target pass over n tokens inside a round; n = 1 is a whole step of an ordinary run, its
    draw included. `draft_step`: one pass of the draft while it drafts (0 without one). At `context` tokens or a few
    more.
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


class RoundTimer:
    """Times rounds that verify each of `lengths` tokens after `ids`, and ordinary steps for the length 1.

    A `turn` goes through all lengths once, so that a machine that slows down slows all of them; turns are best spread
    over as long a time as the runs they are to predict. A drafter that does not say how much it will propose is
    replaced by scripted candidates: the pass does not know where they came from.
    """

    def __init__(self, run: Run, settings: RunSettings, ids: Sequence[int], lengths: Iterable[int]) -> None:
        self._run, self._settings, self._ids = run, settings, tuple(ids)
        self._passes: dict[int, list[float]] = {n: [] for n in lengths}
        self._drafting = 0.0
        self._draft_steps = 0

    def turn(self) -> None:
        """One burst of rounds per length, and ordinary steps before each: every ratio is to them, so they must have
        seen the same moments. Raises `context_limit` when the rounds of the longest pass do not fit.
        """
        for n in self._passes:
            if n > 1 and 1 in self._passes:
                self._take(1)
            self._take(n)

    def _take(self, n: int) -> None:
        samples = self._passes[n]
        for r in _burst(self._run, self._settings, self._ids, n):
            if n == 1:
                samples.append(r.times.verify + r.times.judge + r.times.other)
            elif r.k == n - 1:
                samples.append(r.times.verify)
                self._drafting += r.times.draft
                self._draft_steps += sum(c.model == "draft" and c.stage == "draft" for c in r.calls)
        if not samples:
            needed = len(self._ids) + (BURST + 1) * n
            raise SpecvizError("context_limit", length=needed, limit=self._run.target.max_length)

    @property
    def times(self) -> RoundTimes:
        """Medians of all turns so far (at least one)."""
        step = self._drafting / self._draft_steps if self._draft_steps else 0.0
        passes = {n: median(samples) for n, samples in self._passes.items()}
        return RoundTimes(passes, step, len(self._ids))


def time_rounds(
    run: Run, settings: RunSettings, ids: Sequence[int], lengths: Iterable[int], turns: int = TURNS
) -> RoundTimes:
    """`turns` turns of a `RoundTimer`, one after the other."""
    whole("turns", turns, 1, 1_000)
    timer = RoundTimer(run, settings, ids, lengths)
    for _ in range(turns):
        timer.turn()
    return timer.times


def costs_from(times: RoundTimes, settings: RunSettings, rounds: Sequence[Round]) -> MeasuredCosts:
    """Prices for passes over 1 … n tokens; the overhead is read off `rounds`, run under `settings`."""
    overhead = overhead_of(rounds, settings)
    return MeasuredCosts(tuple(times.passes.values()), times.draft_step, overhead, times.context)


def measure_costs(
    run: Run, settings: RunSettings, ids: Sequence[int], longest: int, rounds: Sequence[Round]
) -> MeasuredCosts:
    """All at once: `time_rounds` for 1 … `longest` tokens, and `costs_from` it."""
    return costs_from(time_rounds(run, settings, ids, range(1, longest + 1)), settings, rounds)


def overhead_of(rounds: Sequence[Round], settings: RunSettings) -> float:
    """Seconds per round that went into no model: judging, the rest, and finding candidates without a draft model."""
    times = totals(rounds).times
    finding = sum(r.times.draft for r in rounds if settings.method not in DRAFTING or r.source == "lookup")
    return (times.judge + times.other + finding) / len(rounds) if rounds else 0.0


def _burst(run: Run, settings: RunSettings, ids: Sequence[int], n: int) -> list[Round]:
    """The counted rounds of one run in which n tokens are verified per round; nothing ends it early."""
    room = (BURST + 1) * n
    chosen = settings.but(max_new_tokens=room, min_new_tokens=room, stop=(), length_policy="fixed", k=max(1, n - 1))
    if n == 1:
        rounds = run.autoregressive(chosen, ids, laws=False)
    else:
        script = tuple(ids[i % len(ids)] for i in range(room))
        drafts = run.draft is not None and settings.method in DRAFTING
        chosen = chosen.but(method="draft") if drafts else chosen.but(method="scripted", script=script)
        rounds = run.speculative(chosen, ids, laws=False)
    return list(islice(rounds, BURST))[WARM_UP:]
