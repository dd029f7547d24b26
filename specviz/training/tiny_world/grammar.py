"""A small template grammar that can both write a text and read one back.

One description serves both directions, so "every text written here parses" holds by construction and the
checker cannot drift away from the writer.

A grammar is a table of rules, each a list of templates. Inside a template

- `<rule>` stands for any template of that rule,
- `{slot}` stands for a word of the slot's list (`{thing2}` and `{thing}` share the list `thing`). The first
  use chooses the word, later uses repeat it,
- `{slot.form}` writes a form of the slot's word (`{hero.he}`, `{thing.a}`),
- `|` marks a place where a prompt may end.

The writer gives two slots of one list different words, for variety. The reader asks for it only where a repeated
word would be wrong: within one template ("a fox and a fox"), and throughout for the lists named `apart`.

This module knows nothing of the families, of the split or of tokens.
"""

import random
import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

Bindings = dict[str, str]
Form = Callable[[str], str]

MARK = "|"
_PIECE = re.compile(r"<(?P<rule>[a-z_]+)>|\{(?P<slot>[a-z_]+\d*)(?:\.(?P<form>\w+))?\}|(?P<mark>\|)")


@dataclass(frozen=True)
class Piece:
    """One element of a template: literal text, a rule, a slot with an optional form, or a mark."""

    kind: str
    value: str
    form: str = ""


@dataclass(frozen=True)
class Written:
    """A text of the grammar.

    text: the whole text. cuts: lengths of the prefixes that make natural prompts, ascending.
    bindings: the words its slots hold.
    """

    text: str
    cuts: tuple[int, ...]
    bindings: Bindings


def listed(words: str) -> list[str]:
    """Return the words of a comma-separated list."""
    return [word.strip() for word in words.split(",")]


def with_article(noun: str) -> str:
    """Return the noun behind "a" or "an", by its first letter."""
    return f"{'an' if noun[0] in 'aeiou' else 'a'} {noun}"


def _base(slot: str) -> str:
    """Return the list a slot draws from: its name without the number."""
    return slot.rstrip("0123456789")


def _split(template: str) -> tuple[Piece, ...]:
    pieces, end = [], 0
    for found in _PIECE.finditer(template):
        if found.start() > end:
            pieces.append(Piece("text", template[end : found.start()]))
        kind = str(found.lastgroup if found.lastgroup != "form" else "slot")
        pieces.append(Piece(kind, found[kind], found["form"] or ""))
        end = found.end()
    if end < len(template):
        pieces.append(Piece("text", template[end:]))
    return tuple(pieces)


class Grammar:
    """Rules, word lists and word forms; `start` is the rule a whole text follows."""

    def __init__(
        self,
        rules: Mapping[str, Sequence[str]],
        words: Mapping[str, Sequence[str]],
        forms: Mapping[str, Form],
        start: str = "text",
        apart: Collection[str] = (),
    ) -> None:
        self.rules = {name: tuple(_split(t) for t in templates) for name, templates in rules.items()}
        self.words = {name: tuple(values) for name, values in words.items()}
        self.forms = {"": str, "a": with_article, **forms}
        self.start = start
        self.apart = frozenset(apart)
        for piece in (p for templates in self.rules.values() for t in templates for p in t):
            known = {"rule": self.rules, "slot": self.words}.get(piece.kind)
            if known is not None and _base(piece.value) not in known:
                raise ValueError(f"template names an unknown {piece.kind}: {piece.value!r}")
            if piece.form not in self.forms:
                raise ValueError(f"template names an unknown form: {piece.form!r}")

    def write(self, rng: random.Random) -> Written:
        """Write one text; every choice is uniform and drawn from `rng`."""
        bindings: Bindings = {}
        parts = list(self._write(self.start, rng, bindings))
        text, cuts = "", []
        for part in parts:
            if part is None:
                cuts.append(len(text))
            else:
                text += part
        return Written(text, tuple(cuts), bindings)

    def read(self, text: str) -> Bindings | None:
        """Return the bindings of some way to derive `text`, or None if the grammar cannot write it."""
        for end, bindings in self._read_rule(self.start, text, 0, {}):
            if end == len(text):
                return bindings
        return None

    def _free(self, slot: str, others: Iterable[str], bindings: Bindings) -> list[str]:
        """Words an unbound slot may take: those no other slot of its list, among `others`, holds."""
        base = _base(slot)
        taken = {bindings[name] for name in others if name in bindings and _base(name) == base}
        return [word for word in self.words[base] if word not in taken]

    def _write(self, rule: str, rng: random.Random, bindings: Bindings) -> Iterator[str | None]:
        """Yield the parts of one expansion of `rule`; None stands for a mark."""
        for piece in rng.choice(self.rules[rule]):
            if piece.kind == "text":
                yield piece.value
            elif piece.kind == "mark":
                yield None
            elif piece.kind == "rule":
                yield from self._write(piece.value, rng, bindings)
            else:
                if piece.value not in bindings:
                    bindings[piece.value] = rng.choice(self._free(piece.value, bindings, bindings))
                yield self.forms[piece.form](bindings[piece.value])

    def _read_rule(self, rule: str, text: str, at: int, bindings: Bindings) -> Iterator[tuple[int, Bindings]]:
        for template in self.rules[rule]:
            yield from self._read(template, 0, text, at, bindings)

    def _read(
        self, template: tuple[Piece, ...], index: int, text: str, at: int, bindings: Bindings
    ) -> Iterator[tuple[int, Bindings]]:
        """Yield (end, bindings) for every way the template's pieces from `index` on match text[at:]."""
        if index == len(template):
            yield at, bindings
            return
        piece = template[index]
        if piece.kind == "rule":
            ways: Iterator[tuple[int, Bindings]] = self._read_rule(piece.value, text, at, bindings)
        elif piece.kind == "slot":
            ways = self._read_slot(template, piece, text, at, bindings)
        else:
            literal = piece.value if piece.kind == "text" else ""
            ways = iter([(at + len(literal), bindings)] if text.startswith(literal, at) else [])
        for end, bound in ways:
            yield from self._read(template, index + 1, text, end, bound)

    def _read_slot(
        self, template: tuple[Piece, ...], piece: Piece, text: str, at: int, bindings: Bindings
    ) -> Iterator[tuple[int, Bindings]]:
        bound = bindings.get(piece.value)
        near = bindings if _base(piece.value) in self.apart else [p.value for p in template if p.kind == "slot"]
        for word in [bound] if bound is not None else self._free(piece.value, near, bindings):
            shown = self.forms[piece.form](word)
            if text.startswith(shown, at):
                yield at + len(shown), bindings if bound is not None else {**bindings, piece.value: word}
