"""How close each position of a text is to a tie, beside how far a coarser number format moves its logits. Plotly."""

from collections.abc import Sequence

import plotly.graph_objects as go

from specviz.figures import style
from specviz.words import say

FLOOR = 1e-6


def tie_chart(
    positions: Sequence[int],
    gaps: Sequence[float],
    reach: Sequence[float],
    flipped: Sequence[bool],
    tokens: Sequence[str],
    lang: str,
) -> go.Figure:
    """Per position: `gaps` between the two largest logits, `reach` of rounding, whether the id `flipped`, its token.

    A gap of 0 is drawn at the lower edge of the log scale.
    """
    shown = style.figure(height=330, x=say("fig.ties.position", lang), y=say("fig.ties.logits", lang), y_log=True)
    for flip, name, hue, symbol, size in (
        (False, "gap", style.TARGET, "circle", 6),
        (True, "flip", style.REJECTED, "x", 11),
    ):
        at = [i for i, f in enumerate(flipped) if f == flip]
        shown.add_scatter(
            x=[positions[i] for i in at], y=[max(FLOOR, gaps[i]) for i in at], mode="markers",
            name=say(f"fig.ties.{name}", lang), marker={"color": hue, "symbol": symbol, "size": size},
            text=[tokens[i] for i in at], hovertemplate="%{x} %{text}: %{y:.3g}<extra></extra>",
        )  # fmt: skip
    shown.add_scatter(
        x=list(positions), y=[max(FLOOR, r) for r in reach], mode="lines", name=say("fig.ties.reach", lang),
        line={"color": style.QUIET_GREY, "width": 2, "dash": "dot"}, hovertemplate="%{x}: %{y:.3g}<extra></extra>",
    )  # fmt: skip
    return shown
