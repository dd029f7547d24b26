"""Both conventions side by side, and every mistake of the cache, on the real engine."""

import streamlit as st

from specviz.figures.layer_bars import layer_bars
from specviz.figures.numbers import prob
from specviz.figures.pass_strips import pass_strip
from specviz.figures.plain import plain
from specviz.figures.run_lines import first_difference, run_lines
from specviz.trace import totals
from specviz.ui import experiments, live
from specviz.ui.i18n import lang, t
from specviz.ui.inputs import Choice
from specviz.ui.picture import picture
from specviz.ui.provenance import badge, number

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
)  # the ids of the catalogue, which a page may not import: it comes with torch
TOKENS = 24


def show_conventions(prompt: str) -> None:
    """The passes of one run under each convention."""
    for repair in REPAIR.options:
        run = live.experiment(experiments.watched_run, live.where(), prompt, repair, TOKENS)
        if run:
            picture(pass_strip(run[0].rounds, t(f"input.convention.{repair}"), lang()), f"passes_{repair}")
    st.markdown(badge("measured"))


def show_mistake(prompt: str, fault: str) -> None:
    """The run with `fault` beside the correct one: text, acceptance, broken promises, layers."""
    right = live.experiment(experiments.broken_run, live.where(), prompt, "correct", TOKENS)
    found = live.experiment(experiments.broken_run, live.where(), prompt, fault, TOKENS)
    if right is None or found is None:
        return
    trace, seen = found
    picture(run_lines(right[0], trace, (t("rollback.correct"), t("rollback.with_fault")), lang()), "runs")
    if seen.failure:
        st.warning(t("rollback.failure", message=plain(seen.failure)), icon="💥")
    at = first_difference(right[0], trace)
    alphas = [totals(x.rounds).acceptance for x in (right[0], trace)]
    rows = (
        ("first", "–" if at is None else str(at + 1)),
        ("acceptance", ", ".join("–" if a is None else prob(a) for a in alphas)),
        ("violations", str(sum(bool(r.violations) for r in seen.rounds))),
    )
    for column, (name, value) in zip(st.columns(3), rows, strict=True):
        with column:
            number(t(f"rollback.{name}"), value, "measured", help=t(f"rollback.{name}.help"))
    noticed = [v for r in seen.rounds for v in r.violations]
    if noticed:
        st.code(noticed[0], language=None, wrap_lines=True)
    st.markdown(f"**{t('rollback.layers')}** {badge('measured')}")
    picture(layer_bars([d.relative for d in seen.target], [d.relative for d in seen.draft], lang()), "layers")
