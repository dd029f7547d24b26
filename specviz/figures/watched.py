"""A histogram that grows, inside or outside its band. Plotly."""

from collections.abc import Sequence

import plotly.graph_objects as go

from specviz.figures import style
from specviz.words import say


def watched_chart(
    cells: Sequence[str],
    shares: Sequence[float],
    right: Sequence[float],
    band: tuple[Sequence[float], Sequence[float]] | None,
    out: Sequence[int],
    emitted: Sequence[float] | None,
    lang: str,
) -> go.Figure:
    """Shares by cell as bars, those in `out` hatched red; the law `right` as lines; `band` (low, high) around it.

    `emitted` is the exact law of the build in use, drawn as crosses and a line, or None to keep it hidden.
    """
    shown = style.figure(height=360, y=say("fig.watch.share", lang))
    names, inside = list(cells), [i for i in range(len(cells)) if i not in set(out)]
    for at, name, marker in (
        (inside, "drawn", {"color": style.QUIET_GREY, "opacity": 0.55}),
        (list(out), "out", style.hatched(style.REJECTED)),
    ):
        if at or name == "drawn":
            shown.add_bar(
                x=[names[i] for i in at], y=[shares[i] for i in at], name=say(f"fig.watch.{name}", lang),
                marker=marker, hovertemplate="%{x}: %{y:.4f}<extra></extra>",
            )  # fmt: skip
    error = None
    if band is not None:
        low, high = band
        up = [h - p for h, p in zip(high, right, strict=True)]
        down = [p - x for p, x in zip(right, low, strict=True)]
        error = {"array": up, "arrayminus": down, "color": style.TARGET, "thickness": 2, "width": 12}
    wide = 44 if len(cells) <= 3 else 26
    shown.add_scatter(
        x=names, y=list(right), mode="markers", name=say("fig.watch.band" if error else "fig.watch.right", lang),
        error_y=error, hovertemplate="p %{y:.4f}<extra></extra>",
        marker={"symbol": "line-ew", "size": wide, "line": {"width": 3.5, "color": style.TARGET}},
    )  # fmt: skip
    if emitted is not None:
        shown.add_scatter(
            x=names, y=list(emitted), mode="lines+markers", name=say("fig.watch.exact", lang),
            line={"color": style.DRAFT, "width": 1.5, "dash": "dot"},
            marker={"symbol": "x-thin", "size": 11, "line": {"width": 2.5, "color": style.DRAFT}},
            hovertemplate="%{y:.4f}<extra></extra>",
        )  # fmt: skip
    shown.update_layout(barmode="overlay")
    shown.update_xaxes(type="category", categoryorder="array", categoryarray=names)
    top = max([*right, *shares, *(emitted if emitted is not None else ())])
    shown.update_yaxes(range=[0, min(1.0, 1.35 * top)])
    return shown
