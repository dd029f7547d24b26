"""A decoder put together from parts: the engine's own, or some of them replaced. Runs it; judges nothing.

The checks take a build, so that the same function that passes the correct decoder catches a deliberate mistake.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, fields
from typing import Any, Self

from specviz.engine.decode import CORRECT, Parts, speculative, tolerate
from specviz.engine.drafters import make_drafter
from specviz.engine.drafters.proposal import Drafter
from specviz.engine.draws import CounterDraws, Draws
from specviz.engine.held_ids import HeldIds
from specviz.engine.language_model import CachedModel, Weights
from specviz.engine.stopping import Decode, no_text
from specviz.settings import RunSettings
from specviz.trace import Round, Totals, totals


def as_they_are(draws: Draws) -> Draws:
    return draws


@dataclass(frozen=True)
class Build:
    """`target` and `draft` make one run's cached model; `drafter`, `draws` and `count` stand for their originals."""

    parts: Parts = CORRECT
    target: Callable[[Weights], HeldIds] = CachedModel
    draft: Callable[[Weights], HeldIds] = CachedModel
    drafter: Callable[[RunSettings, int, HeldIds | None], Drafter] = make_drafter
    draws: Callable[[Draws], Draws] = as_they_are
    count: Callable[[Iterable[Round]], Totals] = totals

    @classmethod
    def tolerant(cls, **changes: Any) -> Self:
        """A decoder with some of `Parts` or of its own fields replaced, whose broken invariants are recorded."""
        parts = {f.name: changes.pop(f.name) for f in fields(Parts) if f.name in changes}
        return cls(Parts(**parts, on_violation=tolerate), **changes)

    def models(self, target: Weights, draft: Weights | None) -> tuple[HeldIds, HeldIds | None]:
        """Fresh caches over shared weights."""
        return self.target(target), None if draft is None else self.draft(draft)

    def rounds(
        self,
        target: HeldIds,
        draft: HeldIds | None,
        settings: RunSettings,
        prompt_ids: Sequence[int],
        *,
        draws: Draws | Any = None,
        decode: Decode = no_text,
        laws: bool = False,
    ) -> Iterator[Round]:
        """The rounds of one run; see `engine.decode.speculative`."""
        drafter = self.drafter(settings, len(prompt_ids), draft)
        draws = self.draws(draws or CounterDraws(settings.seed))
        return speculative(
            target, drafter, settings, prompt_ids, draws=draws, decode=decode, laws=laws, parts=self.parts
        )


CORRECT_BUILD = Build()
