"""The texts a pair was made for: examples, and how unlikely a prompt may be before it lies outside.

Only the shipped pair has such a file (`world.json` beside the target's weights). No torch.
"""

import json
from dataclasses import dataclass

from specviz.models.registry import find


@dataclass(frozen=True)
class Example:
    """A prompt the pair continues well; `family` names the kind of text."""

    family: str
    text: str


@dataclass(frozen=True)
class World:
    """`least` is the mean log-likelihood per token, in nats, that 99 of 100 held-out prompts reach."""

    least: float
    examples: tuple[Example, ...]

    def outside(self, log_likelihood: float) -> bool:
        """Whether a prompt of this mean log-likelihood lies outside."""
        return log_likelihood < self.least


def world(pair: str) -> World | None:
    """The world of a pair; None for a pair that was made for any text."""
    folder = find(pair).target.folder
    path = folder / "world.json" if folder else None
    if path is None or not path.is_file():
        return None
    record = json.loads(path.read_text("utf-8"))
    examples = tuple(Example(e["family"], e["text"]) for e in record["examples"])
    return World(record["log_likelihood_per_token"]["p01"], examples)
