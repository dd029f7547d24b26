"""Lesson: which row of target logits judges which candidate, and what happens when it is the row beside it."""

import streamlit as st

from specviz.figures.chips import Names, shown
from specviz.figures.induction_table import induction_table
from specviz.figures.markup import power
from specviz.figures.numbers import prob
from specviz.figures.plain import plain
from specviz.figures.run_lines import first_difference, run_lines
from specviz.figures.tie_chart import tie_chart
from specviz.trace import Trace, totals
from specviz.ui import experiments, live, resources
from specviz.ui.charts import chart
from specviz.ui.i18n import lang, t
from specviz.ui.inputs import Choice, refuse_link
from specviz.ui.lesson import Lesson
from specviz.ui.picture import picture
from specviz.ui.presets import presets
from specviz.ui.provenance import Provenance, number
from specviz.ui.router import ensure_frame
from specviz.ui.row_table import questions, row_table
from specviz.ui.url_choice import buttons

PROMPTS = {p.id: p.settings.prompt for p in presets() if p.id in ("story", "code", "sum")}
REPAIR = Choice("jr_convention", ("eager", "lazy"), "eager")
SHIFT = Choice("jr_shift", ("-1", "0", "1"), "1")
PROMPT = Choice("jr_lesson_prompt", tuple(PROMPTS), "story")
TOKENS, LONG = 24, 64


def numbers(*rows: tuple[str, str, Provenance, dict[str, object]]) -> None:
    for column, (name, value, kind, more) in zip(st.columns(len(rows)), rows, strict=True):
        with column:
            number(t(f"judge_row.{name}"), value, kind, help=t(f"judge_row.{name}.help", **more))


def show_runs(right: Trace, moved: Trace, by: int) -> None:
    labels = (t("judge_row.run.right"), t("judge_row.run.shifted", by=f"{by:+d}"))
    picture(run_lines(right, moved, labels, lang()), "runs")
    at = first_difference(right, moved)
    alphas = (totals(x.rounds).acceptance for x in (right, moved))
    a, b = ("–" if x is None else prob(x) for x in alphas)
    noticed = sum(bool(r.violations) for r in moved.rounds)
    numbers(
        ("first", "–" if at is None else str(at + 1), "measured", {"n": TOKENS}),
        ("acceptance", f"{a}, {b}", "measured", {"right": a, "moved": b}),
        ("raised", str(noticed), "measured", {}),
    )


def show_proof(prompt: str, repair: str, by: int) -> None:
    steps = live.experiment(experiments.induction_steps, live.where(), prompt, repair, by, TOKENS)
    if steps is None:
        return
    broken = next((s for s in steps if not s.holds), None)
    told = steps if broken is None else steps[: broken.round + 3]  # two more rounds show that nothing recovers
    picture(induction_table(told, lang()), "proof")
    if broken is None:
        st.success(t("judge_row.holds", n=len(steps)), icon="✅")
        return
    claim = t("judge_row.breaks.own" if all(broken.accepted_equal) else "judge_row.breaks.accepted")
    st.warning(t("judge_row.breaks", round=broken.round + 1, where=claim), icon="❌")


def show_ties(prompt: str) -> None:
    found = live.experiment(experiments.ties, live.where(), prompt, LONG)
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
    numbers(
        ("gap", gap, "measured", {"n": len(places)}),
        ("moved", power(max(p.moved for p in places)), "measured", {}),
        ("reach", f"{sum(p.within_reach for p in places)} / {len(places)}", "computed", {}),
        ("flips", changed, "measured", {}),
    )


ensure_frame()
trace = resources.recorded(resources.FIRST)
block, names = trace.rounds[0], Names(trace)
candidates = names.candidates(block)
refuse_link((REPAIR, SHIFT, PROMPT, *(q for r in REPAIR.options for q in questions(r, len(candidates)))))

lesson = Lesson("judge_row")
lesson.open()
lesson.show("rule")
repair = buttons(REPAIR)
st.markdown(lesson.text(f"table_{repair}"))
row_table(repair, names.at[block.t - 1], candidates)
lesson.show("bonus")
lesson.quiz("quiz_bonus")

lesson.show("shift")
with st.container(horizontal=True, vertical_alignment="bottom", gap="medium"):
    by = int(buttons(SHIFT))
    prompt = PROMPTS[buttons(PROMPT, lambda p: t(f"preset.{p}"))]
running = live.live_switch()
runs = st.container()
lesson.show("proof")
proof = st.container()
lesson.show("ties")
near = st.container()
lesson.quiz("quiz_tie")
lesson.show("sources")
lesson.close()

if running:
    with runs:
        right = live.experiment(experiments.shifted_run, live.where(), prompt, repair, 0, TOKENS)
        moved = live.experiment(experiments.shifted_run, live.where(), prompt, repair, by, TOKENS)
        if right and moved:
            show_runs(right, moved, by)
    with proof:
        show_proof(prompt, repair, by)
    with near:
        show_ties(prompt)
