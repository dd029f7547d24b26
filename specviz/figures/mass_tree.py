"""One round as a tree of probability mass: width is probability, a line of boxes per position. Plotly icicle."""

from collections.abc import Sequence

import plotly.graph_objects as go

from specviz.figures import style
from specviz.figures.markup import GLYPHS
from specviz.figures.numbers import prob
from specviz.figures.plain import plain
from specviz.theory.enumerate import Branch
from specviz.words import say

HUES = {
    "start": style.QUIET_GREY, "accepted": style.ACCEPTED, "replacement": style.REPLACEMENT, "bonus": style.BONUS,
}  # fmt: skip


def mass_tree_figure(root: Branch, tokens: Sequence[str], lang: str, *, height: int = 360) -> go.Figure:
    """`tokens` [V] by id, `root` from `theory.enumerate.mass_tree`. Hover tells the way and its probability."""
    ids, parents, labels, values, hues, texts = [], [], [], [], [], []

    def put(branch: Branch, name: str, parent: str, path: str) -> None:
        token = "" if branch.token is None else plain(tokens[branch.token])
        how = say(f"fig.tree.{branch.how}", lang)
        way = f"{path} {GLYPHS.get(branch.how, '')}{token}".strip()
        ids.append(name)
        parents.append(parent)
        labels.append(f"{GLYPHS.get(branch.how, '')} {token} {prob(float(branch.mass))}".strip() if token else how)
        values.append(0.0 if branch.children else float(branch.mass))
        hues.append(HUES[branch.how])
        texts.append(f"{way or how}<br>{how}: {prob(float(branch.mass))}")
        for i, child in enumerate(branch.children):
            put(child, f"{name}.{i}", name, way)

    put(root, "0", "", "")
    shown = style.figure(height=height, legend=False)
    shown.add_trace(
        go.Icicle(
            ids=ids, parents=parents, labels=labels, values=values, branchvalues="remainder", sort=False,
            marker={"colors": hues, "line": {"width": 1.5, "color": "rgba(255,255,255,.75)"}},
            tiling={"orientation": "v"}, root={"color": "rgba(0,0,0,0)"}, pathbar={"visible": False},
            text=texts, texttemplate="%{label}", hovertemplate="%{text}<extra></extra>",
            textfont={"color": "white", "size": 13}, insidetextfont={"color": "white"},
        )
    )  # fmt: skip
    shown.update_layout(margin={"l": 0, "r": 0, "t": 4, "b": 4}, uniformtext={"minsize": 9, "mode": "hide"})
    return shown
