"""Prompts to measure on: five families a pair, split into development (to choose k) and held out (to measure).

The bundled pair gets openings of its own grammar, the held-out ones of texts it never saw; any other pair gets the
ordinary requests of `assets/bench_prompts.json`, which differ in how much of the answer can be guessed.
"""

import json
from dataclasses import dataclass
from typing import Literal

from specviz.errors import SpecvizError
from specviz.paths import ASSETS

Split = Literal["development", "held_out"]
TINY_SPLITS = {"development": "train", "held_out": "held_out"}


@dataclass(frozen=True)
class Prompt:
    """A request, its family, and how the pair wants it (`raw` or `chat`)."""

    family: str
    text: str
    prompt_format: str = "raw"


def prompts(pair: str, split: Split, per_family: int) -> tuple[Prompt, ...]:
    """`per_family` prompts of every family, taking turns. Raises `SpecvizError` when there are not so many."""
    families = _tiny_world(split, per_family) if pair == "tiny" else _requests(split, per_family)
    return tuple(p for turn in zip(*families, strict=True) for p in turn)


def _tiny_world(split: Split, n: int) -> list[list[Prompt]]:
    from specviz.training import tiny_world

    return [
        [Prompt(p.family, p.text) for p in tiny_world.prompts(TINY_SPLITS[split], family, n, seed=1)]
        for family in tiny_world.FAMILIES
    ]


def _requests(split: Split, n: int) -> list[list[Prompt]]:
    table = json.loads((ASSETS / "bench_prompts.json").read_text("utf-8"))
    half = {name: texts[: len(texts) // 2] for name, texts in table.items()}
    if split == "held_out":
        half = {name: texts[len(texts) // 2 :] for name, texts in table.items()}
    short = min(half, key=lambda name: len(half[name]))
    if n > len(half[short]):
        raise SpecvizError("bench_prompts", asked=n, family=short, available=len(half[short]))
    return [[Prompt(name, text, "chat") for text in texts[:n]] for name, texts in half.items()]
