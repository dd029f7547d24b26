"""Which row of target logits judges which candidate: the one table behind the off-by-one.

Two conventions are in use and both are correct; mixing them is the classic bug. Everything about them follows from
one offset and one rule: *the judge row of a candidate is the row of its parent*. Candidate v (0-based) is fed as
node v, its parent in a chain is v − 1, and −1 is the root, the newest committed token.

|                              | eager (textbook)           | lazy (vLLM, transformers, gpt-fast) |
|------------------------------|----------------------------|-------------------------------------|
| target length between rounds | t                          | t − 1, the newest token is pending  |
| verify pass input            | d_1 … d_k                  | pending, d_1 … d_k                  |
| row of node v                | v                          | v + 1                               |
| row of the root              | `SAVED_NEXT`, kept earlier | 0                                   |

So the bonus row, the row of the last candidate, is k − 1 or k. `SAVED_NEXT` is −1: Python would take `rows[-1]`
without a word, therefore rows are only ever read through `Rows`.

Pure; knows no model and no cache.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal

from specviz.trace import SAVED_NEXT

ROOT = -1


@dataclass(frozen=True)
class Alignment:
    """One repair convention. `t` is always the number of committed tokens when the round starts."""

    repair: Literal["lazy", "eager"]

    @property
    def offset(self) -> int:
        """Rows that precede those of the candidates in a verify pass: 1 for the pending token, else 0."""
        return 1 if self.repair == "lazy" else 0

    def resting_length(self, t: int) -> int:
        """Length of the target's cache between rounds."""
        return t - self.offset

    def verify_input(self, newest: int, candidates: Sequence[int]) -> tuple[int, ...]:
        """Ids of the verify pass; empty (no pass at all) for an eager round without candidates."""
        return (newest, *candidates) if self.repair == "lazy" else tuple(candidates)

    def row_of(self, node: int) -> int:
        """Row that predicts what follows `node`; the root's is 0 (lazy) or `SAVED_NEXT` (eager)."""
        return node + self.offset

    def judge_row(self, candidate: int, parents: Sequence[int] | None = None) -> int:
        """Row that judges a candidate (0-based): the row of its parent. `parents` None means a chain."""
        return self.row_of(candidate - 1 if parents is None else parents[candidate])

    def bonus_row(self, k: int) -> int:
        """Row the target's extra token is drawn from when all k candidates of a chain were accepted."""
        return self.row_of(k - 1)


class Rows:
    """The rows of one verify pass and the row kept from before it, read by the table's row numbers.

    `rows` is indexable with at least `count` entries; `saved_next` is the row kept by the eager convention, else
    None. A row number that this round does not have raises `IndexError` instead of wrapping round.
    """

    def __init__(self, rows: Any, count: int, saved_next: Any = None) -> None:
        self._rows, self._count, self._saved_next = rows, count, saved_next

    def __getitem__(self, row: int) -> Any:
        if row == SAVED_NEXT and self._saved_next is not None:
            return self._saved_next
        if not 0 <= row < self._count:
            raise IndexError(f"row {row} of a verify pass with {self._count} rows")
        return self._rows[row]


def row_name(row: int) -> str:
    """How a row is called on screen: `saved_next` or `rows[i]`."""
    return "saved_next" if row == SAVED_NEXT else f"rows[{row}]"
