"""Drafting with a smaller model, under either repair convention.

Lazy: the cache holds at most t − 1 tokens between rounds; what it lacks, the pending token included, is written by
the first draft pass. Eager: it holds t and keeps the row after them, so that d_1 costs no pass.
Either way the last candidate's K/V is not there when drafting ends, because nobody had to look past it. After a full
accept it is one more token of the next pass, which is made anyway (in vLLM it once was left out, and acceptance fell
without a visible error; gpt-fast writes it in a pass of its own).
"""

from collections.abc import Sequence
from typing import Any

from specviz.engine.alignment import Alignment
from specviz.engine.arithmetic import HOST, Arithmetic
from specviz.engine.drafters.proposal import Outcome, Over, Proposal
from specviz.engine.draws import Draws, Kind
from specviz.engine.held_ids import HeldIds
from specviz.settings import RunSettings
from specviz.trace import Round


class DraftModel(Over[HeldIds]):
    """`model` proposes one token at a time, each from its own law under the run's processors.

    With `draft_choice="argmax"` it proposes the most likely token and the law is one-hot. Under the adaptive policy
    it stops after a candidate whose probability under the draft is below `confidence`: that candidate still counts,
    and a device is waited for at each.
    """

    def __init__(
        self, model: HeldIds, settings: RunSettings, prompt_length: int, arithmetic: Arithmetic = HOST
    ) -> None:
        super().__init__(model, settings.k)
        self._arithmetic = arithmetic
        self._sampling = arithmetic.sampling(settings, model.eos_ids, prompt_length)
        self._align = Alignment(settings.repair)
        self._one_hot = settings.draft_choice == "argmax" or settings.temperature == 0.0
        self._confidence = settings.confidence if settings.length_policy == "adaptive" else 0.0
        self._saved_next: Any = None

    def start(self, ids: Sequence[int], history: Sequence[Round]) -> None:
        if self._align.repair == "eager":
            self._saved_next = self._last(self._under.last_row(ids))
        else:
            # a run that goes on makes the passes it would have made; 0 is a history without a draft's cache
            rested = history[-1].cache.draft[3] if history else 0
            self._under.sync(ids[: min(rested or len(ids), len(ids) - 1)])

    def propose(self, context: Sequence[int], k: int, draws: Draws) -> Proposal:
        ids: list[Any] = []
        laws = []
        row = self._saved_next
        for i in range(k):
            if i or self._align.repair == "lazy":
                unwritten = ids[-1:] if i else self._lacking(context)
                row = self._last(self._under.extend(unwritten, keep=1))
            law = self._sampling.law(row, context, ids)
            token, law = self._choose(law, len(context) + i, draws)
            ids.append(token)
            laws.append(law)
            if self._confidence and self._doubts(row, law, token):
                break
        return Proposal(tuple(ids), k, None if self._one_hot else tuple(laws))

    def observe(self, outcome: Outcome) -> None:
        t, m = outcome.t, outcome.accepted
        self._under.truncate(min(t + m, self._align.resting_length(t + len(outcome.committed))))
        if self._align.repair == "eager" and not outcome.last:
            self._saved_next = self._last(self._under.extend(self._lacking(outcome.committed, t), keep=1))

    def _lacking(self, ids: Sequence[int], start: int = 0) -> Sequence[int]:
        """What the cache lacks of the committed text, of which `ids` are those from position `start` on."""
        return ids[self._under.length - start :]

    def _last(self, rows: Any) -> Any:
        return self._arithmetic.rows(rows)[-1]

    def _choose(self, law: Any, position: int, draws: Draws) -> tuple[Any, Any]:
        """The candidate for `position`, and the law it was drawn from, if by chance."""
        if self._one_hot:
            return self._arithmetic.most_likely(law), law
        return self._arithmetic.drawn(law, draws.u(position, Kind.DRAFT)), law

    def _doubts(self, row: Any, law: Any, token: Any) -> bool:
        chance = self._arithmetic.softmax(row)[token] if self._one_hot else law[token]
        return bool(chance < self._confidence)
