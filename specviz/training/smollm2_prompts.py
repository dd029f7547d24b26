"""Requests to sample the target's own texts from: questions, code, sums, and texts to summarise or rewrite.

Every kind is drawn from the lists of `smollm2_requests.json`, long enough that a request seldom comes twice. The
wording and the passages are not those of the benchmark.
"""

import json
import random
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

LISTS: dict[str, list[str]] = json.loads(Path(__file__).with_name("smollm2_requests.json").read_text("utf-8"))


def request(draw: random.Random, kind: str, passages: Sequence[str]) -> str:
    """One request of a kind of `KINDS`; the kinds that work on a text take it from `passages`."""
    return KINDS[kind](draw, passages)


def _question(draw: random.Random, _: Sequence[str]) -> str:
    if draw.random() < 0.3:
        return _one(draw, "help").format(_one(draw, "actions"))
    return _one(draw, "questions").format(*draw.sample(LISTS["topics"], 2))


def _code(draw: random.Random, _: Sequence[str]) -> str:
    return _one(draw, "code").format(_one(draw, "code_tasks"))


def _sum(draw: random.Random, _: Sequence[str]) -> str:
    a, b, c = (draw.randint(2, 99) for _ in range(3))
    words = {"name": _one(draw, "names"), "thing": _one(draw, "things"), "end": _one(draw, "end")}
    return _one(draw, "sums").format(a=a, b=b, c=c, ac=a * c, **words)


def _on_a_text(draw: random.Random, passages: Sequence[str], *, wish: str) -> str:
    return f"{_one(draw, wish)}\n\n{draw.choice(passages)}"


def _one(draw: random.Random, name: str) -> str:
    return draw.choice(LISTS[name])


ON_A_TEXT = ("summary", "rewrite")
KINDS: dict[str, Callable[[random.Random, Sequence[str]], str]] = {
    "question": _question,
    "code": _code,
    "sum": _sum,
    "summary": partial(_on_a_text, wish="shorten"),
    "rewrite": partial(_on_a_text, wish="reword"),
}
