"""Two small Markov chains in exact tenths, for proofs over several positions that fit on a screen.

A law depends on the last token only. After token 0 the two laws are p = (.5, .3, .2) and q = (.2, .2, .6), the pair
on which most mistakes leave different histograms.
"""

from collections.abc import Sequence

from specviz.theory.enumerate import Row, fractions

TARGET_TENTHS = ((5, 3, 2), (1, 6, 3), (3, 3, 4))
DRAFT_TENTHS = ((2, 2, 6), (3, 4, 3), (5, 1, 4))


class FractionChain:
    """`tenths` [V, V]: row a is the law after token a, times ten. Calls give rows of `Fraction`, or of floats."""

    def __init__(self, tenths: Sequence[Sequence[int]], *, exact: bool = True) -> None:
        rows = [fractions(row) / 10 for row in tenths]
        self._rows = rows if exact else [row.astype(float) for row in rows]

    def law(self, prefix: Sequence[int]) -> Row:
        """The law [V] of the token after `prefix`."""
        return self._rows[prefix[-1]]

    def draft(self, prefix: Sequence[int], _candidate: int) -> Row:
        """The same, as a draft that never stops early."""
        return self.law(prefix)
