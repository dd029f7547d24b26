"""What a drafter is, what it proposes, and what it learns from a round."""

from collections.abc import Sequence
from typing import Any, Generic, NamedTuple, Protocol, TypeVar

from specviz.engine.draws import Draws
from specviz.engine.held_ids import HeldIds, Pass
from specviz.trace import Round, Source


class Proposal(NamedTuple):
    """Candidates d_1 … d_n, n ≤ `k`, the number asked for. They may be unread (see `HeldIds`).

    `q_rows` [n][V] are the laws they were drawn from; None when each was chosen without chance (one-hot). `source`
    says how they were found, by a drafter that has more than one way.
    """

    ids: tuple[int, ...]
    k: int
    q_rows: tuple[Any, ...] | None = None
    source: Source = ""


class Outcome(NamedTuple):
    """What became of a proposal: `t` committed tokens before the round, `accepted` candidates, and the ids
    `committed` in it. `last`: the run ends here, so nothing needs to be prepared for a next round."""

    t: int
    proposed: tuple[int, ...]
    accepted: int
    committed: tuple[int, ...]
    last: bool


class Drafter(Protocol):
    """A way to draft. All methods are called between forward passes of the target, never during one.

    A drafter may stop early because of what precedes a candidate, never drop a candidate because of what it turned
    out to be: that would change the law of what is emitted.
    """

    @property
    def k(self) -> int:
        """Candidates it wants to propose next."""
        ...

    def start(self, ids: Sequence[int], history: Sequence[Round]) -> None:
        """Get ready to propose after the committed `ids`, the rounds so far being `history`."""
        ...

    def propose(self, context: Sequence[int], k: int, draws: Draws) -> Proposal:
        """At most k candidates to follow the committed `context`."""
        ...

    def observe(self, outcome: Outcome) -> None:
        """Repair own state after the verdict and learn from it."""
        ...

    @property
    def length(self) -> int:
        """Tokens in the drafter's cache (0 without one)."""
        ...

    @property
    def layer_lengths(self) -> Sequence[int]:
        """Length of every layer of its cache (empty without one)."""
        ...

    @property
    def max_length(self) -> int | None:
        """Context limit, or None."""
        ...

    def settle(self, start: int, ids: Sequence[int]) -> None:
        """As `HeldIds.settle`, for its own model."""
        ...

    def take_passes(self) -> tuple[Pass, ...]:
        """Forward passes since the last call."""
        ...


class Stateless:
    """The parts of a drafter that has no model."""

    length = 0
    layer_lengths: Sequence[int] = ()
    max_length: int | None = None

    def __init__(self, k: int) -> None:
        self.k = k

    def start(self, ids: Sequence[int], history: Sequence[Round]) -> None:
        """Nothing to prepare."""

    def observe(self, outcome: Outcome) -> None:
        """Nothing to learn."""

    def settle(self, start: int, ids: Sequence[int]) -> None:
        """Nothing was fed."""

    def take_passes(self) -> tuple[Pass, ...]:
        return ()


Under = TypeVar("Under", bound=HeldIds | Drafter)


class Over(Generic[Under]):
    """The parts of a drafter that stands over what holds its cache: a model, or another drafter."""

    def __init__(self, under: Under, k: int) -> None:
        self.k = k
        self._under = under

    @property
    def length(self) -> int:
        return self._under.length

    @property
    def layer_lengths(self) -> Sequence[int]:
        return self._under.layer_lengths

    @property
    def max_length(self) -> int | None:
        return self._under.max_length

    def settle(self, start: int, ids: Sequence[int]) -> None:
        self._under.settle(start, ids)

    def take_passes(self) -> tuple[Pass, ...]:
        return self._under.take_passes()


class Around(Over[Drafter]):
    """The parts of a drafter that chooses when or how far another one drafts."""

    def start(self, ids: Sequence[int], history: Sequence[Round]) -> None:
        self._under.start(ids, history)


class NoDraft(Stateless):
    """Proposes nothing: every round is an ordinary decode step."""

    def __init__(self) -> None:
        super().__init__(0)

    def propose(self, context: Sequence[int], k: int, draws: Draws) -> Proposal:
        return Proposal((), 0)
