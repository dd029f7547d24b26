"""What a claim says over what we compute, row by row: 1 is agreement. Pure."""

from collections.abc import Sequence

import plotly.graph_objects as go

from specviz.figures import style
from specviz.theory.claims import Row
from specviz.words import say

_LOOKS = {
    True: (style.ACCEPTED, "circle", "agrees"),
    False: (style.REJECTED, "x", "differs"),
    None: (style.QUIET_GREY, "diamond", "differs"),
}


def comparable(rows: Sequence[Row]) -> list[Row]:
    """The rows with two positive numbers: those that can be divided."""
    return [row for row in rows if row.claimed and row.claimed > 0 and row.ours > 0]


def claim_ratios(rows: Sequence[Row], lang: str) -> go.Figure:
    """A mark per comparable row at claimed ÷ ours, on a log axis; colour and shape say whether it agrees."""
    shown_rows = comparable(rows)
    names = [f"{i}. {say(f'claims.quantity.{r.quantity}', lang)} {r.of}".strip() for i, r in enumerate(shown_rows, 1)]
    shown = style.figure(height=110 + 26 * len(shown_rows), x=say("fig.claim.x", lang), x_log=True)
    for agrees in (True, False):
        hue, symbol, word = _LOOKS[agrees]
        chosen = [(n, r) for n, r in zip(names, shown_rows, strict=True) if r.agrees is agrees]
        if chosen:
            shown.add_scatter(
                x=[r.claimed / r.ours for _, r in chosen if r.claimed], y=[n for n, _ in chosen], mode="markers",
                name=say(f"fig.claim.{word}", lang), marker={"color": hue, "symbol": symbol, "size": 11},
                hovertemplate="%{y}: %{x:.3f}<extra></extra>",
            )  # fmt: skip
    shown.add_vline(x=1, line={"color": style.QUIET_GREY, "width": 1.5, "dash": "dash"})
    shown.update_yaxes(categoryorder="array", categoryarray=names[::-1], showgrid=True)
    return shown
