"""Random numbers that depend on where they are used and on nothing else.

`u(position, kind)` is a pure function of (seed, position, kind, index, level), by the counter-based generator
Philox4x64-10 (Salmon et al. 2011, "Parallel random numbers: as easy as 1, 2, 3"): the words go in separately, so no
two uses share a number the way they would if the words were added up. Replaying, forking and both repair conventions
therefore see the same draws, on every device.

A number is n / 2^24 with 0 ≤ n < 2^24: exact in float32, never 1. `pick` turns one into a token.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import IntEnum
from typing import Any, Protocol

import numpy as np

from specviz.errors import SpecvizError

STEPS = 1 << 24
LARGEST = (STEPS - 1) / STEPS


class Kind(IntEnum):
    """What a draw is for. Replacement and bonus never occur at one position together, so they share `TARGET`."""

    DRAFT = 0
    ACCEPT = 1
    TARGET = 2


Key = tuple[int, Kind, int, int]


class Draws(Protocol):
    """Uniform draws in [0, 1) by position, kind, child index and cascade level."""

    simulated: bool

    def u(self, position: int, kind: Kind, index: int = 0, level: int = 0) -> float: ...


class CounterDraws:
    """The draws of a seed (0 ≤ seed < 2^64)."""

    simulated = False

    def __init__(self, seed: int) -> None:
        self._bits = np.random.Philox(key=[seed, 0])
        self._state = self._bits.state

    def u(self, position: int, kind: Kind, index: int = 0, level: int = 0) -> float:
        self._state["state"]["counter"][:] = (position, kind, index, level)
        self._state["buffer_pos"] = 4  # the buffer of four words is empty: the next word comes from this counter
        self._bits.state = self._state
        return int(self._bits.random_raw() >> np.uint64(40)) / STEPS


@dataclass(frozen=True)
class ForcedDraws:
    """The draws of `base`, except those that `overrides` fixes: for what-ifs and for edge cases such as u = 0.

    A forced draw lies between 0 and `LARGEST`, as every draw does: a larger one could not have been drawn, and would
    reject what no seed rejects. Raises `SpecvizError` for any other.
    """

    base: Draws
    overrides: Mapping[Key, float] = field(default_factory=dict)
    simulated: bool = True

    def __post_init__(self) -> None:
        for key, u in self.overrides.items():
            if not 0.0 <= u <= LARGEST:
                raise SpecvizError("forced_draw", value=u, position=key[0])

    def u(self, position: int, kind: Kind, index: int = 0, level: int = 0) -> float:
        forced = self.overrides.get((position, kind, index, level))
        return self.base.u(position, kind, index, level) if forced is None else forced


def pick(law: Any, u: float) -> tuple[int, float, float]:
    """The token that u selects from `law` [V] by inverse CDF in id order, and the interval [low, high) it owns.

    The law need not sum to exactly 1: u is scaled by the sum, so rounding in it moves no mass to the last token. A
    token of probability zero is never chosen. Raises `SpecvizError` when the law has no mass or is not finite.
    """
    cumulative = np.cumsum(law, dtype=np.float64)
    total = float(cumulative[-1])
    if not 0.0 < total < np.inf:
        raise SpecvizError("law_sum", total=total)
    token = int(np.searchsorted(cumulative, u * total, side="right"))
    low = float(cumulative[token - 1]) / total if token else 0.0
    return token, low, float(cumulative[token]) / total
