"""Pictures of a benchmark: prices of a pass, acceptance by position, accepted lengths, the way to the factor.

Pure. Takes plain numbers, so that a report of any origin can be drawn.
"""

from collections.abc import Mapping, Sequence
from itertools import pairwise

import plotly.graph_objects as go

from specviz.figures import style
from specviz.words import say

DASHES = ("solid", "dash", "dot", "dashdot", "longdash", "longdashdot")
HUES = (style.TARGET, style.DRAFT, style.ACCEPTED, style.BONUS, style.REJECTED, style.QUIET_GREY)
SYMBOLS = ("circle", "square", "diamond", "triangle-up", "x", "cross")


def pass_prices(seconds: Sequence[float], draft_step: float, lang: str, *, height: int = 300) -> go.Figure:
    """Time of a target pass over 1, 2, … tokens, with what one draft step costs as a line."""
    shown = style.figure(height=height, x=say("fig.bench.tokens", lang), y=say("fig.bench.ms", lang))
    lengths = list(range(1, len(seconds) + 1))
    shown.add_bar(
        x=lengths, y=[1e3 * s for s in seconds], name=say("fig.bench.pass", lang), marker_color=style.TARGET
    )
    if draft_step:
        shown.add_scatter(
            x=lengths, y=[1e3 * draft_step] * len(lengths), mode="lines", name=say("fig.bench.draft", lang),
            line={"color": style.DRAFT, "width": 3, "dash": "dash"},
        )  # fmt: skip
    return shown


def rates_by_position(families: Mapping[str, Sequence[float | None]], lang: str, *, height: int = 300) -> go.Figure:
    """Accepted ÷ judged at each position of the candidates, one line a family; positions nobody judged are gaps."""
    shown = style.figure(height=height, x=say("fig.bench.position", lang), y=say("fig.bench.rate", lang))
    for n, (name, rates) in enumerate(families.items()):
        shown.add_scatter(
            x=list(range(1, len(rates) + 1)), y=list(rates), name=name, mode="lines+markers",
            line={"color": HUES[n % len(HUES)], "dash": DASHES[n % len(DASHES)], "width": 2},
            marker={"symbol": SYMBOLS[n % len(SYMBOLS)], "size": 8},
        )  # fmt: skip
    shown.update_yaxes(range=[0, 1.03])
    return shown


def accepted_lengths(histogram: Sequence[int], lang: str, *, height: int = 260) -> go.Figure:
    """Share of rounds that accepted exactly m candidates."""
    total = sum(histogram) or 1
    shares = [n / total for n in histogram]
    shown = style.figure(
        height=height, x=say("fig.bench.accepted", lang), y=say("fig.bench.share", lang), legend=False
    )
    shown.add_bar(
        x=list(range(len(shares))), y=shares, marker_color=style.ACCEPTED, text=[f"{s:.0%}" for s in shares],
        textposition="outside", cliponaxis=False,
    )  # fmt: skip
    return shown


def to_the_factor(steps: Mapping[str, float], lang: str, *, height: int = 330) -> go.Figure:
    """The factor after each assumption is dropped, top to bottom, each bar with its change from the one above."""
    names = [say(f"bench.gap.{step}", lang) for step in steps]
    values = list(steps.values())
    changes = ["", *(f"{b - a:+.2f}" for a, b in pairwise(values))]
    shown = style.figure(height=height, x=say("fig.factor.y", lang), legend=False)
    last = len(values) - 1
    shown.add_bar(
        y=names, x=values, orientation="h", textposition="outside", cliponaxis=False, textangle=0,
        marker_color=[style.ACCEPTED if n == last else style.TARGET for n in range(len(values))],
        text=[f"× {v:.2f}   {c}" for v, c in zip(values, changes, strict=True)],
    )  # fmt: skip
    shown.add_vline(x=1.0, line={"color": style.QUIET_GREY, "width": 1.5, "dash": "dash"})
    shown.update_xaxes(range=[0, 1.25 * max(values)])
    shown.update_yaxes(autorange="reversed", showgrid=False)
    return shown
