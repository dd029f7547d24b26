"""Masses of one position or of two tokens in a row as tables, in decimals or in exact fractions. HTML."""

from collections.abc import Sequence
from fractions import Fraction
from html import escape
from typing import Any

import numpy as np

from specviz.figures.numbers import prob
from specviz.figures.residual_bars import SAME
from specviz.theory.enumerate import Position, Row
from specviz.words import say


def mass(x: Any, *, exact: bool) -> str:
    """A mass as it is printed: `7/20` with `exact`, `.350` without; signed when negative."""
    if exact and isinstance(x, Fraction | int):
        return str(x).replace("-", "−")
    return f"−{prob(-float(x))}" if x < 0 else prob(float(x))


def position_table(position: Position, q: Row, tokens: Sequence[str], lang: str, *, exact: bool) -> str:
    """One line per stage of the sum, one column per token, and the total of each line."""
    lines = (
        ("q", q, ""),
        ("p", position.p, "pc-blue"),
        ("accepted", position.accepted, "pc-yes"),
        ("replaced", position.replaced, ""),
        ("emitted", position.emitted, "pc-sum"),
        ("off", position.emitted - position.p, ""),
    )
    head = "".join(f'<th scope="col" class="pc-num">{escape(t)}</th>' for t in tokens)
    body = "".join(_line(name, row, kind, lang, exact) for name, row, kind in lines)
    return (
        f'<table class="pc-table pc-law"><thead><tr><th></th>{head}<th scope="col" class="pc-num">Σ</th></tr></thead>'
        f"<tbody>{body}</tbody></table>"
    )


def _line(name: str, row: Row, kind: str, lang: str, exact: bool) -> str:
    cells = "".join(_cell(x, exact, signed=name == "off") for x in row)
    total = "" if name == "off" else mass(row.sum(), exact=exact)
    label = escape(say(f"fig.law.{name}", lang))
    return f'<tr class="{kind}"><th scope="row">{label}</th>{cells}<td class="pc-num">{total}</td></tr>'


def _cell(x: Any, exact: bool, *, signed: bool) -> str:
    if not signed:
        return f'<td class="pc-num">{mass(x, exact=exact)}</td>'
    if abs(x) < SAME:
        return '<td class="pc-num pc-yes">0 ✓</td>'
    sign = "+" if x > 0 else ""
    return f'<td class="pc-num pc-no">{sign}{mass(x, exact=exact)} ✗</td>'


def joint_table(emitted: Row, right: Row, tokens: Sequence[str], lang: str, *, exact: bool) -> str:
    """Both laws [V, V] of two tokens in a row, cell by cell: emitted, and what it should be where it is not."""
    head = "".join(f'<th scope="col" class="pc-num">{escape(t)}</th>' for t in tokens)
    body = "".join(
        f'<tr><th scope="row">{escape(tokens[a])}</th>'
        + "".join(_pair(emitted[a, b], right[a, b], lang, exact) for b in range(len(tokens)))
        + "</tr>"
        for a in range(len(tokens))
    )
    corner = escape(say("fig.law.corner", lang))
    return (
        f'<table class="pc-table pc-law"><thead><tr><th>{corner}</th>{head}</tr></thead><tbody>{body}</tbody></table>'
    )


def _pair(emitted: Any, right: Any, lang: str, exact: bool) -> str:
    shown = mass(emitted, exact=exact)
    if np.abs(emitted - right) < SAME:
        return f'<td class="pc-num pc-yes">{shown} ✓</td>'
    wanted = escape(say("fig.law.wanted", lang, p=mass(right, exact=exact)))
    return f'<td class="pc-num pc-no">{shown} ✗<br><small>{wanted}</small></td>'
