"""The off-by-one as a part: the table of `alignment` with every candidate judged by a neighbouring row.

Only the judge rows move; the bonus row stays. For `Parts(align=shifted(1), on_violation=tolerate)`.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Literal

from specviz.engine.alignment import ROOT, Alignment


@dataclass(frozen=True)
class ShiftedAlignment(Alignment):
    """`by` = 1: candidate i is judged by the row that has read it already; −1: by the row before the right one.

    There is no row before the root's: d_1 keeps its own then, as code with a `max(0, …)` in it would do.
    """

    by: int = 0

    def judge_row(self, candidate: int, parents: Sequence[int] | None = None) -> int:
        return max(self.row_of(ROOT), super().judge_row(candidate, parents) + self.by)


def shifted(by: int) -> Callable[[Literal["lazy", "eager"]], Alignment]:
    """The alignment of either convention with its judge rows moved."""
    return partial(ShiftedAlignment, by=by)
