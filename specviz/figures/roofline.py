"""One forward pass on a roofline: its time against the tokens in it, its four parts, and the memory it needs. Pure.

The horizontal axis counts the tokens of the whole pass, batch × tokens per sequence: plain decoding with batch B
stands at B, verification at B·(k+1). Both move right when the batch grows.
"""

from collections.abc import Mapping, Sequence
from math import log10

import plotly.graph_objects as go

from specviz.figures import style
from specviz.figures.numbers import duration
from specviz.theory.kv_bytes import MemoryPlan
from specviz.theory.roofline import PassTime, Setup, free_tokens, pass_time
from specviz.words import say

PARTS = ("weights", "arithmetic", "kv_cache", "attention", "launch")
_HUES = {
    "weights": {"color": style.TARGET},
    "arithmetic": style.hatched(style.TARGET),
    "kv_cache": {"color": style.ACCEPTED},
    "attention": style.hatched(style.ACCEPTED),
    "launch": {"color": style.QUIET_GREY},
}
_POINTS = 40


def _batches(most: int) -> list[int]:
    """Whole numbers from 1 to `most`, evenly spread on a log scale."""
    return sorted({max(1, round(most ** (i / _POINTS))) for i in range(_POINTS + 1)})


def pass_times(
    target: Setup, draft: Setup | None, k: int, batch: int, context: int, lang: str,
    *, most: int = 4096, height: int = 400,
) -> go.Figure:  # fmt: skip
    """Milliseconds of a pass against the tokens in it (both log), for one token and for k + 1 per sequence."""
    shown = style.figure(
        height=height, x=say("fig.roof.x", lang), y=say("fig.roof.y", lang), x_log=True, y_log=True
    )  # fmt: skip
    one = [pass_time(target, 1, b, context) for b in _batches(most)]
    floor = one[0].weights
    arithmetic = one[0].matrix_operations / target.operations_per_second
    _line(shown, [1, most], [floor, floor], say("fig.roof.weights", lang), style.QUIET_GREY, "dot")
    _line(
        shown, [1, most], [arithmetic, arithmetic * most], say("fig.roof.arithmetic", lang), style.QUIET_GREY, "dash"
    )
    _line(shown, [p.batch for p in one], [p.seconds for p in one], say("fig.roof.target_one", lang), style.TARGET)
    if k:
        block = [pass_time(target, k + 1, b, context) for b in _batches(max(1, most // (k + 1)))]
        name = say("fig.roof.target_block", lang, n=k + 1)
        _line(shown, [p.batch * (k + 1) for p in block], [p.seconds for p in block], name, style.BONUS, "longdash")
    if draft is not None:
        small = [pass_time(draft, 1, b, context) for b in _batches(most)]
        _line(shown, [p.batch for p in small], [p.seconds for p in small], say("fig.roof.draft", lang), style.DRAFT)
        _point(shown, batch, pass_time(draft, 1, batch, context), say("fig.roof.draft_here", lang), style.DRAFT)
    _point(shown, batch, pass_time(target, 1, batch, context), say("fig.roof.one_here", lang), style.TARGET)
    if k:
        here = pass_time(target, k + 1, batch, context)
        _point(shown, batch * (k + 1), here, say("fig.roof.block_here", lang, n=batch * (k + 1)), style.BONUS)
    free = free_tokens(target)
    if 1 < free < most:
        shown.add_vline(x=free, line={"color": style.QUIET_GREY, "width": 1, "dash": "dot"})
        shown.add_annotation(
            x=log10(free), y=0.02, yref="paper", yanchor="bottom", xanchor="left", showarrow=False,
            text=say("fig.roof.ridge", lang, n=f"{free:.0f}"), font={"size": 12, "color": style.QUIET_GREY},
        )  # fmt: skip
    shown.update_xaxes(range=[-0.05, log10(most)], dtick=1)
    shown.update_yaxes(exponentformat="none", dtick=1)
    return shown


def _line(
    shown: go.Figure, x: Sequence[float], seconds: Sequence[float], name: str, hue: str, dash: str = "solid"
) -> None:
    shown.add_scatter(
        x=list(x), y=[s * 1e3 for s in seconds], name=name, mode="lines",
        line={"color": hue, "width": 1.5 if dash in ("dot", "dash") else 2.5, "dash": dash},
        hovertemplate=f"{name}<br>%{{x:.0f}}: %{{y:.3g}} ms<extra></extra>",
    )  # fmt: skip


def _point(shown: go.Figure, tokens: int, spent: PassTime, name: str, hue: str) -> None:
    style.mark(shown, tokens, spent.seconds * 1e3, f"{name}: {duration(spent.seconds)}", hue)


def pass_parts(passes: Mapping[str, PassTime], lang: str, *, height: int = 330) -> go.Figure:
    """For each named pass what each part alone would take. The longer of a pair decides; the pairs add up."""
    names = [f"{name}<br>{duration(p.seconds)}" for name, p in passes.items()]
    shown = style.figure(height=height, x=say("fig.roof.y", lang))
    for part in PARTS:
        values = [getattr(p, part) for p in passes.values()]
        if not any(values):
            continue
        shown.add_bar(
            y=names, x=[v * 1e3 for v in values], orientation="h", name=say(f"fig.roof.part.{part}", lang),
            marker=_HUES[part], text=[duration(v) for v in values], textposition="outside", cliponaxis=False,
            textfont={"size": 11}, constraintext="none", hovertemplate="%{x:.3g} ms<extra></extra>",
        )  # fmt: skip
    shown.update_layout(barmode="group")
    widest = max(max(getattr(p, part) for part in PARTS) for p in passes.values())
    shown.update_xaxes(range=[0, widest * 1.18e3])
    shown.update_yaxes(autorange="reversed", showgrid=False)
    return shown


def memory_bar(
    plan: MemoryPlan, weights: Mapping[str, float], batch: int, lang: str, *, height: int = 170
) -> go.Figure:
    """The device's memory in GB: weights by model, what is reserved, `batch` caches, and what is left."""
    caches = plan.per_sequence * batch
    parts = [
        *((say(f"fig.memory.{role}", lang), size, hue) for (role, size), hue in
          zip(weights.items(), (style.TARGET, style.DRAFT), strict=False)),
        (say("fig.memory.reserved", lang), plan.reserved, style.QUIET_GREY),
        (say("fig.memory.caches", lang, n=batch), caches, style.ACCEPTED),
    ]  # fmt: skip
    left = plan.memory - sum(size for _, size, _ in parts)
    shown = style.figure(height=height, x=say("fig.memory.x", lang))
    for name, size, hue in parts:
        shown.add_bar(
            y=[""], x=[size / 1e9], orientation="h", name=name, marker={"color": hue}, textangle=0,
            text=[f"{size / 1e9:.1f}"] if size > 0.04 * plan.memory else None, textposition="inside",
            insidetextanchor="middle", hovertemplate=f"{name}: %{{x:.2f}} GB<extra></extra>",
        )  # fmt: skip
    shown.add_bar(
        y=[""], x=[max(left, 0.0) / 1e9], orientation="h", name=say("fig.memory.free", lang),
        marker={"color": "rgba(128,128,128,.15)"},
    )  # fmt: skip
    shown.add_vline(x=plan.memory / 1e9, line={"color": style.REJECTED, "width": 2})
    shown.update_layout(barmode="stack")
    return shown
