"""Token text as a chip shows it: visible blanks, no invisible characters, characters split over tokens joined.

Works on a trace's own texts; knows nothing about tokenizers. The stage only ever shows what comes from here.
"""

import unicodedata
from collections.abc import Iterable, Sequence

from specviz.trace import Round, Trace

JOINED = "‿"
_NAMED = {"\n": "⏎", "\r": "␍", "\t": "⇥"}
_INVISIBLE = {"Cc", "Cf", "Co", "Cn", "Cs", "Zl", "Zp"}
_ZWJ = "\u200d"


def shown(text: str) -> str:
    """`text` with edge spaces as ␣, line ends as ⏎, and every character that cannot be seen spelt out.

    Bidirectional controls and the like are spelt `‹U+202E›`, so that a token cannot rearrange its neighbours. The
    zero-width joiner stays inside a word or an emoji, where it has a visible effect.
    """
    left = len(text) - len(text.lstrip(" "))
    right = len(text) - len(text.rstrip(" ")) if left < len(text) else 0
    core = text[left : len(text) - right]
    return "␣" * left + "".join(_visible(c, 0 < i < len(core) - 1) for i, c in enumerate(core)) + "␣" * right


def _visible(c: str, inside: bool) -> str:
    if c in _NAMED:
        return _NAMED[c]
    if c == _ZWJ and inside:
        return c
    blank = unicodedata.category(c) in _INVISIBLE or (c.isspace() and c != " ")
    return f"‹U+{ord(c):04X}›" if blank else c


def pieces(trace: Trace, ids: Sequence[int]) -> list[str]:
    """What each token of a run of text shows.

    A character whose bytes are spread over tokens stands whole in the token that begins it; the tokens that only
    continue it show `JOINED`. Bytes that never become a character are spelt `‹f0 9f›`.
    """
    raw = [bytes.fromhex(trace.partial[str(i)]) if str(i) in trace.partial else None for i in ids]
    out: list[str] = []
    at = 0
    while at < len(ids):
        if raw[at] is None:
            out.append(shown(trace.text_of(ids[at])))
            at += 1
            continue
        end = at
        while end < len(ids) and raw[end] is not None:
            end += 1
        out.extend(_join([b for b in raw[at:end] if b is not None]))
        at = end
    return out


def _join(chunks: list[bytes]) -> list[str]:
    """Texts of neighbouring tokens that are not whole characters by themselves."""
    whole = b"".join(chunks)
    owner = [n for n, chunk in enumerate(chunks) for _ in chunk]
    texts = [""] * len(chunks)
    at = 0
    while at < len(whole):
        size = _character(whole, at)
        first = owner[at]
        texts[first] += shown(whole[at : at + size].decode()) if size else f"‹{whole[at]:02x}›"
        at += size or 1
    return [text.replace("›‹", " ") or JOINED for text in texts]


def _character(data: bytes, at: int) -> int:
    """Number of bytes of the whole UTF-8 character at `at`; 0 if there is none."""
    for size in range(1, 5):
        try:
            data[at : at + size].decode()
        except UnicodeDecodeError:
            continue
        return size if at + size <= len(data) else 0
    return 0


def alone(trace: Trace, token: int) -> str:
    """What a token shows without neighbours: in a table of probabilities, or as an id in a list."""
    return pieces(trace, (token,))[0]


class Names:
    """Display texts of a trace by place: `at[position]` for the final text, `candidates(r)`, `emitted(r)`."""

    def __init__(self, trace: Trace) -> None:
        self.trace = trace
        self.ids = trace.ids
        self.at = pieces(trace, self.ids)

    def candidates(self, r: Round) -> list[str]:
        """One text per candidate, in the context it was proposed in."""
        ids = [c.id for c in r.candidates]
        tail = self._open_tail(r.t)
        return pieces(self.trace, (*tail, *ids))[len(tail) :]

    def emitted(self, r: Round) -> str:
        """The text of the target's own token of the round, in the final text; "" where there is none."""
        return self.at[r.t + r.accepted] if r.emitted else ""

    def _open_tail(self, end: int) -> tuple[int, ...]:
        """The tokens before `end` whose character may still be open: at most three, a character has four bytes."""
        start = end
        while start > max(0, end - 3) and str(self.ids[start - 1]) in self.trace.partial:
            start -= 1
        return self.ids[start:end]


def texts(trace: Trace, ids: Iterable[int]) -> dict[int, str]:
    """Display text of each id by itself."""
    return {i: alone(trace, i) for i in ids}
