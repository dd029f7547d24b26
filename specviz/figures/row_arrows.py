"""Which row judges which token, as an SVG: inputs below, rows of the verify pass above them, arrows to the verdicts.

Columns are places in the text, so that the right table is a diagonal under either convention: a row stands over the
token it has read last, a candidate over its own place. `saved_next` stands where the pending token would be fed.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape

from specviz.trace import SAVED_NEXT
from specviz.words import say

COLUMN, BOX, HEIGHT = 78, 70, 214
VERDICT, ROWS, PASS, INPUT = 8, 92, 128, 156


@dataclass(frozen=True)
class Arrow:
    """An answer: `row` (`SAVED_NEXT` or an index) for `node` (candidate 0 … k−1, then the bonus), right or wrong."""

    node: int
    row: int
    right: bool


def row_arrows(repair: str, newest: str, candidates: Sequence[str], arrows: Sequence[Arrow], lang: str) -> str:
    """`newest` is the last committed token, `candidates` [k] the draft's; `arrows` may be incomplete."""
    k = len(candidates)
    eager = repair == "eager"
    width = COLUMN * (k + 2)
    parts = [_pass(k, eager, lang)]
    for column in range(k + 1):
        parts.append(_row(column, column - eager, lang))
    parts.append(_input(0, newest, say("fig.rows.committed" if eager else "fig.rows.pending", lang), faint=eager))
    parts += [_input(i + 1, text, f"d{i + 1}") for i, text in enumerate(candidates)]
    marks = {a.node: a.right for a in arrows}
    names = [*(f"d{i + 1}" for i in range(k)), say("fig.rows.bonus", lang)]
    parts += [_verdict(i + 1, name, marks.get(i)) for i, name in enumerate(names)]
    parts += [_arrow(a, eager, k) for a in arrows]
    alt = escape(say("fig.rows.alt", lang, k=k, right=sum(marks.values())))
    return (
        f'<svg class="pc-rows" viewBox="0 0 {width} {HEIGHT}" role="img" aria-label="{alt}">'
        f"<title>{alt}</title>{''.join(parts)}</svg>"
    )


def _centre(column: int) -> float:
    return COLUMN * (column + 0.5)


def _box(column: int, top: int, height: int, kind: str) -> str:
    left = _centre(column) - BOX / 2
    return f'<rect class="{kind}" x="{left}" y="{top}" width="{BOX}" height="{height}" rx="5"></rect>'


def _text(column: float, y: int, text: str, kind: str = "") -> str:
    return f'<text class="{kind}" x="{_centre(column)}" y="{y}" text-anchor="middle">{escape(text)}</text>'


def _row(column: int, row: int, lang: str) -> str:
    kind = "pc-kept" if row == SAVED_NEXT else "pc-row"
    name = "saved_next" if row == SAVED_NEXT else f"rows[{row}]"
    stem = "" if row == SAVED_NEXT else f'<path class="pc-stem" d="M{_centre(column)} 118V{PASS}"></path>'
    return _box(column, ROWS, 26, kind) + _text(column, ROWS + 17, name, "pc-mono pc-small pc-blue") + stem


def _pass(k: int, eager: bool, lang: str) -> str:
    left = _centre(int(eager)) - BOX / 2
    right = _centre(k) + BOX / 2
    words = escape(say("fig.rows.pass", lang, n=k + (not eager)))
    return (
        f'<rect class="pc-pass" x="{left}" y="{PASS}" width="{right - left}" height="18" rx="5"></rect>'
        f'<text class="pc-small pc-blue" x="{(left + right) / 2}" y="{PASS + 13}" text-anchor="middle">{words}</text>'
    )


def _input(column: int, text: str, name: str, *, faint: bool = False) -> str:
    kind = "pc-faint" if faint else "pc-newest" if column == 0 else "pc-candidate"
    stem = "" if faint else f'<path class="pc-stem" d="M{_centre(column)} {PASS + 18}V{INPUT}"></path>'
    shown = text if len(text) <= 8 else text[:7] + "…"
    return (
        stem
        + _box(column, INPUT, 26, kind)
        + _text(column, INPUT + 17, shown, "pc-mono")
        + _text(column, INPUT + 42, name, "pc-small pc-dim")
    )


def _verdict(column: int, name: str, right: bool | None) -> str:
    kind = "pc-open" if right is None else "pc-right" if right else "pc-wrong"
    glyph = "" if right is None else " ✓" if right else " ✗"
    return _box(column, VERDICT, 28, kind) + _text(column, VERDICT + 18, name + glyph, "pc-mono")


def _arrow(a: Arrow, eager: bool, k: int) -> str:
    column = a.row + eager
    if not 0 <= column <= k:
        return ""  # a row this convention does not have: the mark on the candidate says so
    x0, x1 = _centre(column), _centre(a.node + 1)
    kind = "pc-arrow-right" if a.right else "pc-arrow-wrong"
    low, high = ROWS, VERDICT + 28
    middle = (low + high) / 2
    return f'<path class="{kind}" d="M{x0} {low}C{x0} {middle} {x1} {middle} {x1} {high}"></path>'
