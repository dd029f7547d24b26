"""The other side of a comparison: what a link says about it, and back. Pure.

The same prompt and seed run under settings that differ from those of the run on the stage in at least one of `OPEN`,
or a recorded run of the same prompt. `View.versus` holds it as short `name=value` items.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from specviz.errors import SpecvizError
from specviz.settings import RunSettings, decode
from specviz.trace import Trace

OPEN = ("method", "k", "fallback_k", "temperature", "repair", "length_policy", "draft_choice")
RECORDED = "trace"


@dataclass(frozen=True)
class Rival:
    """What to compare with: `settings` to run, or the name of a `recorded` trace ("" for none)."""

    settings: RunSettings
    recorded: str = ""


def rival_of(items: Sequence[str], base: RunSettings) -> tuple[Rival, tuple[SpecvizError, ...]]:
    """The rival that `items` name for a run under `base`, and a note for each item that had to be put right."""
    raw: dict[str, str] = {}
    notes: list[SpecvizError] = []
    for item in items:
        name, _, value = item.partition("=")
        if name in (*OPEN, RECORDED):
            raw[name] = value
        else:
            notes.append(SpecvizError("versus_item", value=item, names=", ".join((*OPEN, RECORDED))))
    recorded = raw.pop(RECORDED, "")
    read, more = decode(RunSettings, raw, clamp=True)
    return Rival(base.but(**{name: getattr(read, name) for name in raw}), recorded), (*notes, *more)


def items_of(rival: Rival, base: RunSettings) -> tuple[str, ...]:
    """`View.versus` for a rival of a run under `base`; empty when the two are the same."""
    if rival.recorded:
        return (f"{RECORDED}={rival.recorded}",)
    return tuple(f"{name}={value}" for name, value in named(base, rival.settings))


def named(base: RunSettings, other: RunSettings) -> list[tuple[str, str | float]]:
    """The settings of `OPEN` in which `other` differs from `base`, with their values there."""
    return [(name, getattr(other, name)) for name in OPEN if getattr(base, name) != getattr(other, name)]


def comparable(base: Trace, others: Iterable[tuple[str, Trace]]) -> list[str]:
    """Names of those traces that have the prompt of `base` and its draws, and other settings.

    Greedy decoding draws nothing, so its seed may be any.
    """
    mine = base.run_settings

    def same_draws(other: RunSettings) -> bool:
        return other.seed == mine.seed or 0.0 in (other.temperature, mine.temperature)

    return [
        name
        for name, trace in others
        if trace.prompt_ids == base.prompt_ids and same_draws(trace.run_settings) and trace.run_settings != mine
    ]
