"""A draft that takes its most likely token: q is one-hot, and two rules come to the same; shown live on the pair."""

import numpy as np
import streamlit as st

from specviz.engine.verify import RULE
from specviz.figures.law_table import position_table
from specviz.figures.numbers import prob
from specviz.figures.run_lines import first_difference, run_lines
from specviz.theory.enumerate import Row, fractions, full_q, own_sample
from specviz.trace import Trace, totals
from specviz.ui import experiments, live
from specviz.ui.i18n import lang, t
from specviz.ui.inputs import Field, typed
from specviz.ui.lesson_prompts import pick_prompt, prompt_choice
from specviz.ui.picture import picture
from specviz.ui.provenance import number
from specviz.ui.residual.laws import Laws

PROMPT = prompt_choice("rs")
SEED = Field("rs_run_seed", 0, 0, 999_999, 1)
TOKENS = 24


def one_hot(q: Row) -> Row:
    """All mass on the largest entry of q, in fractions."""
    return fractions([int(i == int(np.argmax(q))) for i in range(len(q))])


def show_argmax(laws: Laws, *, exact: bool) -> None:
    """Both rules on the reader's own p, with the draft's favourite as the candidate."""
    q = one_hot(laws.q)
    for column, name, judge in zip(st.columns(2), ("zeroed", "own"), (full_q(RULE), own_sample), strict=True):
        with column:
            st.markdown(f"**{t(f'residual.argmax.{name}')}**")
            picture(position_table(judge(laws.p, q), q, laws.tokens, lang(), exact=exact), f"argmax_{name}")


def show_live() -> None:
    """Plain decoding and argmax drafts under one seed at temperature 1; beside them the draft that samples."""
    with st.container(horizontal=True, vertical_alignment="bottom", gap="medium"):
        prompt = pick_prompt(PROMPT)
        seed = int(typed(SEED))
        running = live.live_switch()
    if not running:
        return
    plain, argmax, sample = (
        live.experiment(experiments.sampled_run, live.where(), prompt, seed, how, TOKENS)
        for how in ("plain", "argmax", "sample")
    )
    if plain and argmax and sample:
        _compare(plain, argmax, sample)


def _compare(plain: Trace, argmax: Trace, sample: Trace) -> None:
    picture(run_lines(plain, argmax, (t("residual.run.plain"), t("residual.run.argmax")), lang()), "argmax_runs")
    if first_difference(plain, argmax) is None:
        st.success(t("residual.run.same", n=len(plain.ids) - len(plain.prompt_ids)), icon="✅")
    else:
        st.warning(t("residual.run.other"), icon="❌")
    figures = (
        ("argmax_rate", totals(argmax.rounds).acceptance),
        ("sample_rate", totals(sample.rounds).acceptance),
    )
    for column, (name, rate) in zip(st.columns(2), figures, strict=True):
        with column:
            shown = "–" if rate is None else prob(rate)
            number(t(f"residual.{name}"), shown, "measured", help=t(f"residual.{name}.help", n=TOKENS))
