"""Where the time of a round goes, against the same tokens one at a time; and what each lever would bring. Pure."""

from collections.abc import Callable, Sequence

import plotly.graph_objects as go

from specviz.figures import style
from specviz.theory.advice import Lever
from specviz.theory.cost import TERMS, RoundCost
from specviz.words import say


def cost_bars(cost: RoundCost, show: Callable[[float], str], lang: str, *, height: int = 190) -> go.Figure:
    """Two bars of the same τ tokens: one round, stacked by term, and τ plain steps. `show` prints a time."""
    round_bar = say("fig.cost.round", lang, tokens=f"{cost.tokens:.2f}")
    plain_bar = say("fig.cost.plain", lang, tokens=f"{cost.tokens:.2f}")
    whole = max(cost.total, cost.plain * cost.tokens)
    shown = style.figure(height=height)
    for term in TERMS:
        seconds = getattr(cost, term)
        shown.add_bar(
            y=[round_bar], x=[seconds], orientation="h", name=say(f"fig.cost.{term}", lang),
            marker={"color": style.TERM_HUES[term]}, insidetextanchor="middle", textangle=0,
            text=[show(seconds)] if seconds > 0.09 * whole else None, textposition="inside",
            hovertemplate=f"{say(f'fig.cost.{term}', lang)}: {show(seconds)}<extra></extra>",
        )  # fmt: skip
    plain = cost.plain * cost.tokens
    shown.add_bar(
        y=[plain_bar], x=[plain], orientation="h", name=say("fig.cost.steps", lang),
        marker=style.hatched(style.TARGET, "|"), text=[show(plain)],
        textposition="inside", insidetextanchor="middle", textangle=0,
        hovertemplate=f"{show(plain)}<extra></extra>",
    )  # fmt: skip
    shown.update_layout(barmode="stack", bargap=0.3)
    shown.update_yaxes(categoryorder="array", categoryarray=[plain_bar, round_bar], showgrid=False)
    shown.update_xaxes(showticklabels=False, showgrid=False, range=[0, whole * 1.02])
    return shown


def lever_bars(levers: Sequence[Lever], now: float, lang: str, *, height: int = 330) -> go.Figure:
    """For each lever the factor if its cost were halved, or gone; the line is the factor `now`. Best on top."""
    names = [say(f"fig.lever.{lever.term}", lang) for lever in levers]
    shown = style.figure(height=height, x=say("fig.factor.y", lang))
    for amount, marker in (("halved", {"color": style.TARGET}), ("removed", style.hatched(style.ACCEPTED))):
        shown.add_bar(
            y=names, x=[getattr(lever, amount) for lever in levers], orientation="h",
            name=say(f"fig.lever.{amount}", lang),
            marker=marker, text=[f"× {getattr(lever, amount):.2f}" for lever in levers], textposition="outside",
            textangle=0, cliponaxis=False,
        )  # fmt: skip
    shown.add_vline(x=now, line={"color": style.QUIET_GREY, "width": 2, "dash": "dash"})
    shown.update_layout(barmode="group", bargap=0.3)
    shown.update_xaxes(range=[0, 1.12 * max((lever.removed for lever in levers), default=1.0)])
    shown.update_yaxes(autorange="reversed", showgrid=False)
    return shown
