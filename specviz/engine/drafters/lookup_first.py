"""Lookup where the text repeats itself, the draft where it does not: one of the two per round.

Which of them proposes depends on the committed text alone, so the law of the output stays the target's. Free
candidates come in long runs or not at all, drafted ones cost a draft step each: the two have lengths of their own,
`k` and `fallback_k`.
"""

from collections.abc import Sequence

from specviz.engine.drafters.lookup import lookup
from specviz.engine.drafters.proposal import Around, Drafter, Outcome, Proposal
from specviz.engine.draws import Draws
from specviz.settings import RunSettings


class LookupFirst(Around):
    """`draft` proposes when the lookup finds nothing.

    A round that was looked up leaves the draft's cache behind. Lazy: it stays so until the draft is asked again, and
    its first pass then writes all that it lacks. Eager: it catches up in the repair, to have the row that proposes
    d_1.
    """

    def __init__(self, settings: RunSettings, draft: Drafter) -> None:
        super().__init__(draft, settings.k)
        self._settings = settings
        # the context of a round that was looked up; None when the draft was asked
        self._looked_up: tuple[int, ...] | None = None

    def propose(self, context: Sequence[int], k: int, draws: Draws) -> Proposal:
        s = self._settings
        found = lookup(context, s.lookup_min, s.lookup_max, k)
        self._looked_up = tuple(context) if found else None
        if found:
            return Proposal(found, k, source="lookup")
        return self._under.propose(context, min(k, s.fallback_k), draws)._replace(source="draft")

    def observe(self, outcome: Outcome) -> None:
        if self._looked_up is None:
            self._under.observe(outcome)
        elif self._settings.repair == "eager" and not outcome.last:
            self._under.start((*self._looked_up, *outcome.committed), ())
