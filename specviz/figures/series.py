"""The accepted length as the series it is: one bar per candidate, one for the target's own token. Pure."""

import plotly.graph_objects as go

from specviz.figures import style
from specviz.figures.numbers import prob
from specviz.theory.acceptance import Acceptance
from specviz.words import say

_SUPERSCRIPT = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")
_SUBSCRIPT = str.maketrans("0123456789", "₀₁₂₃₄₅₆₇₈₉")
MAX_LABELLED = 16


def power(i: int) -> str:
    """α, α², α³ …"""
    return "α" if i == 1 else f"α{str(i).translate(_SUPERSCRIPT)}"


def survival(i: int) -> str:
    """s₁, s₂ …: P(the first i are accepted)."""
    return f"s{str(i).translate(_SUBSCRIPT)}"


def series_bars(acceptance: Acceptance, lang: str, *, iid: bool = True, height: int = 320) -> go.Figure:
    """Bars s_1 … s_k, then the target's own token: height 1, split into replacement 1 − s_k and bonus s_k.

    The heights add up to τ. `iid` names the bars α, α², … instead of s₁, s₂, …
    """
    name = power if iid else survival
    candidates = [name(i) for i in range(1, acceptance.k + 1)]
    own = say("fig.series.own", lang)
    labelled = acceptance.k <= MAX_LABELLED
    shown = style.figure(height=height, y=say("fig.series.y", lang))
    shown.add_bar(
        x=candidates,
        y=list(acceptance.first_i),
        name=say("fig.series.accepted", lang),
        marker={"color": style.ACCEPTED},
        text=[prob(s) for s in acceptance.first_i] if labelled else None,
        textposition="outside",
        cliponaxis=False,
        hovertemplate="%{x} = %{y:.4f}<extra></extra>",
    )
    parts = (
        ("replacement", acceptance.replacement_probability, style.hatched(style.REPLACEMENT)),
        ("bonus", acceptance.bonus_probability, {"color": style.BONUS}),
    )
    for fate, chance, marker in parts:
        shown.add_bar(
            x=[own],
            y=[chance],
            name=say(f"fig.series.{fate}", lang),
            marker=marker,
            text=[prob(chance)] if chance >= 0.06 else None,
            textposition="inside",
            insidetextanchor="middle",
            textangle=0,
            hovertemplate=f"{say(f'fig.series.{fate}', lang)} = %{{y:.4f}}<extra></extra>",
        )
    shown.add_annotation(
        x=0.5, xref="paper", y=1.1, showarrow=False, font={"size": 15},
        text=f"Σ {acceptance.expected_accepted:.3f} + 1 = <b>τ {acceptance.tokens_per_round:.3f}</b>",
    )  # fmt: skip
    shown.update_layout(barmode="stack")
    shown.update_xaxes(categoryorder="array", categoryarray=[*candidates, own])
    shown.update_yaxes(range=[0, 1.14], tickvals=[0, 0.25, 0.5, 0.75, 1])
    return shown


def against_geometric(acceptance: Acceptance, rate: float, lang: str, *, height: int = 320) -> go.Figure:
    """The survival curve beside rate, rate², …: what the geometric formula assumes when it is fed that rate."""
    positions = list(range(1, acceptance.k + 1))
    shown = style.figure(height=height, x=say("fig.series.position", lang), y=say("fig.series.y", lang))
    shown.add_bar(
        x=positions,
        y=list(acceptance.first_i),
        name=say("fig.series.measured", lang),
        marker={"color": style.ACCEPTED},
        text=[prob(s) for s in acceptance.first_i] if acceptance.k <= MAX_LABELLED else None,
        textposition="outside",
        cliponaxis=False,
    )
    shown.add_scatter(
        x=positions,
        y=list(Acceptance.iid(rate, acceptance.k).first_i),
        name=say("fig.series.geometric", lang, rate=prob(rate)),
        mode="lines+markers",
        line={"color": style.REJECTED, "dash": "dash", "width": 2},
        marker={"symbol": "x", "size": 9},
    )
    shown.update_xaxes(dtick=1 if acceptance.k <= MAX_LABELLED else None)
    shown.update_yaxes(range=[0, 1.14])
    return shown
