"""From tokens per round down to the speed-up, one cost at a time. Pure."""

import plotly.graph_objects as go

from specviz.figures import style
from specviz.theory.cost import TERMS, RoundCost
from specviz.words import say

STAIRS = ("tokens", "draft", "verify", "repair", "overhead")
_HUES = {"tokens": style.ACCEPTED, **style.TERM_HUES}


def stairs(cost: RoundCost) -> dict[str, float]:
    """The factor if a round cost one plain step (that is τ), then with drafting paid too, then verification beyond
    that step, repair and overhead; the last is the factor of `cost`."""
    spent, heights = cost.plain, {"tokens": cost.tokens}
    for term in TERMS:
        spent += getattr(cost, term) - (cost.plain if term == "verify" else 0.0)
        heights[term] = cost.tokens * cost.plain / spent
    return heights


def staircase(cost: RoundCost, lang: str, *, height: int = 340) -> go.Figure:
    """A bar per stair with its factor; the dashed line at 1 is plain decoding."""
    heights = stairs(cost)
    shown = style.figure(height=height, y=say("fig.factor.y", lang), legend=False)
    shown.add_bar(
        x=[say(f"fig.stair.{stair}", lang) for stair in STAIRS],
        y=[heights[stair] for stair in STAIRS],
        marker={"color": [_HUES[stair] for stair in STAIRS]},
        text=[f"× {heights[stair]:.2f}" for stair in STAIRS],
        textposition="outside",
        cliponaxis=False,
        hovertemplate="%{x}: × %{y:.3f}<extra></extra>",
    )
    style.level(shown, 1.0, say("fig.factor.even", lang))
    shown.update_xaxes(range=[-0.5, len(STAIRS) + 0.15])  # room for the words of the line
    shown.update_yaxes(range=[0, max(heights.values()) * 1.15])
    return shown
