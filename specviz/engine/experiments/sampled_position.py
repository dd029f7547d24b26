"""One position, judged again and again by the decoder's own rule with random draws: does the histogram find the law?

Draft token, verdict and replacement use the draws of `CounterDraws`, one sequence position per trial, so a seed gives
the same histogram everywhere. No model: the laws are given.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np

from specviz.engine.draws import CounterDraws, Kind, pick
from specviz.engine.verify import RULE, Rule, verify_chain


@dataclass(frozen=True)
class Histogram:
    """`counts` [V] emitted tokens after `n` trials, of which `accepted` were the draft's own."""

    n: int
    counts: tuple[int, ...]
    accepted: int

    @property
    def shares(self) -> np.ndarray:
        return np.array(self.counts) / self.n


def sample_position(p: Any, q: Any, n: int, *, seed: int = 0, rule: Rule = RULE) -> tuple[Histogram, ...]:
    """Histograms after 1, 2, 5, 10, 20, 50 … n trials of one candidate drawn from q [V] and judged against p [V]."""
    p, q = np.asarray(p), np.asarray(q)
    draws, looks = CounterDraws(seed), set(_looks(n))
    counts, accepted, found = [0] * len(p), 0, []
    for trial in range(n):
        x = pick(q, draws.u(trial, Kind.DRAFT))[0]
        verdict = verify_chain([p], [q], [x], draws, trial, ends=lambda _: True, rule=rule)
        counts[x if verdict.token is None else verdict.token] += 1
        accepted += verdict.accepted
        if trial + 1 in looks:
            found.append(Histogram(trial + 1, tuple(counts), accepted))
    return tuple(found)


def _looks(n: int) -> list[int]:
    """1, 2, 5, 10, 20 … below n, and n."""
    steps = (digit * 10**power for power in range(len(str(n))) for digit in (1, 2, 5))
    return [*(s for s in steps if s < n), n]
