"""Prompt lookup: what followed the last time these tokens occurred (after Saxena 2023, "Prompt Lookup Decoding").

The choice: the longest n-gram that ends the context and occurred before, its most recent earlier occurrence, and the
tokens that followed it, clipped where the text ends. No occurrence, no candidates. Saxena's function and transformers
take the first occurrence; a text that goes on is more like its latest part.
"""

from collections.abc import Sequence

from specviz.engine.drafters.proposal import Proposal, Stateless
from specviz.engine.draws import Draws


class PromptLookup(Stateless):
    """n-grams of `shortest` to `longest` tokens."""

    def __init__(self, k: int, shortest: int, longest: int) -> None:
        super().__init__(k)
        self._shortest, self._longest = shortest, longest

    def propose(self, context: Sequence[int], k: int, draws: Draws) -> Proposal:
        return Proposal(lookup(context, self._shortest, self._longest, k), k)


def lookup(context: Sequence[int], shortest: int, longest: int, k: int) -> tuple[int, ...]:
    """The candidates for `context`. `lookup([1, 2, 3, 4, 2, 3], 2, 3, 4)` is `(4, 2, 3)`."""
    ids = list(context)
    for n in range(min(longest, len(ids) - 1), shortest - 1, -1):
        suffix = ids[-n:]
        for start in range(len(ids) - n - 1, -1, -1):
            if ids[start] == suffix[0] and ids[start : start + n] == suffix:
                return tuple(ids[start + n : start + n + k])
    return ()
