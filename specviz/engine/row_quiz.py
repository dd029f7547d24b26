"""A reader's answer to "which row judges this candidate?", and what is wrong with it.

The right answers come from `alignment`; this file only names the mistakes people make.
"""

from typing import Literal

from specviz.engine.alignment import Alignment
from specviz.trace import SAVED_NEXT

Mistake = Literal["", "missing", "other", "late", "early"]


def choices(k: int) -> tuple[int, ...]:
    """Every row a reader may choose from: those of both conventions, right or not."""
    return (SAVED_NEXT, *range(k + 1))


def exists(repair: Literal["lazy", "eager"], row: int, k: int) -> bool:
    """Whether a round under `repair` has this row."""
    align = Alignment(repair)
    return align.row_of(-1) <= row <= align.bonus_row(k)


def right_row(repair: Literal["lazy", "eager"], node: int, k: int) -> int:
    """The row for question `node`: candidate 0 … k−1, and k for the bonus."""
    align = Alignment(repair)
    return align.bonus_row(k) if node == k else align.judge_row(node)


def mistake(repair: Literal["lazy", "eager"], node: int, row: int, k: int) -> Mistake:
    """What is wrong with `row` as the answer for `node`, "" for nothing.

    `missing`: this convention has no such row; `other`: right under the other convention; `late`: the row has
    already read the token in question; `early`: it has not yet read the token before it.
    """
    wanted = right_row(repair, node, k)
    if row == wanted:
        return ""
    if not exists(repair, row, k):
        return "missing"
    if row == right_row("eager" if repair == "lazy" else "lazy", node, k):
        return "other"
    return "late" if row > wanted else "early"


def sees(repair: Literal["lazy", "eager"], row: int) -> int:
    """How many candidates a row has read: `rows[i]` of a lazy pass has read the pending token and i candidates."""
    return row - Alignment(repair).row_of(-1)
