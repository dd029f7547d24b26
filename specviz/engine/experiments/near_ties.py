"""How close greedy decoding comes to a tie, and how far rounding can reach: the same ids in two number formats.

Greedy decoding picks the largest logit. Two ways to compute a row (another number format, a block in place of single
tokens) may pick different ids only where the gap between the two largest logits is at most the sum of what both of
them can move; a flip at a wider gap is no rounding but a mistake.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from specviz.engine.language_model import CachedModel, Weights
from specviz.engine.sampling import host


@dataclass(frozen=True)
class Place:
    """One position of the text. `gap`: largest minus second largest logit, one token at a time, in `exact` weights.

    `moved`: max |Δ| of the `rough` rows, block against single tokens: what the shape of the pass alone changes.
    `off`: max |Δ| between the rough and the exact row. The tops are the ids of the largest logit.
    """

    position: int
    gap: float
    moved: float
    off: float
    exact_top: int
    rough_single_top: int
    rough_block_top: int

    @property
    def reach(self) -> float:
        """The widest gap that rounding can close here: both of two logits may move."""
        return 2 * max(self.off, self.moved)

    @property
    def within_reach(self) -> bool:
        return self.gap <= self.reach

    @property
    def shape_flips(self) -> bool:
        """Whether the rough model picks another id in a block than one token at a time."""
        return self.rough_single_top != self.rough_block_top

    @property
    def format_flips(self) -> bool:
        """Whether the rough model picks another id than the exact one, one token at a time."""
        return self.rough_single_top != self.exact_top


def near_ties(exact: Weights, rough: Weights, ids: Sequence[int], start: int, block: int) -> tuple[Place, ...]:
    """One `Place` for the row after each of `ids[start:]`; the block passes read `block` ids each (the last fewer).

    `start` ≥ 1 ids are the context. Both weights are of one model, loaded in two formats.
    """
    fine = _singles(exact, ids, start)
    coarse = _singles(rough, ids, start)
    blocks = _blocks(rough, ids, start, block)
    order = np.sort(fine, axis=1)
    gaps = order[:, -1] - order[:, -2]
    moved = np.abs(blocks - coarse).max(axis=1)
    off = np.abs(coarse - fine).max(axis=1)
    tops = (x.argmax(axis=1) for x in (fine, coarse, blocks))
    columns = zip(gaps.tolist(), moved.tolist(), off.tolist(), *(x.tolist() for x in tops), strict=True)
    return tuple(Place(start + i, *column) for i, column in enumerate(columns))


def _singles(weights: Weights, ids: Sequence[int], start: int) -> np.ndarray:
    return _blocks(weights, ids, start, 1)


def _blocks(weights: Weights, ids: Sequence[int], start: int, block: int) -> np.ndarray:
    """The rows [n, V] after ids[start:], computed `block` ids per pass."""
    model = CachedModel(weights)
    model.sync(ids[:start])
    return np.concatenate([host(model.extend(ids[at : at + block])) for at in range(start, len(ids), block)])
