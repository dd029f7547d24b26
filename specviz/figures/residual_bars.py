"""What the three draggable pictures of the residual lesson show: masses, printed numbers, one sentence per token.

The browser (`assets/residual/`) draws this and computes nothing.
"""

from collections.abc import Sequence
from math import ceil
from typing import Any

import numpy as np

from specviz.figures.numbers import prob
from specviz.theory.enumerate import Position, Row
from specviz.words import say

SAME = 1e-9
"""Two masses nearer than this are one: they come from floats for rules that leave the fractions."""


def bars_payload(
    position: Position, q: Row, tokens: Sequence[str], lang: str, *, right: bool, editable: bool
) -> dict[str, Any]:
    """`tokens` [V] as shown; `right` says that the rule in use is the correct one, `editable` gives handles."""
    p = position.p
    lacking = np.maximum(p - position.accepted, 0)
    off = [not _same(a, b) for a, b in zip(position.emitted, p, strict=True)]
    rows = {
        "p": p, "q": q, "accepted": position.accepted, "rejected": position.rejected,
        "replaced": position.replaced, "lacking": lacking, "emitted": position.emitted,
    }  # fmt: skip
    return {
        **{name: [float(x) for x in row] for name, row in rows.items()},
        "text": {name: [prob(float(x)) for x in rows[name]] for name in ("replaced", "emitted")},
        "tokens": list(tokens),
        "off": off,
        "right": right,
        "editable": editable,
        "top": top(max(float(x) for row in (p, q, position.emitted) for x in row)),
        "says": [[token, sentence(position, q, i, lang)] for i, token in enumerate(tokens)],
        "labels": labels(lang, right=right, exact=not any(off), editable=editable),
    }


def top(largest: float) -> float:
    """Upper end of the scale: a fifth that leaves room to drag upwards, at most 1."""
    return min(1.0, ceil((largest + 0.08) * 5) / 5)


def sentence(position: Position, q: Row, x: int, lang: str) -> str:
    """How token x comes to be emitted, and whether that is as often as p wants. Not its name."""
    p, emitted = position.p[x], position.emitted[x]
    values = {
        "q": prob(float(q[x])),
        "p": prob(float(p)),
        "chance": prob(float(position.accepted[x] / q[x])) if q[x] else "–",
        "kept": prob(float(position.accepted[x])),
        "replaced": prob(float(position.replaced[x])),
        "emitted": prob(float(emitted)),
    }
    end = "equal" if _same(emitted, p) else "more" if emitted > p else "less"
    way = "way" if q[x] else "way.never"
    return f"{say(f'fig.bars.{way}', lang, **values)} {say(f'fig.bars.{end}', lang, **values)}"


def labels(lang: str, *, right: bool, exact: bool, editable: bool) -> dict[str, str]:
    """Headings of the pictures and the line under each."""
    first = "fig.bars.first.drag" if editable else "fig.bars.first.row"
    second = "fig.bars.second.right" if right else "fig.bars.second.wrong"
    third = "fig.bars.third.right" if right else "fig.bars.third.lucky" if exact else "fig.bars.third.wrong"
    return {
        **{name: say(f"fig.bars.{name}", lang) for name in ("first", "second", "third")},
        "first_note": say(first, lang),
        "second_note": say(second, lang),
        "third_note": say(third, lang),
    }


def _same(a: Any, b: Any) -> bool:
    return bool(abs(a - b) < SAME)
