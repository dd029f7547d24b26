"""Two runs of one prompt on one axis of target passes: what each pass committed, token by token with its fate. HTML.

A column is one target pass after the prompt's; its tokens are stacked in reading order, the first at the bottom. A
pass that commits nothing (the step of the eager repair) is an empty frame. The token with which the texts part is
ringed.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape

from specviz.figures.chips import Names
from specviz.figures.markup import GLYPHS
from specviz.trace import Trace
from specviz.words import say

TALL = 168  # px a lane may be high
BLOCK = 15  # px of a token that has room for its glyph


@dataclass(frozen=True)
class Token:
    """A committed token: its number among the new ones (from 0), its text and its fate."""

    number: int
    text: str
    fate: str


Pass = tuple[Token, ...]


def passes(trace: Trace) -> list[Pass]:
    """The tokens of each target pass, in order.

    A round's tokens stand with its first pass. A round without a pass (k = 0 at the end of an eager run) takes its
    token from a row that the pass before it left: it joins that one, or has a column of its own at the very start.
    """
    start = len(trace.prompt_ids)
    texts = Names(trace).at[start:]
    out: list[Pass] = []
    at = 0
    for r in trace.rounds:
        fates = ["accepted"] * r.accepted + ([r.emitted.kind if r.candidates else "plain"] if r.emitted else [])
        mine = tuple(Token(at + i, texts[at + i], fate) for i, fate in enumerate(fates))
        at += len(mine)
        made = sum(c.model == "target" and c.stage != "prefill" for c in r.calls)
        if not made and out:
            out[-1] += mine
        else:
            out += [mine, *[()] * (made - 1)]
    return out


def pass_lanes(traces: tuple[Trace, Trace], names: tuple[str, str], parted: int | None, lang: str) -> str:
    """Both runs, one under the other. `parted`: the new token (from 0) with which the texts part, if they do."""
    lanes = [passes(trace) for trace in traces]
    columns = max(1, *map(len, lanes))
    highest = max((len(p) for lane in lanes for p in lane), default=1)
    size = max(2, min(BLOCK, TALL // max(1, highest)))
    rows = "".join(_lane(lane, name, columns, parted, lang) for lane, name in zip(lanes, names, strict=True))
    axis = "".join(f"<i>{n if n == 1 or n % 5 == 0 else ''}</i>" for n in range(1, columns + 1))
    small = " pc-lanes-small" if size < BLOCK else ""
    return (
        f'<div class="pc-scroll" tabindex="0" role="group" aria-label="{escape(say("fig.lanes.axis", lang))}">'
        f'<div class="pc-lanes{small}" style="--n:{columns};--block:{size}px">{rows}'
        f'<span class="pc-name">{escape(say("fig.lanes.axis", lang))}</span>'
        f'<div class="pc-lane-axis" aria-hidden="true">{axis}</div></div></div>{_legend(lanes, parted, small, lang)}'
    )


def _lane(lane: Sequence[Pass], name: str, columns: int, parted: int | None, lang: str) -> str:
    made, tokens = len(lane), sum(map(len, lane))
    words = say("fig.lanes.alt", lang, name=name, passes=made, tokens=tokens)
    cells = "".join(_pass(p, n, parted, lang) for n, p in enumerate(lane, 1)) + "<span></span>" * (columns - made)
    return (
        f'<span class="pc-name">{escape(name)}</span>'
        f'<div class="pc-lane" role="img" aria-label="{escape(words)}">{cells}</div>'
    )


def _pass(tokens: Pass, n: int, parted: int | None, lang: str) -> str:
    if not tokens:
        return f'<span title="{escape(say("fig.lanes.empty", lang, n=n))}"><i class="pc-token pc-nothing"></i></span>'
    return f"<span>{''.join(_token(token, n, parted, lang) for token in tokens)}</span>"


def _token(token: Token, n: int, parted: int | None, lang: str) -> str:
    tip = say(
        "fig.lanes.token", lang, n=n, number=token.number + 1, text=token.text,
        fate=say(f"stage.fate.{token.fate}", lang),
    )  # fmt: skip
    first = " pc-parts" if token.number == parted else ""
    return f'<i class="pc-token pc-{token.fate}{first}" title="{escape(tip)}">{GLYPHS.get(token.fate, "")}</i>'


def _legend(lanes: Sequence[Sequence[Pass]], parted: int | None, small: str, lang: str) -> str:
    """What the marks mean that occur in these lanes."""
    fates = {token.fate for lane in lanes for p in lane for token in p}
    marks = [
        (f"pc-{fate}", GLYPHS.get(fate, ""), f"stage.fate.{fate}")
        for fate in ("accepted", "replacement", "bonus", "plain")
        if fate in fates
    ]
    if any(not p for lane in lanes for p in lane):
        marks.append(("pc-nothing", "", "fig.lanes.nothing"))
    if parted is not None:
        marks.append(("pc-parts", "", "fig.lanes.parts"))
    items = "".join(
        f'<span><i class="pc-token {look}">{glyph}</i> {escape(say(key, lang))}</span>' for look, glyph, key in marks
    )
    return f'<div class="sv-legend{small}">{items}</div>'
