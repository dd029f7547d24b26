"""Tiny World: a seeded grammar that writes coherent short texts in five families.

Everything is written by rule, so there is no licence to observe and as much text as one likes. A tenth of the
*keys* (what a text is about: a pair of operands, a function signature, a number, a hero) is held out: the
training texts never contain a text with a held-out key.

This package writes and checks text. It knows no tokens and no models, and needs nothing but the standard library.
"""

import random
import zlib
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from specviz.errors import SpecvizError
from specviz.training.tiny_world import code, numbers, questions, stories, sums
from specviz.training.tiny_world.grammar import Bindings, Written

SPLITS = ("train", "held_out")
JOINT = "\n---\n"
_HELD_OUT_ONE_IN = 10
_PATIENCE = 100


@dataclass(frozen=True)
class Family:
    """One kind of text: how it is written, how it is read back, and what it is about.

    keys_of(text, bindings) names what is held out; the first key belongs to the prompt.
    """

    name: str
    write: Callable[[random.Random], Written]
    read: Callable[[str], Bindings | None]
    keys_of: Callable[[str, Bindings], list[str]]
    openings: tuple[str, ...]

    def split_of(self, text: str, bindings: Bindings) -> str | None:
        """Return the split of a text: "held_out" by its first key, "train" if no key is held out, else None."""
        keys = [f"{self.name}:{key}" for key in self.keys_of(text, bindings)]
        out = [zlib.crc32(key.encode()) % _HELD_OUT_ONE_IN == 0 for key in keys]
        if out[0]:
            return "held_out"
        return None if any(out) else "train"


def _slots(*names: str) -> Callable[[str, Bindings], list[str]]:
    return lambda text, bindings: ["/".join(bindings[name] for name in names if name in bindings)]


def _signatures(text: str, bindings: Bindings) -> list[str]:
    return [line for line in text.split("\n") if line.startswith("def ")]


FAMILIES = {
    family.name: family
    for family in (
        Family(
            "stories",
            stories.GRAMMAR.write,
            stories.GRAMMAR.read,
            _slots(*stories.KEY),
            (
                "Once upon a time",
                "There once was a clever rabbit",
                "Long ago, a shy bear named Bruno",
                "Lily was a brave girl.",
            ),
        ),
        Family(
            "questions",
            questions.GRAMMAR.write,
            questions.GRAMMAR.read,
            _slots(*questions.KEY),
            (
                "Q: What colour is the sky?",
                "Q: What is the capital of France?",
                "Tom has a red ball.\nQ: Who has the ball?",
                "Mia has a blue kite. She is in the garden.\nQ: Where is Mia?",
            ),
        ),
        Family(
            "code",
            code.GRAMMAR.write,
            code.GRAMMAR.read,
            _signatures,
            ("def add(a, b):", "def factorial(n):", "def evens(numbers):", "def greet(name):"),
        ),
        Family(
            "sums",
            sums.write,
            sums.read,
            _slots("problem"),
            (
                "12 + 35 = ?",
                "What is 73 - 48?",
                "7 * 86 = ?",
                "Tom has 27 apples and gets 15 more. How many apples in all?",
            ),
        ),
        Family(
            "numbers",
            numbers.GRAMMAR.write,
            numbers.GRAMMAR.read,
            _slots(*numbers.KEY),
            (
                "English: forty-two",
                "Translate to French: eighty-one",
                "Count in German from 3:",
                "How do you say 205 in Chinese?",
            ),
        ),
    )
}


@dataclass(frozen=True)
class Prompt:
    """The opening of a text, and the family it came from."""

    family: str
    text: str


def write(family: str, split: str, rng: random.Random) -> Written:
    """Write one text of a family whose key belongs to `split`.

    Raises KeyError for an unknown family and ValueError for an unknown split.
    """
    if split not in SPLITS:
        raise ValueError(f"unknown split {split!r}: choose one of {', '.join(SPLITS)}")
    kind = FAMILIES[family]
    while True:
        written = kind.write(rng)
        if kind.split_of(written.text, written.bindings) == split:
            return written


def documents(seed: int, shard: int, size: int = 1000, weights: Sequence[float] | None = None) -> Iterator[str]:
    """Yield the documents of one shard of the training corpus.

    Most documents are one text; one in five is a few texts of one family with a line between them, so
    that a model whose end-of-text is banned knows how to go on. weights: of the families, in their order; None
    gives each the same share of the documents.
    """
    rng = random.Random(f"tiny-world:{seed}:{shard}")
    names = list(FAMILIES)
    for _ in range(size):
        family = rng.choice(names) if weights is None else rng.choices(names, weights)[0]
        texts = [write(family, "train", rng).text]
        while rng.random() < 0.2:
            texts.append(write(family, "train", rng).text)
        yield JOINT.join(texts)


def family_of(document: str) -> str | None:
    """Return the family all texts of a document belong to, or None if it does not parse."""
    texts = document.split(JOINT)
    for family in FAMILIES.values():
        if all(family.read(text) is not None for text in texts):
            return family.name
    return None


def parses(document: str) -> bool:
    """Whether the grammar can write this document (sums: whether it has the shape, whatever the figures)."""
    return family_of(document) is not None


def sum_is_right(document: str) -> bool:
    """Whether every worked sum of a document ends in the right answer."""
    return all(sums.is_right(text) for text in document.split(JOINT))


def prompts(split: str, family: str, n: int, seed: int) -> list[Prompt]:
    """Return n different openings of texts of a family and split; the same for the same seed.

    Raises `SpecvizError` if so many are not found: code has only a few dozen signatures held out.
    """
    rng = random.Random(f"tiny-world-prompts:{split}:{family}:{seed}")
    found: dict[str, Prompt] = {}
    for _ in range(_PATIENCE * n):
        if len(found) == n:
            break
        written = write(family, split, rng)
        text = written.text[: rng.choice(written.cuts)]
        found[text] = Prompt(family, text)
    if len(found) < n:
        raise SpecvizError("bench_prompts", asked=n, family=family, available=len(found))
    return list(found.values())


def examples() -> list[Prompt]:
    """A few prompts of each family for a reader to start from."""
    return [Prompt(family.name, text) for family in FAMILIES.values() for text in family.openings]
