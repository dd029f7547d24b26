"""Ready-made settings, each worth one look: `assets/presets.json`. Names and morals are in the catalogue. Pure.

Each has a recording under its id in `assets/traces/` (see `recordings`), so that it can be watched without a model.
"""

import json
from dataclasses import dataclass

from specviz.paths import ASSETS
from specviz.settings import RunSettings, decode


@dataclass(frozen=True)
class Preset:
    """`preset.<id>` is its name, `preset.<id>.moral` what it shows in one line."""

    id: str
    settings: RunSettings


def presets() -> tuple[Preset, ...]:
    """All presets, in the order they are offered."""
    raw = json.loads((ASSETS / "presets.json").read_text("utf-8"))
    return tuple(Preset(p["id"], decode(RunSettings, p["settings"])[0]) for p in raw)
