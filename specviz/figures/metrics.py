"""Every metric of a run beside its formula with the numbers of that run put in. Made from a trace; draws nothing.

The sums are `trace.totals`, the rates by position `theory.tally`: this file only lays them out.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Literal

from specviz.figures.markup import power
from specviz.figures.numbers import duration, prob
from specviz.theory.tally import RoundCount, Tally
from specviz.trace import Round, totals

Kind = Literal["measured", "computed"]
NONE = "–"


@dataclass(frozen=True)
class Metric:
    """`glossary.metric.<id>` is its name, `…<id>.formula` the formula, to be filled with `args`."""

    id: str
    value: str
    kind: Kind
    args: dict[str, object] = field(default_factory=dict)


def metrics(rounds: Sequence[Round]) -> tuple[Metric, ...]:
    """All metrics over `rounds`; a rate without a denominator is a dash."""
    sums = totals(rounds)
    tally = Tally.of(_count(r) for r in rounds)
    judged = [prob(x) if x is not None else NONE for x in tally.conditional_rates]
    first = [prob(x) for x in tally.first_i_accepted] if tally.rounds else []
    survival = sum(tally.first_i_accepted) if tally.rounds else 0.0
    stopped = sum(r.emitted is None for r in rounds)
    step, verify = _mean_times(rounds)
    return (
        Metric("tau", _two(sums.tokens_per_round), "measured", {"committed": sums.committed, "rounds": sums.rounds}),
        Metric("alpha", _prob(sums.acceptance), "measured", {"accepted": sums.accepted, "judged": sums.judged}),
        Metric("overlap", _prob(sums.overlap), "computed", {"rows": sums.overlap_rows}),
        Metric(
            "accepted_drafted",
            _prob(sums.accepted_per_drafted),
            "measured",
            {"accepted": sums.accepted, "drafted": sums.drafted},
        ),
        Metric("judged_at", "  ".join(judged) or NONE, "measured"),
        Metric("first_i", "  ".join(first) or NONE, "measured"),
        Metric("survival", f"{1 + survival:.2f}" if rounds else NONE, "computed", {"stopped": stopped}),
        Metric(
            "passes",
            _two(sums.committed / sums.target_passes if sums.target_passes else None),
            "measured",
            {"committed": sums.committed, "passes": sums.target_passes},
        ),
        Metric(
            "c",
            power(step / verify) if step and verify else NONE,
            "measured",
            {"step": duration(step or 0), "verify": duration(verify or 0)},
        ),
    )


def _count(r: Round) -> RoundCount:
    return RoundCount(r.accepted, len(r.candidates), stopped=r.emitted is None)


def _prob(x: float | None) -> str:
    return NONE if x is None else prob(x)


def _two(x: float | None) -> str:
    return NONE if x is None else f"{x:.2f}"


def _mean_times(rounds: Sequence[Round]) -> tuple[float | None, float | None]:
    """Mean seconds of one draft step and of one verify pass; None where there was none, or no clock."""
    steps = sum(c.model == "draft" and c.stage == "draft" for r in rounds for c in r.calls)
    passes = sum(c.stage == "verify" for r in rounds for c in r.calls)
    drafting, verifying = (sum(getattr(r.times, s) for r in rounds) for s in ("draft", "verify"))
    return drafting / steps if steps and drafting else None, verifying / passes if passes and verifying else None
