"""Lookup where the text repeats itself, the draft where it does not: one of the two per round.

Which of them proposes depends on the committed text alone, so the law of the output stays the target's. Free
candidates come in long runs or not at all, drafted ones cost a draft step each: the two have lengths of their own,
`k` and `fallback_k`.
"""

from collections.abc import Sequence

from specviz.engine.drafters.draft_model import DraftModel
from specviz.engine.drafters.lookup import lookup
from specviz.engine.drafters.proposal import Outcome, Proposal
from specviz.engine.draws import Draws
from specviz.engine.held_ids import Pass
from specviz.settings import RunSettings
from specviz.trace import Round


class LookupFirst:
    """`draft` proposes when the lookup finds nothing.

    A round that was looked up leaves the draft's cache behind. Lazy: it stays so until the draft is asked again, and
    its first pass then writes all that it lacks. Eager: it catches up in the repair, to have the row that proposes
    d_1.
    """

    def __init__(self, settings: RunSettings, draft: DraftModel) -> None:
        self.k = settings.k
        self._settings = settings
        self._draft = draft
        self._catches_up = settings.repair == "eager"
        self._context: tuple[int, ...] = ()
        self._found = False

    @property
    def length(self) -> int:
        return self._draft.length

    @property
    def layer_lengths(self) -> Sequence[int]:
        return self._draft.layer_lengths

    @property
    def max_length(self) -> int | None:
        return self._draft.max_length

    def take_passes(self) -> tuple[Pass, ...]:
        return self._draft.take_passes()

    def start(self, ids: Sequence[int], history: Sequence[Round]) -> None:
        self._draft.start(ids, history)

    def propose(self, context: Sequence[int], k: int, draws: Draws) -> Proposal:
        s = self._settings
        self._context = tuple(context) if self._catches_up else ()
        found = lookup(context, s.lookup_min, s.lookup_max, k)
        self._found = bool(found)
        if found:
            return Proposal(found, k, source="lookup")
        return self._draft.propose(context, min(k, s.fallback_k), draws)._replace(source="draft")

    def observe(self, outcome: Outcome) -> None:
        if not self._found:
            self._draft.observe(outcome)
        elif self._catches_up and not outcome.last:
            self._draft.start((*self._context, *outcome.committed), ())
