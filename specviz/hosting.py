"""A public server (`SPECVIZ_HOSTED` is set): what one reader may ask for there, so that the others get their turn.

The tables are the whole policy. `limited` lowers settings where they enter (link, file, preset) and says what it
lowered; `refuse_beyond` is the gate before the models, whichever way the settings came. Which pairs may be named is
said in `models.registry`. On any other machine nothing here does anything.
"""

import os
from collections.abc import Iterator
from dataclasses import fields
from typing import Any

from specviz.errors import SpecvizError
from specviz.settings import RunSettings

MOST = {"prompt": 1000, "script": 128, "k": 16, "fallback_k": 16, "max_new_tokens": 128, "min_new_tokens": 128}
"""Characters of the prompt, items of a script, and the largest number."""

FIXED = {"dtype": "float32", "device": "auto"}
"""Another number format or device would be another copy of the pair in memory."""


def hosted() -> bool:
    """Whether this is a public server."""
    return bool(os.environ.get("SPECVIZ_HOSTED"))


def most(name: str) -> Any:
    """The largest value of a setting, or its greatest length, on this server; None where it has no such bound."""
    bounds = next(f for f in fields(RunSettings) if f.name == name).metadata
    usual = bounds["hi"] if bounds["max_len"] is None else bounds["max_len"]
    return MOST.get(name, usual) if hosted() else usual


def limited(settings: RunSettings) -> tuple[RunSettings, tuple[SpecvizError, ...]]:
    """`settings` as far as this server allows, and a note for every value that had to change."""
    beyond = list(_beyond(settings))
    return settings.but(**{name: allowed for name, allowed, _ in beyond}), tuple(note for _, _, note in beyond)


def refuse_beyond(settings: RunSettings) -> None:
    """Raise `SpecvizError` for the first value that this server does not allow."""
    for _, _, error in _beyond(settings):
        raise error


def _beyond(settings: RunSettings) -> Iterator[tuple[str, Any, SpecvizError]]:
    """Name, allowed value and sentence for each value beyond what is allowed."""
    if not hosted():
        return
    for name, limit in MOST.items():
        value = getattr(settings, name)
        size = value if isinstance(value, int) else len(value)
        if size > limit:
            allowed = limit if isinstance(value, int) else value[:limit]
            yield name, allowed, SpecvizError("hosted_limit", name=name, value=size, limit=limit)
    for name, fixed in FIXED.items():
        value = getattr(settings, name)
        if value != fixed:
            yield name, fixed, SpecvizError("hosted_fixed", name=name, value=value, fixed=fixed)
