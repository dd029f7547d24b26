"""The attention mask of a verify pass as a grid: one line per row of logits, one column per input token.

A cell says whether the row may look at the token, and whether it should. Beside each line stands, when there is one,
the difference between the row as computed in the block and as computed alone. HTML; draws what it is given.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape

import numpy as np

from specviz.figures.markup import chip, log_bar, power
from specviz.words import say

SMALLEST, LARGEST = 1e-8, 1e2


@dataclass(frozen=True)
class RowSeen:
    """What one row became: `difference` max |Δ| of its logits, `rounding` the level it should stay under, and the
    most likely token in the block and alone, as shown."""

    difference: float
    rounding: float
    block_top: str
    single_top: str


def mask_grid(
    tokens: Sequence[str],
    context: int,
    mask: np.ndarray,
    chosen: int,
    lang: str,
    seen: Sequence[RowSeen] = (),
) -> str:
    """`tokens` [n] the inputs of the pass (the first is the pending one), `context` how many are cached before them.

    `mask` [n, context + n] is True where a row may look; `chosen` the line that is brought forward.
    """
    n = len(tokens)
    block = mask[:, context:]
    head = "".join(
        f'<th scope="col"><span class="pc-token">{chip(text, "target" if j == 0 else "draft")}</span>'
        f"<small>{_input_name(j, lang)}</small></th>"
        for j, text in enumerate(tokens)
    )
    cached = f'<th scope="col" class="pc-context">{escape(say("fig.mask.context", lang, n=context))}</th>'
    last = f'<th scope="col" class="pc-delta">{escape(say("fig.mask.delta", lang))}</th>' if seen else ""
    lines = "".join(_line(i, n, block[i], chosen, lang, seen[i] if seen else None) for i in range(n))
    return (
        f'<table class="pc-mask"><thead><tr><th></th>{cached}{head}{last}</tr></thead><tbody>{lines}</tbody></table>'
    )


def _input_name(j: int, lang: str) -> str:
    return escape(say("fig.mask.pending", lang)) if j == 0 else f"d{j}"


def _line(i: int, n: int, may: np.ndarray, chosen: int, lang: str, seen: RowSeen | None) -> str:
    purpose = say("fig.mask.judges", lang, i=i + 1) if i < n - 1 else say("fig.mask.bonus", lang)
    cells = "".join(_cell(bool(may[j]), j <= i, lang) for j in range(n))
    result = "" if seen is None else f'<td class="pc-delta">{_result(seen, lang)}</td>'
    kind = ' class="pc-chosen"' if i == chosen else ""
    return (
        f'<tr{kind}><th scope="row">rows[{i}]<small>{escape(purpose)}</small></th>'
        f"{_cell(True, True, lang)}{cells}{result}</tr>"
    )


def _cell(may: bool, should: bool, lang: str) -> str:
    kind = {(True, True): "seen", (False, False): "hidden", (True, False): "leak", (False, True): "lost"}[may, should]
    glyph = {"seen": "●", "hidden": "", "leak": "!", "lost": "?"}[kind]
    return f'<td class="pc-cell pc-{kind}" title="{escape(say(f"fig.mask.{kind}", lang))}"><b>{glyph}</b></td>'


def _result(seen: RowSeen, lang: str) -> str:
    fine = seen.difference <= seen.rounding
    bar = log_bar(seen.difference, SMALLEST, LARGEST, "accepted" if fine else "rejected")
    number = f'<span class="pc-number">{power(seen.difference)} {"✓" if fine else "✗"}</span>'
    if seen.block_top == seen.single_top:
        return bar + number
    tops = say("fig.mask.top", lang, single=seen.single_top, block=seen.block_top)
    return f'{bar}{number}<small class="pc-flip">{escape(tops)}</small>'
