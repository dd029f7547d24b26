"""Rows moved on the real engine: the two runs side by side, and the induction checked on the moved one."""

import streamlit as st

from specviz.figures.induction_table import induction_table
from specviz.figures.numbers import prob
from specviz.figures.run_lines import first_difference, run_lines
from specviz.trace import totals
from specviz.ui import experiments, live
from specviz.ui.i18n import lang, t
from specviz.ui.inputs import Choice
from specviz.ui.picture import picture
from specviz.ui.provenance import number

SHIFT = Choice("jr_shift", ("-1", "0", "1"), "1")
TOKENS = 24


def show_runs(prompt: str, repair: str, by: int) -> None:
    """Greedy speculation with the right rows, and with every judge row moved `by`."""
    right = live.experiment(experiments.shifted_run, live.where(), prompt, repair, 0, TOKENS)
    moved = live.experiment(experiments.shifted_run, live.where(), prompt, repair, by, TOKENS)
    if right is None or moved is None:
        return
    labels = (t("judge_row.run.right"), t("judge_row.run.shifted", by=f"{by:+d}"))
    picture(run_lines(right, moved, labels, lang()), "runs")
    at = first_difference(right, moved)
    alphas = (totals(x.rounds).acceptance for x in (right, moved))
    a, b = ("–" if x is None else prob(x) for x in alphas)
    noticed = sum(bool(r.violations) for r in moved.rounds)
    rows = (
        ("first", "–" if at is None else str(at + 1), {"n": TOKENS}),
        ("acceptance", f"{a}, {b}", {"right": a, "moved": b}),
        ("raised", str(noticed), {}),
    )
    for column, (name, value, more) in zip(st.columns(3), rows, strict=True):
        with column:
            number(t(f"judge_row.{name}"), value, "measured", help=t(f"judge_row.{name}.help", **more))


def show_proof(prompt: str, repair: str, by: int) -> None:
    """The steps of the proof up to the first that fails, and two rounds more: nothing recovers."""
    steps = live.experiment(experiments.induction_steps, live.where(), prompt, repair, by, TOKENS)
    if steps is None:
        return
    broken = next((s for s in steps if not s.holds), None)
    picture(induction_table(steps if broken is None else steps[: broken.round + 3], lang()), "proof")
    if broken is None:
        st.success(t("judge_row.holds", n=len(steps)), icon="✅")
        return
    claim = t("judge_row.breaks.own" if all(broken.accepted_equal) else "judge_row.breaks.accepted")
    st.warning(t("judge_row.breaks", round=broken.round + 1, where=claim), icon="❌")
