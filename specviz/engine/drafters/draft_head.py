"""Drafting with a head over the target's hidden states (EAGLE, Li et al. 2024), under either repair convention.

As with a draft model, one token at a time, each from the head's own law. What differs is what survives a round: a
slot written from the head's own guess is dropped even where its token was accepted, and written again from the
target's hidden state, which the verify pass has just made.
"""

from collections.abc import Sequence

from specviz.engine.arithmetic import HOST, Arithmetic
from specviz.engine.draft_head import HeadModel
from specviz.engine.drafters.draft_model import DraftModel
from specviz.engine.drafters.proposal import Outcome, Proposal
from specviz.engine.draws import Draws
from specviz.settings import RunSettings
from specviz.trace import Round


class DraftHead(DraftModel):
    """Between rounds every slot is true. Lazy: the accepted tokens and the pending one are written by the first pass
    of the next round; eager: by one pass after the verdict, whose last row proposes d_1.
    """

    def __init__(
        self, model: HeadModel, settings: RunSettings, prompt_length: int, arithmetic: Arithmetic = HOST
    ) -> None:
        super().__init__(model, settings, prompt_length, arithmetic)
        self._head = model

    def start(self, ids: Sequence[int], history: Sequence[Round]) -> None:
        self._head.truncate(self._head.true)
        super().start(ids, history)

    def propose(self, context: Sequence[int], k: int, draws: Draws) -> Proposal:
        self._head.reach = len(context)  # an eager target has been one position further than a lazy one: same q
        try:
            return super().propose(context, k, draws)
        finally:
            self._head.reach = self._head.max_length

    def observe(self, outcome: Outcome) -> None:
        self._head.truncate(self._head.true)
        if self._align.repair == "eager" and not outcome.last:
            self._saved_next = self._last(self._head.extend(outcome.committed, keep=1))
