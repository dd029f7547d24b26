"""Acceptance counted from rounds that happened: sums over sums, never a mean of ratios.

A round is (accepted, k): a round's own k may be shorter than the setting, and 0. Judged candidates are the accepted
ones and the one that was rejected; everything after it is unjudged. Zero rounds are a valid tally: every ratio whose
denominator is 0 is None. What the counts would predict is `acceptance`'s business.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Self

from specviz.errors import SpecvizError
from specviz.theory.acceptance import Acceptance
from specviz.theory.checks import draft_length, whole

MAX_ROUNDS = 10_000_000


@dataclass(frozen=True)
class RoundCount:
    """One round: `accepted` of `k` candidates. `stopped`: an accepted candidate ended the text.

    A stopped round rejects nothing and commits no token of the target's own.
    """

    accepted: int
    k: int
    stopped: bool = False

    def __post_init__(self) -> None:
        draft_length(self.k)
        whole("accepted", self.accepted, 1 if self.stopped else 0, self.k)

    @property
    def judged(self) -> int:
        return self.accepted if self.stopped else min(self.accepted + 1, self.k)

    @property
    def committed(self) -> int:
        return self.accepted if self.stopped else self.accepted + 1


@dataclass(frozen=True)
class Tally:
    """Counts of many rounds, kept as {round: how often}. Build it with `of` or `from_histogram`."""

    counts: tuple[tuple[RoundCount, int], ...]

    @classmethod
    def of(cls, rounds: Iterable[RoundCount | tuple[int, int]]) -> Self:
        """From rounds, or (accepted, k) pairs."""
        counted = Counter(r if isinstance(r, RoundCount) else RoundCount(*r) for r in rounds)
        return cls(tuple(sorted(counted.items(), key=lambda rc: (rc[0].k, rc[0].accepted, rc[0].stopped))))

    @classmethod
    def from_histogram(cls, histogram: Sequence[int], k: int | None = None) -> Self:
        """From `histogram[m]` = rounds that accepted m, all of length `k` (default: the last bin's m)."""
        length = draft_length(len(histogram) - 1 if k is None else k)
        if len(histogram) > length + 1:
            raise SpecvizError("histogram_bins", bins=len(histogram), k=length, limit=length + 1)
        bins = [whole(f"histogram[{m}]", n, 0, MAX_ROUNDS) for m, n in enumerate(histogram)]
        return cls(tuple((RoundCount(m, length), n) for m, n in enumerate(bins) if n))

    def _sum(self, attribute: str) -> int:
        return sum(getattr(r, attribute) * n for r, n in self.counts)

    @property
    def rounds(self) -> int:
        return sum(n for _, n in self.counts)

    @property
    def k_max(self) -> int:
        return max((r.k for r, _ in self.counts), default=0)

    @property
    def drafted(self) -> int:
        return self._sum("k")

    @property
    def accepted(self) -> int:
        return self._sum("accepted")

    @property
    def judged(self) -> int:
        return self._sum("judged")

    @property
    def committed(self) -> int:
        return self._sum("committed")

    @property
    def tokens_per_round(self) -> float | None:
        return _ratio(self.committed, self.rounds)

    @property
    def accepted_over_drafted(self) -> float | None:
        return _ratio(self.accepted, self.drafted)

    @property
    def alpha(self) -> float | None:
        """accepted/judged: the maximum-likelihood α when every judged candidate is an independent trial."""
        return _ratio(self.accepted, self.judged)

    @property
    def length_histogram(self) -> tuple[int, ...]:
        """Rounds that accepted exactly m, m = 0…k_max, whatever their own k."""
        return tuple(self._rounds(lambda r, m=m: r.accepted == m) for m in range(self.k_max + 1))

    @property
    def first_i_accepted(self) -> tuple[float, ...]:
        """Share of *all* rounds in which the first i candidates were accepted, i = 1…k_max (vLLM's definition).

        Rounds that proposed fewer than i count as misses, so 1 + Σ is the tokens per round even when k varies.
        (Save for stopped rounds, which commit no token of the target's own.)
        """
        return tuple(self._rounds(lambda r, i=i: r.accepted >= i) / self.rounds for i in range(1, self.k_max + 1))

    @property
    def conditional_rates(self) -> tuple[float | None, ...]:
        """Accepted at position i over judged at position i, i = 1…k_max: not diluted by rounds that were shorter."""
        return tuple(
            _ratio(self._rounds(lambda r, i=i: r.accepted >= i), self._rounds(lambda r, i=i: r.judged >= i))
            for i in range(1, self.k_max + 1)
        )

    @property
    def acceptance(self) -> Acceptance:
        """The survival curve over all rounds (`first_i_accepted`), for the formulas of `acceptance` and `cost`."""
        return Acceptance.first(self.first_i_accepted)

    def _rounds(self, holds: Callable[[RoundCount], bool]) -> int:
        return sum(n for r, n in self.counts if holds(r))


def _ratio(numerator: int, denominator: int) -> float | None:
    return numerator / denominator if denominator else None
