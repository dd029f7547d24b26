"""Adaptive length around any drafter: transformers' heuristic, +2 after a full accept and −1 otherwise.

It learns from judged results only. Choosing the next k from candidates that were thrown away would change the law of
the output, because the next round reuses the random numbers of the positions they stood at.
"""

from collections.abc import Sequence

from specviz.engine.drafters.lookup_first import LookupFirst
from specviz.engine.drafters.proposal import Around, Drafter, Outcome, Proposal
from specviz.engine.draws import Draws
from specviz.settings import MAX_K
from specviz.trace import Round, Source


def next_length(k: int, proposed: int, accepted: int) -> int:
    """The k of the next round. A round that proposed nothing teaches nothing."""
    if proposed == 0:
        return k
    return min(MAX_K, k + 2) if accepted == proposed else max(1, k - 1)


class AdaptiveLength(Around):
    """`inner`, asked for as many candidates as it wants itself in the first round.

    Rounds found in another way than its own teach nothing: those that a lookup left to the draft, whose length is
    `fallback_k` or less, and those of a history that another method made.
    """

    def __init__(self, inner: Drafter) -> None:
        super().__init__(inner, inner.k)
        self._source: Source = ""
        self._own: Source = "lookup" if isinstance(inner, LookupFirst) else ""

    def start(self, ids: Sequence[int], history: Sequence[Round]) -> None:
        self.k = self._under.k
        for r in history:
            self._learn(r.source, len(r.candidates), r.accepted)
        super().start(ids, history)

    def propose(self, context: Sequence[int], k: int, draws: Draws) -> Proposal:
        proposal = self._under.propose(context, k, draws)
        self._source = proposal.source
        return proposal

    def observe(self, outcome: Outcome) -> None:
        self._learn(self._source, len(outcome.proposed), outcome.accepted)
        self._under.observe(outcome)

    def _learn(self, source: Source, proposed: int, accepted: int) -> None:
        if source == self._own:
            self.k = next_length(self.k, proposed, accepted)
