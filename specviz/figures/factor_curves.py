"""The wall-clock factor over k, over α, over both, and over the batch. Pure.

Everything is drawn from numbers that `theory` computed; 1 is break-even in every picture.
"""

from collections.abc import Sequence

import numpy as np
import plotly.graph_objects as go
from numpy.typing import NDArray

from specviz.figures import style
from specviz.theory.advice import BestK
from specviz.words import say


def factor_over_k(best: BestK, k: int, lang: str, *, height: int = 300) -> go.Figure:
    """factors[0…K] with the flat range shaded, the best k and the reader's `k` marked. k = 0 is off."""
    shown = style.figure(height=height, x=say("fig.factor.k", lang), y=say("fig.factor.y", lang))
    shown.add_vrect(
        x0=best.flat_from - 0.4, x1=best.flat_to + 0.4, fillcolor=style.ACCEPTED, opacity=0.16, line_width=0
    )
    shown.add_scatter(
        x=list(range(len(best.factors))),
        y=list(best.factors),
        name=say("fig.factor.curve", lang),
        mode="lines+markers",
        line={"color": style.TARGET, "width": 2},
        marker={"size": 5},
        showlegend=False,
    )
    style.level(shown, 1.0, say("fig.factor.even", lang))
    style.mark(shown, best.k, best.factor, say("fig.factor.best", lang, k=best.k), style.ACCEPTED, "star")
    if k < len(best.factors):
        style.mark(shown, k, best.factors[k], say("fig.factor.yours", lang), style.BONUS)
    shown.update_yaxes(rangemode="tozero")
    return shown


def factor_over_alpha(
    alphas: Sequence[float], factors: Sequence[float], alpha: float, now: float, even: float | None, lang: str,
    *, height: int = 300,
) -> go.Figure:  # fmt: skip
    """The factor at a fixed k for every α; `even` is the α at which it is 1 (None when no α reaches it)."""
    shown = style.figure(height=height, x=say("fig.factor.alpha", lang), y=say("fig.factor.y", lang))
    shown.add_scatter(
        x=list(alphas), y=list(factors), mode="lines", line={"color": style.TARGET, "width": 2}, showlegend=False,
        name=say("fig.factor.curve", lang),
    )  # fmt: skip
    style.level(shown, 1.0, say("fig.factor.even", lang))
    if even is not None:
        style.mark(
            shown, even, 1.0, say("fig.factor.even_at", lang, alpha=f"{even:.3f}"), style.QUIET_GREY, "diamond"
        )
    style.mark(shown, alpha, now, say("fig.factor.yours", lang), style.BONUS)
    shown.update_xaxes(range=[-0.01, 1.01])
    shown.update_yaxes(rangemode="tozero")
    return shown


def factor_map(
    alphas: Sequence[float],
    grid: NDArray[np.float64],
    even: Sequence[float | None],
    alpha: float,
    k: int,
    lang: str,
    *,
    height: int = 340,
) -> go.Figure:
    """`grid[a, k]` as colours, 1 in the middle. `even[k-1]` = break-even α of k = 1…K, the line; left of it loses."""
    shown = style.figure(height=height, x=say("fig.factor.alpha", lang), y=say("fig.factor.k", lang))
    z = np.log(np.maximum(grid, 1e-9))
    low, high = min(float(z.min()), -0.2), max(float(z.max()), 0.2)
    even_at = -low / (high - low)
    shown.add_heatmap(
        x=list(alphas),
        y=list(range(grid.shape[1])),
        z=z.T,
        zmin=low,
        zmax=high,
        customdata=grid.T,
        colorscale=[[0.0, style.REJECTED], [even_at, "rgba(131,139,151,.12)"], [1.0, style.TARGET]],
        showscale=False,
        hovertemplate="α %{x:.2f}, k %{y}: × %{customdata:.2f}<extra></extra>",
    )
    line = [(a, i) for i, a in enumerate(even, 1) if a is not None]
    shown.add_scatter(
        x=[a for a, _ in line],
        y=[i for _, i in line],
        mode="lines",
        line={"color": style.QUIET_GREY, "width": 3, "dash": "dash"},
        name=say("fig.factor.even_line", lang),
    )
    style.mark(shown, alpha, k, say("fig.factor.yours", lang), style.BONUS)
    shown.update_xaxes(range=[0, 1], showgrid=False)
    shown.update_yaxes(range=[-0.5, grid.shape[1] - 0.5], showgrid=False)
    return shown


def factor_over_batch(
    batches: Sequence[int], factors: Sequence[float], batch: int, now: float, switch: int | None, lang: str,
    *, height: int = 300,
) -> go.Figure:  # fmt: skip
    """The factor against the batch size (log scale) with the batch from which it no longer pays."""
    shown = style.figure(height=height, x=say("fig.factor.batch", lang), y=say("fig.factor.y", lang), x_log=True)
    shown.add_scatter(
        x=list(batches), y=list(factors), mode="lines", line={"color": style.TARGET, "width": 2}, showlegend=False,
        name=say("fig.factor.curve", lang),
    )  # fmt: skip
    style.level(shown, 1.0, say("fig.factor.even", lang))
    if switch is not None:
        shown.add_vline(x=switch, line={"color": style.REJECTED, "width": 1.5, "dash": "dot"})
        style.mark(shown, switch, 1.0, say("fig.factor.switch", lang, batch=switch), style.REJECTED, "x")
    style.mark(shown, batch, now, say("fig.factor.yours", lang), style.BONUS)
    shown.update_yaxes(rangemode="tozero")
    return shown
