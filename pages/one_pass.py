"""Lesson: one pass over a block gives the rows that one-token passes would give, because of the causal mask."""

import streamlit as st

from specviz.figures.chips import Names, shown
from specviz.figures.markup import power
from specviz.figures.mask_grid import RowSeen, mask_grid
from specviz.figures.plain import plain
from specviz.theory.masks import MASKS, allowed
from specviz.ui import experiments, live, resources
from specviz.ui.i18n import lang, t
from specviz.ui.inputs import Choice, pick, refuse_link
from specviz.ui.lesson import Lesson
from specviz.ui.picture import picture
from specviz.ui.provenance import number
from specviz.ui.router import ensure_frame

ROW = Choice("op_row", ("0", "1", "2", "3", "4"), "2")
MASK = Choice("op_mask", MASKS, "causal")

ensure_frame()
refuse_link((ROW, MASK))
lesson = Lesson("one_pass")
lesson.open()
lesson.show("sees")
with st.container(horizontal=True, vertical_alignment="bottom", gap="medium"):
    chosen = int(pick(ROW, "rows[{}]".format))
    mask = pick(MASK)
running = live.live_switch()
looks = st.container()
lesson.show("same")
measured = st.container()
lesson.show("break_it")
with st.container(border=True):
    lesson.show(f"mask_{mask}")
lesson.show("worth")
lesson.quiz("quiz_sees")
lesson.quiz("quiz_zero")
lesson.show("sources")
lesson.close()

trace, found = resources.recorded(resources.FIRST), None
if running:
    question = (live.where(), trace.run_settings.prompt, trace.run_settings.k)
    with looks:
        trace = live.experiment(experiments.first_round, *question) or trace
        found = live.experiment(experiments.rows_compared, *question, mask)

block = trace.rounds[0]
names = Names(trace)
tokens = [names.at[block.t - 1], *names.candidates(block)]
context = block.t - 1
grid = allowed(mask, context, len(tokens))
chosen = min(chosen, len(tokens) - 1)
seen = []
if found:
    rows, texts = found
    seen = [
        RowSeen(r.difference, rows.rounding, shown(texts[str(r.block_top)]), shown(texts[str(r.single_top)]))
        for r in rows.rows
    ]
    values = (
        ("difference", power(rows.difference), "measured", {}),
        ("rounding", power(rows.rounding), "computed", {"scale": power(rows.scale)}),
        ("passes", f"{rows.block_passes}, {rows.single_passes}", "measured", {}),
        ("flips", f"{sum(r.block_top != r.single_top for r in rows.rows)} / {len(rows.rows)}", "measured", {}),
    )
    for column, (name, value, kind, more) in zip(measured.columns(4), values, strict=True):
        with column:
            number(t(f"one_pass.{name}"), value, kind, help=t(f"one_pass.{name}.help", **more))

with looks:
    picture(mask_grid(tokens, context, grid, chosen, lang(), seen), "mask")
    inputs = int(grid[chosen, context:].sum())
    if chosen == len(tokens) - 1:
        use = t("one_pass.chosen.bonus")
    else:
        use = t("one_pass.chosen.judge", i=chosen + 1, token=f"**{plain(tokens[chosen + 1])}**")
    st.markdown(t("one_pass.chosen", i=chosen, seen=context + inputs, context=context, inputs=inputs, use=use))
