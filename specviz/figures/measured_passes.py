"""Measured time of a pass against its tokens, beside what it would be if every token cost a whole pass. Pure."""

from collections.abc import Sequence

import plotly.graph_objects as go

from specviz.figures import style
from specviz.words import say


def measured_passes(lengths: Sequence[int], seconds: Sequence[float], lang: str, *, height: int = 320) -> go.Figure:
    """`seconds[i]` for `lengths[i]` tokens; the first length is one token. Log in both directions."""
    shown = style.figure(
        height=height, x=say("fig.passes.x", lang), y=say("fig.roof.y", lang), x_log=True, y_log=True
    )
    one = seconds[0]
    shown.add_scatter(
        x=list(lengths), y=[one * n * 1e3 for n in lengths], name=say("fig.passes.apart", lang), mode="lines",
        line={"color": style.QUIET_GREY, "dash": "dash"}, hovertemplate="%{x}: %{y:.3g} ms<extra></extra>",
    )  # fmt: skip
    shown.add_scatter(
        x=list(lengths), y=[s * 1e3 for s in seconds], name=say("fig.passes.together", lang), mode="lines+markers",
        line={"color": style.TARGET, "width": 2.5}, marker={"size": 8},
        hovertemplate="%{x}: %{y:.3g} ms<extra></extra>",
    )  # fmt: skip
    shown.update_xaxes(tickvals=list(lengths), ticktext=[str(n) for n in lengths])
    shown.update_yaxes(exponentformat="none", dtick=1)
    return shown
