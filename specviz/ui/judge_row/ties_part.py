"""How near a greedy text of the loaded pair comes to ties, and what bfloat16 can move."""

import streamlit as st

from specviz.figures.chips import shown
from specviz.figures.markup import power
from specviz.figures.plain import plain
from specviz.figures.tie_chart import tie_chart
from specviz.ui import experiments, live
from specviz.ui.charts import chart
from specviz.ui.i18n import lang, t
from specviz.ui.provenance import Provenance, number

TOKENS = 48


def show_ties(prompt: str) -> None:
    """The chart of gaps and reach over a greedy text, and four numbers about it."""
    found = live.experiment(experiments.ties, live.where(), prompt, TOKENS)
    if found is None:
        return
    places, texts = found
    closest = min(places, key=lambda p: p.gap)
    tokens = [plain(shown(texts[str(p.exact_top)])) for p in places]
    gap = power(closest.gap)
    name = plain(shown(texts[str(closest.exact_top)]))
    words = t("judge_row.closest", position=closest.position, gap=gap, token=f"**{name}**")
    flips = [p.format_flips or p.shape_flips for p in places]
    figure = tie_chart(
        [p.position for p in places], [p.gap for p in places], [p.reach for p in places], flips, tokens, lang()
    )
    chart(figure, "ties", words)
    st.markdown(words)
    changed = f"{sum(p.format_flips for p in places)}, {sum(p.shape_flips for p in places)}"
    rows: tuple[tuple[str, str, Provenance, dict[str, object]], ...] = (
        ("gap", gap, "measured", {"n": len(places)}),
        ("moved", power(max(p.moved for p in places)), "measured", {}),
        ("reach", f"{sum(p.within_reach for p in places)} / {len(places)}", "computed", {}),
        ("flips", changed, "measured", {}),
    )
    for column, (label, value, kind, more) in zip(st.columns(4), rows, strict=True):
        with column:
            number(t(f"judge_row.{label}"), value, kind, help=t(f"judge_row.{label}.help", **more))
