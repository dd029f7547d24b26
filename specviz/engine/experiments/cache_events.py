"""What a round does to a cache, write by write and cut by cut, with a trace of the real tensors.

`Watched` is a `CachedModel` that keeps a diary. Each written position is remembered with the length of its key vector
in the last layer, which depends on everything before it. In the first it would depend on the token alone: a rotation
by the position keeps lengths.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal

import torch

from specviz.engine.language_model import CachedModel, Weights
from specviz.trace import Model


@dataclass(frozen=True)
class Cell:
    """One cached position: the id that was fed there and the norm of its keys in the last layer."""

    token: int
    norm: float


@dataclass(frozen=True)
class Event:
    """One thing that happened to `model`'s cache: `write` of cells at `start`, or `cut` from `start` cells on.

    For a write `cells` are the new ones, for a cut those that went. `length` is the cache's length afterwards.
    """

    model: Model
    kind: Literal["write", "cut"]
    start: int
    cells: tuple[Cell, ...]
    length: int


class Watched(CachedModel):
    """A cached model that appends every change of its cache to `diary`, which two models may share."""

    def __init__(self, weights: Weights, name: Model, diary: list[Event]) -> None:
        super().__init__(weights)
        self._name, self._diary = name, diary

    def extend(self, ids: Sequence[int], keep: int = 0, mask: Any = None) -> Any:
        start = self.length
        rows = super().extend(ids, keep, mask)
        self._diary.append(Event(self._name, "write", start, self.cells(start), self.length))
        return rows

    def truncate(self, n: int) -> None:
        gone = self.cells(n)
        super().truncate(n)
        if gone:
            self._diary.append(Event(self._name, "cut", n, gone, self.length))

    @torch.inference_mode()
    def cells(self, start: int) -> tuple[Cell, ...]:
        """The cached positions from `start` on."""
        ids = self.ids[start:]
        if not ids:
            return ()
        keys, _ = self.cache.layer(len(self.layer_lengths) - 1)
        norms = keys[0, :, start:].float().pow(2).sum(dim=(0, 2)).sqrt().tolist()
        return tuple(Cell(token, round(norm, 3)) for token, norm in zip(ids, norms, strict=True))
