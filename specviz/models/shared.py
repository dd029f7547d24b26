"""Pairs shared by everybody in one process: loaded once, at most a few at a time, the least recently used let go.

What belongs to one reader (the caches of a run) hangs on the pair it was made for, so that letting a pair go lets go
of everything that would keep its weights in memory. Whose turn it is to compute is not decided here. No Streamlit.
"""

import os
import threading
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Generic, TypeVar

from specviz.errors import SpecvizError

if TYPE_CHECKING:
    from specviz.models.loading import LoadedPair

Key = tuple[str, str, str]  # pair, dtype, device, as in RunSettings
T = TypeVar("T")
MOST_PAIRS = 2
MOST_OWNERS = 64
NO_ROOM = ("memory_short", "out_of_memory")


@dataclass
class _Resident:
    pair: "LoadedPair"
    owned: OrderedDict[str, object] = field(default_factory=OrderedDict)


class SharedPairs(Generic[T]):
    """Thread-safe. `load(pair, dtype, device)` makes a pair; `own(pair)` makes what one owner has over it."""

    def __init__(
        self,
        load: Callable[[str, str, str], "LoadedPair"],
        own: Callable[["LoadedPair"], T],
        most_pairs: int = MOST_PAIRS,
        most_owners: int = MOST_OWNERS,
    ) -> None:
        self._load, self._own = load, own
        self._most_pairs, self._most_owners = most_pairs, most_owners
        self._resident: OrderedDict[Key, _Resident] = OrderedDict()
        self._lock = threading.Lock()  # the table; never held while something is loaded
        self._gate = threading.Lock()  # one load at a time, whatever it is: memory is checked before each

    def get(self, pair: str, dtype: str = "float32", device: str = "auto") -> "LoadedPair":
        """The pair, loaded if it is not; others that ask for it meanwhile wait for the same one.

        Raises `SpecvizError` as `load` does; nothing is kept then, and the next to ask tries again.
        """
        return self._get((pair, dtype, device)).pair

    def of(self, owner: str, pair: str, dtype: str = "float32", device: str = "auto") -> T:
        """What `owner` (a session) has over a pair, made on first use. It is gone when the pair was let go meanwhile:
        ask again before each use and keep no reference.
        """
        resident = self._get((pair, dtype, device))
        with self._lock:
            if owner not in resident.owned:
                resident.owned[owner] = self._own(resident.pair)
            resident.owned.move_to_end(owner)
            while len(resident.owned) > self._most_owners:
                resident.owned.popitem(last=False)
            return resident.owned[owner]

    def let_go(self, owner: str) -> None:
        """Drop what `owner` has over any pair: its session has ended."""
        with self._lock:
            for resident in self._resident.values():
                resident.owned.pop(owner, None)

    def let_go_of_all(self) -> None:
        """Drop what everybody has over any pair: memory is needed. Who is in the middle of a run keeps its own."""
        with self._lock:
            for resident in self._resident.values():
                resident.owned.clear()

    def resident(self) -> tuple[Key, ...]:
        """The pairs in memory, the least recently used first."""
        with self._lock:
            return tuple(self._resident)

    def clear(self) -> None:
        """Let every pair go."""
        from specviz.models.out_of_memory import give_back

        with self._lock:
            self._resident.clear()
        give_back()

    def _get(self, key: Key) -> _Resident:
        with self._lock:
            found = self._touch(key)
        if found:
            return found
        with self._gate:
            with self._lock:
                found = self._touch(key)
                if found:
                    return found
                full = len(self._resident) >= self._most_pairs
            if full:  # before the next one comes, so that both need not fit at once
                self._make_room()
            made = _Resident(self._loaded(key))
            with self._lock:
                self._resident[key] = made
                return made

    def _loaded(self, key: Key) -> "LoadedPair":
        """The pair; for want of memory the others are let go, one after the other, and it is tried again."""
        while True:
            try:
                return self._load(*key)
            except SpecvizError as e:
                if e.code not in NO_ROOM or not self._make_room():
                    raise

    def _make_room(self) -> bool:
        """Let the least recently used pair go; False when there is none."""
        from specviz.models.out_of_memory import give_back

        with self._lock:
            found = bool(self._resident)
            if found:
                self._resident.popitem(last=False)
        give_back()
        return found

    def _touch(self, key: Key) -> _Resident | None:
        if key in self._resident:
            self._resident.move_to_end(key)
        return self._resident.get(key)


def places() -> int:
    """How many runs may compute at once: a run is worth two cores, and two runs on one core slow each other down."""
    return max(1, (os.cpu_count() or 1) // 2)


def set_threads() -> int:
    """Give each of the runs at once its share of the cores, for this whole process; the number of threads per run.

    `OMP_NUM_THREADS`, where the reader has set it, stands. Threads that already ran torch keep what they had.
    """
    import torch

    if "OMP_NUM_THREADS" not in os.environ:
        torch.set_num_threads(max(1, (os.cpu_count() or 1) // places()))
    return torch.get_num_threads()
