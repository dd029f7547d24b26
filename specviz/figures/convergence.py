"""A histogram beside the laws it may belong to, and its distance from them as draws arrive. Plotly."""

from collections.abc import Sequence

import numpy as np
import plotly.graph_objects as go

from specviz.figures import style
from specviz.figures.plain import plain
from specviz.words import say

FLOOR = 1e-4


def shares_chart(
    shares: Sequence[float], p: Sequence[float], emitted: Sequence[float], tokens: Sequence[str], lang: str
) -> go.Figure:
    """Shares [V] of the emitted tokens as bars; p as blue lines; the exact law of the rule in use as crosses."""
    names = [plain(t) for t in tokens]
    shown = style.figure(height=320, y=say("fig.chance.share", lang))
    shown.add_bar(
        x=names, y=list(shares), name=say("fig.chance.drawn", lang),
        marker={"color": style.QUIET_GREY, "opacity": 0.55}, hovertemplate="%{x}: %{y:.4f}<extra></extra>",
    )  # fmt: skip
    law = {"size": 46, "line": {"width": 3.5, "color": style.TARGET}, "symbol": "line-ew"}
    shown.add_scatter(
        x=names, y=list(p), mode="markers", name="p", marker=law, hovertemplate="p %{y:.4f}<extra></extra>"
    )
    exact = {"size": 11, "line": {"width": 2.5, "color": style.DRAFT}, "symbol": "x-thin"}
    shown.add_scatter(
        x=names, y=list(emitted), mode="markers", name=say("fig.chance.exact", lang), marker=exact,
        hovertemplate="%{y:.4f}<extra></extra>",
    )  # fmt: skip
    shown.update_xaxes(type="category")
    return shown


def distance_chart(
    draws: Sequence[int], distances: Sequence[float], chance: Sequence[float], limit: float, lang: str
) -> go.Figure:
    """Total variation of the histogram from p after each number of draws, what chance alone leaves, and the exact
    distance `limit` of the rule in use, which the curve cannot go below for ever."""
    shown = style.figure(
        height=320, x=say("fig.chance.draws", lang), y=say("fig.chance.distance", lang), x_log=True, y_log=True
    )
    shown.add_scatter(
        x=list(draws), y=[max(FLOOR, d) for d in distances], mode="lines+markers",
        name=say("fig.chance.measured", lang), line={"color": style.QUIET_GREY, "width": 2.5},
        hovertemplate="%{x}: %{y:.4f}<extra></extra>",
    )  # fmt: skip
    shown.add_scatter(
        x=list(draws), y=list(chance), mode="lines", name=say("fig.chance.noise", lang),
        line={"color": style.TARGET, "width": 1.8, "dash": "dot"}, hovertemplate="%{y:.4f}<extra></extra>",
    )  # fmt: skip
    if limit > FLOOR:
        shown.add_scatter(
            x=[draws[0], draws[-1]], y=[limit, limit], mode="lines", name=say("fig.chance.limit", lang),
            line={"color": style.REJECTED, "width": 2, "dash": "dash"}, hovertemplate="%{y:.4f}<extra></extra>",
        )  # fmt: skip
    low = min(0.001, *(max(FLOOR, d) for d in distances))
    shown.update_yaxes(range=[float(np.log10(low)) - 0.1, 0.05])
    return shown
