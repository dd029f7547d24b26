"""The bookkeeping every cached model shares: which ids its cache holds, and which passes put them there."""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from itertools import takewhile
from numbers import Integral
from typing import Any, NamedTuple

from specviz.errors import SpecvizError


class Pass(NamedTuple):
    """One forward pass that happened: position of the first id, and the ids."""

    start: int
    ids: tuple[int, ...]


class HeldIds(ABC):
    """A model with a cache that holds the K/V of `ids`, in order, at positions 0, 1, 2, …

    Subclasses give `_feed` (one forward pass) and `_forget` (drop from the cache); this class keeps the account and
    leaves it as it was when a pass fails. `rows` are logits [n, V]; row i predicts what follows the i-th id fed.

    An id may be fed before the host knows it, as a number of the device it was drawn on; `settle` names it later.
    """

    vocab_size: int
    max_length: int
    eos_ids: frozenset[int]

    def __init__(self) -> None:
        self._ids: list[int] = []
        self._passes: list[Pass] = []

    @abstractmethod
    def _feed(self, ids: Sequence[int], keep: int, mask: Any) -> Any: ...

    @abstractmethod
    def _forget(self, n: int) -> None: ...

    @property
    def length(self) -> int:
        return len(self._ids)

    @property
    def ids(self) -> tuple[int, ...]:
        """What the cache holds."""
        return tuple(self._ids)

    @property
    def layer_lengths(self) -> list[int]:
        """Length of every layer's cache: all equal to `length`, or something is wrong."""
        return [self.length]

    def extend(self, ids: Sequence[int], keep: int = 0, mask: Any = None) -> Any:
        """Feed `ids` after what the cache holds; logits [n, V], or of the last `keep` rows only.

        `mask` [n, length + n] (True: may attend) replaces the causal mask. Raises `SpecvizError` for an empty pass,
        for an id outside the vocabulary (a GPU would not survive it) and past the context limit; whatever is raised,
        the cache is left as it was.
        """
        start = self.length
        if not ids:
            raise SpecvizError("empty_pass")
        if isinstance(ids[-1], Integral) and max(ids) >= self.vocab_size:  # unread ids were drawn from the vocabulary
            raise SpecvizError("token_unknown", token=max(ids), size=self.vocab_size)
        if start + len(ids) > self.max_length:
            raise SpecvizError("context_limit", length=start + len(ids), limit=self.max_length)
        try:
            rows = self._feed(ids, keep, mask)
        except BaseException:
            self._forget(start)
            raise
        self._ids.extend(ids)
        self._passes.append(Pass(start, tuple(ids)))
        return rows

    def settle(self, start: int, ids: Sequence[int]) -> None:
        """Name the ids that were fed unread: `ids` are those at positions start, start + 1, …"""
        self._ids[start:] = _named(Pass(start, tuple(self._ids[start:])), start, ids)
        self._passes = [Pass(p.start, _named(p, start, ids)) for p in self._passes]

    def truncate(self, n: int) -> None:
        """Forget everything after the first n tokens; a cache that is shorter stays as it is."""
        self._forget(n)
        del self._ids[n:]

    def sync(self, ids: Sequence[int]) -> Any:
        """Make the cache hold exactly `ids`: keep the common prefix, drop the rest, feed the difference.

        Returns the last row [1, V] if anything had to be fed, else None.
        """
        common = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(self._ids, ids, strict=False)))
        self.truncate(common)
        return self.extend(ids[common:], keep=1) if len(ids) > common else None

    def last_row(self, ids: Sequence[int]) -> Any:
        """Make the cache hold exactly `ids` (at least one) and return the last row [1, V].

        A row is not cached, so when the cache already holds all of `ids` the last token is fed again.
        """
        self.truncate(len(ids) - 1)
        return self.sync(ids)

    def take_passes(self) -> tuple[Pass, ...]:
        """The passes since the last call."""
        passes, self._passes = tuple(self._passes), []
        return passes


def _named(held: Pass, start: int, ids: Sequence[int]) -> tuple[int, ...]:
    """The ids of `held`, the unread ones looked up in `ids`, which stand at positions from `start` on."""
    return tuple(
        x if isinstance(x, Integral) else ids[position - start] for position, x in enumerate(held.ids, held.start)
    )
