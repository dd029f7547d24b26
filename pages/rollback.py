"""Lesson: what a rejection does to two caches, under both conventions, with every classic mistake, and paged."""

from collections.abc import Sequence

import streamlit as st

from specviz.errors import SpecvizError
from specviz.figures.block_strips import block_strips
from specviz.figures.cache_changes import Change, changes_of, first_cut, until_cut
from specviz.figures.cache_ledger import cache_ledger, sentence
from specviz.figures.chips import Names
from specviz.figures.layer_bars import layer_bars
from specviz.figures.numbers import prob
from specviz.figures.pass_strips import pass_strip
from specviz.figures.plain import plain
from specviz.figures.run_lines import first_difference, run_lines
from specviz.theory.paged_blocks import paged_steps, reusable_prefix_blocks
from specviz.trace import Trace, totals
from specviz.ui import experiments, live, resources
from specviz.ui.cache_memory import FIELDS as MEMORY
from specviz.ui.cache_memory import cache_memory
from specviz.ui.i18n import lang, problem, t
from specviz.ui.inputs import Choice, Field, refuse_link, slider
from specviz.ui.lesson import Lesson
from specviz.ui.number_list import number_list
from specviz.ui.picture import picture
from specviz.ui.provenance import badge, number
from specviz.ui.router import ensure_frame
from specviz.ui.url_choice import buttons, dropdown, place

REPAIR = Choice("rb_convention", ("lazy", "eager"), "lazy")
FAULT = Choice(
    "rb_cache_fault",
    (
        "correct",
        "target_not_rolled_back",
        "draft_not_rolled_back",
        "one_too_long",
        "first_layer_only",
        "stale_layer",
        "positions_run_on",
        "last_not_written",
    ),
    "correct",
)
BLOCK, K, PROMPT = (
    Field("rb_paged_block", 16, 1, 64, 1),
    Field("rb_paged_k", 3, 1, 8, 1),
    Field("rb_paged_prompt", 30, 1, 200, 1),
)
TOKENS = 24


def ledger(trace: Trace, changes: Sequence[Sequence[Change]]) -> None:
    """The round and step the reader chose, drawn and said in words."""
    with st.container(horizontal=True, vertical_alignment="bottom", gap="medium"):
        label = t("input.cache_round")
        chosen = place(label, "rb_round", 1, len(changes), first_cut(changes), moved=lambda: go(0)) - 1
        r, steps = trace.rounds[chosen], changes[chosen]
        done = step_place(len(steps), until_cut(steps))
    names = Names(trace)
    picture(cache_ledger(names, r, steps, done, lang()), "ledger")
    st.markdown(plain(sentence(names, r, steps, done, lang())))


def step_place(last: int, default: int) -> int:
    """The step, with a button for one back and one on."""
    back, here, on = (st.container(width=w) for w in ("content", "stretch", "content"))
    with here:
        done = place(t("input.cache_change"), "rb_step", 0, last, default)
    back.button("◀", key="rb_back", on_click=go, args=(done - 1,), disabled=not done, help=t("stage.go.back"))
    on.button("▶", key="rb_on", on_click=go, args=(done + 1,), disabled=done == last, help=t("stage.go.step"))
    return done


def go(step: int) -> None:
    st.session_state["rb_step"] = step


def conventions() -> None:
    for repair in REPAIR.options:
        run = live.experiment(experiments.watched_run, live.where(), prompt, repair, TOKENS)
        if run:
            picture(pass_strip(run[0].rounds, t(f"input.convention.{repair}"), lang()), f"passes_{repair}")
    st.markdown(badge("measured"))


def mistakes(fault: str) -> None:
    right = live.experiment(experiments.broken_run, live.where(), prompt, "correct", TOKENS)
    found = live.experiment(experiments.broken_run, live.where(), prompt, fault, TOKENS)
    if not right or not found:
        return
    trace, seen = found
    labels = (t("rollback.correct"), t("rollback.with_fault"))
    picture(run_lines(right[0], trace, labels, lang()), "runs")
    if seen.failure:
        st.warning(t("rollback.failure", message=plain(seen.failure)), icon="💥")
    at = first_difference(right[0], trace)
    alphas = [totals(x.rounds).acceptance for x in (right[0], trace)]
    shares = ", ".join("–" if a is None else prob(a) for a in alphas)
    noticed = [v for r in seen.rounds for v in r.violations]
    values = (
        ("first", "–" if at is None else str(at + 1)),
        ("acceptance", shares),
        ("violations", str(sum(bool(r.violations) for r in seen.rounds))),
    )
    for column, (name, value) in zip(st.columns(3), values, strict=True):
        with column:
            number(t(f"rollback.{name}"), value, "measured", help=t(f"rollback.{name}.help"))
    if noticed:
        st.code(noticed[0], language=None, wrap_lines=True)
    st.markdown(f"**{t('rollback.layers')}** {badge('measured')}")
    picture(layer_bars([d.relative for d in seen.target], [d.relative for d in seen.draft], lang()), "layers")


def paged() -> None:
    with st.container(horizontal=True, vertical_alignment="bottom", gap="medium"):
        block, k, length = int(slider(BLOCK)), int(slider(K)), int(slider(PROMPT))
    written = st.text_input(
        t("input.accepted_list"), "1, 3, 0, 3, 3", key="rb_accepted", bind="query-params", max_chars=200,
        help=t("input.accepted_list.help"),
    )  # fmt: skip
    try:
        accepted = [int(x) if x.is_integer() else x for x in number_list(written)][:12]
        steps = paged_steps(block, k, length, accepted)
    except SpecvizError as error:
        problem(error)
        return
    picture(block_strips(steps, block, k, lang()), "blocks")
    last = steps[-1]
    counts = {"freed": sum(s.freed for s in steps), "taken": sum(s.taken for s in steps[1:]), "blocks": last.blocks}
    shared = reusable_prefix_blocks(last.computed_after, block)
    st.markdown(f"{t('rollback.paged', shared=shared, computed=last.computed_after, **counts)} {badge('computed')}")


ensure_frame()
refuse_link((REPAIR, FAULT, BLOCK, K, PROMPT, *MEMORY))
trace = resources.recorded(resources.FIRST)
prompt = trace.run_settings.prompt
lesson = Lesson("rollback")
lesson.open()
lesson.show("ledger")
running = live.live_switch()
with st.container(horizontal=True):
    repair = buttons(REPAIR)
slow_motion = st.container()
lesson.show(f"how_{repair}")
lesson.show("conventions")
side_by_side = st.container()
lesson.quiz("quiz_passes")
lesson.show("mistakes")
fault = dropdown(FAULT, lambda f: t(f"rollback.fault.{f}"))
broken = st.container()
with st.container(border=True):
    st.markdown(lesson.text(f"fault_{fault}"))
lesson.quiz("quiz_mistake")
lesson.show("paged")
paged()
lesson.quiz("quiz_block")
lesson.show("memory")
cache_memory()
lesson.show("sources")
lesson.close()

with slow_motion:
    if running:
        watched = live.experiment(experiments.watched_run, live.where(), prompt, repair, TOKENS)
        if watched:
            ledger(*watched)
    else:
        if repair == "eager":
            st.info(t("rollback.recorded_is_lazy"))
        ledger(trace, [changes_of(r) for r in trace.rounds])
if running:
    with side_by_side:
        conventions()
    with broken:
        mistakes(fault)
