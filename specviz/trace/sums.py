"""Sums over the rounds of a run, each rate with its definition."""

from collections.abc import Iterable

from specviz.trace.records import Record, Round, StageTimes


class Totals(Record):
    """Sums over rounds. Rates are None where their denominator is 0; each is defined in its property."""

    rounds: int
    committed: int
    drafted: int
    judged: int
    accepted: int
    target_passes: int
    draft_passes: int
    overlap_sum: float
    overlap_rows: int
    times: StageTimes

    @property
    def acceptance(self) -> float | None:
        """α as counted: accepted / judged."""
        return self.accepted / self.judged if self.judged else None

    @property
    def overlap(self) -> float | None:
        """α with less noise: mean Σ min(p, q) over judged rows."""
        return self.overlap_sum / self.overlap_rows if self.overlap_rows else None

    @property
    def accepted_per_drafted(self) -> float | None:
        """Accepted / proposed. Never put into a formula that wants α."""
        return self.accepted / self.drafted if self.drafted else None

    @property
    def tokens_per_round(self) -> float | None:
        """τ: committed tokens per round, replacement or bonus included."""
        return self.committed / self.rounds if self.rounds else None


def totals(rounds: Iterable[Round]) -> Totals:
    """Sums over `rounds`; target and draft passes are the calls after the prefill."""
    rs = tuple(rounds)
    judged = [c for r in rs for c in r.candidates if c.fate != "unjudged"]
    overlaps = [c.overlap for c in judged if c.overlap is not None]
    calls = [c.model for r in rs for c in r.calls if c.stage != "prefill"]
    stages = {f: sum(getattr(r.times, f) for r in rs) for f in StageTimes.__struct_fields__}
    return Totals(
        rounds=len(rs),
        committed=sum(len(r.committed) for r in rs),
        drafted=sum(len(r.candidates) for r in rs),
        judged=len(judged),
        accepted=sum(r.accepted for r in rs),
        target_passes=calls.count("target"),
        draft_passes=calls.count("draft"),
        overlap_sum=sum(overlaps),
        overlap_rows=len(overlaps),
        times=StageTimes(**stages),
    )
