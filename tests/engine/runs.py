"""Short ways to run the engine in tests."""

from collections.abc import Iterable, Sequence
from typing import Any

from specviz.engine.decode import speculative
from specviz.engine.drafters import make_drafter
from specviz.engine.held_ids import HeldIds
from specviz.engine.language_model import CachedModel, Weights
from specviz.settings import RunSettings
from specviz.trace import Round

PROMPT = (1, 2, 3, 4, 5)


def cached(model: Weights | HeldIds | None) -> HeldIds | None:
    return CachedModel(model) if isinstance(model, Weights) else model


def rounds_of(
    settings: RunSettings,
    target: Weights | HeldIds,
    draft: Weights | HeldIds | None = None,
    prompt: Sequence[int] = PROMPT,
    **more: Any,
) -> list[Round]:
    drafter = make_drafter(settings, len(prompt), cached(draft))
    return list(speculative(cached(target), drafter, settings, prompt, **more))


def ids_of(rounds: Iterable[Round]) -> list[int]:
    return [i for r in rounds for i in r.committed]
