"""The seven questions of the lesson `decide`, asked in order; each is answered by a number as soon as it is put."""

from dataclasses import dataclass

import streamlit as st

from specviz.figures.numbers import duration, prob, ratio
from specviz.theory.acceptance import alpha_for_tokens
from specviz.theory.cost import Costs
from specviz.theory.decision import Answers, with_answers
from specviz.theory.kv_bytes import plan_memory
from specviz.theory.roofline import pass_time
from specviz.theory.speculation_roof import roofline_costs
from specviz.ui.i18n import t
from specviz.ui.inputs import BATCHES, CONTEXTS, Choice, Field, Steps, pick, slider, steps, typed
from specviz.ui.lesson import Lesson
from specviz.ui.provenance import Provenance, badge
from specviz.ui.roofline.machine import Machine, machine

K_MAX = 16
BATCH = Steps("r_batch", BATCHES, 1)
C_FROM = Choice("d_cfrom", ("roofline", "typed"), "roofline")
C = Field("d_c", 0.1, 0.0, 5.0, 0.01)
OVERHEAD = Field("d_over", 0.1, 0.0, 2.0, 0.05)
ACCEPT = Choice("d_accept", ("alpha", "length"), "alpha")
ALPHA = Field("d_alpha", 0.7, 0.0, 1.0, 0.01)
LENGTH = Field("d_mal", 2.6, 1.0, 17.0, 0.05)
LOGGED_K = Field("d_logk", 3, 1, K_MAX, 1)
GROWTH_FROM = Choice("d_growfrom", ("roofline", "typed"), "roofline")
GROWTH = Field("d_extra", 0.02, 0.0, 1.0, 0.01)
SEQUENCE = Steps("d_length", CONTEXTS[1:], 4096)
EXACT = Choice("d_exact", ("law", "greedy", "loose"), "law")
BENCH = Choice("d_bench", ("no", "yes"), "no")
MEASURED = Field("d_measured", 1.5, 0.01, 20.0, 0.05)
MEASURED_K = Field("d_mk", 4, 1, K_MAX, 1)
FIELDS = (
    BATCH, C_FROM, C, OVERHEAD, ACCEPT, ALPHA, LENGTH, LOGGED_K, GROWTH_FROM, GROWTH, SEQUENCE, EXACT, BENCH,
    MEASURED, MEASURED_K,
)  # fmt: skip


@dataclass(frozen=True)
class Asked:
    """All seven answers, ready for `theory.decision`, and those that only colour the advice."""

    answers: Answers
    exact: str
    on: Machine
    batch: int


def ask(lesson: Lesson) -> Asked | None:
    """The form. None while the machine is not known. Raises `SpecvizError` for an answer out of range."""
    lesson.show("q_limit")
    on = machine()
    if on is None:
        return None
    batch = steps(BATCH)
    spent = pass_time(on.target, 1, batch, on.context)
    _answer("limit", bound=t(f"roofline.bound.{spent.bound_by}"), time=duration(spent.seconds))
    roof = roofline_costs(on.target, on.draft, K_MAX, batch, on.context)

    left, right = st.columns(2, gap="large")
    with left:
        lesson.show("q_draft")
        c = typed(C) if pick(C_FROM) == "typed" else None
        overhead = slider(OVERHEAD)
        used = roof.c if c is None else c
        _answer("draft", "computed" if c is None else "measured", c=ratio(used))
    with right:
        lesson.show("q_accept")
        alpha = _alpha()

    left, right = st.columns(2, gap="large")
    with left:
        lesson.show("q_verify")
        growth = slider(GROWTH) if pick(GROWTH_FROM) == "typed" else None
        costs = with_answers(roof, c, growth, overhead, K_MAX)
        _verify(costs, "computed" if growth is None else "measured")
    with right:
        lesson.show("q_memory")
        fit = _fit(on, steps(SEQUENCE))
        _answer("memory", fit=f"{fit:,}", wanted=batch)

    left, right = st.columns(2, gap="large")
    with left:
        lesson.show("q_exact")
        exact = pick(EXACT)
        st.markdown(t(f"decide.exact.{exact}"))
    with right:
        lesson.show("q_bench")
        benched = pick(BENCH) == "yes"
        measured, k = (typed(MEASURED), int(slider(MEASURED_K))) if benched else (None, 0)
    return Asked(Answers(alpha, costs, batch, fit, measured, k), exact, on, batch)


def _answer(question: str, kind: Provenance = "computed", **params: object) -> None:
    st.markdown(f"→ {t(f'decide.answer.{question}', **params)} {badge(kind)}")


def _alpha() -> float:
    if pick(ACCEPT) == "alpha":
        alpha = slider(ALPHA)
        _answer("alpha", "assumed", alpha=prob(alpha))
        return alpha
    length, k = typed(LENGTH), int(slider(LOGGED_K))
    alpha = alpha_for_tokens(length, k)
    _answer("alpha", alpha=prob(alpha))
    return alpha


def _verify(costs: Costs, kind: Provenance) -> None:
    ratio = {n: costs.passes[n - 1] / costs.target_step for n in (2, 5, 9)}
    _answer("verify", kind, two=f"{ratio[2]:.2f}", five=f"{ratio[5]:.2f}", nine=f"{ratio[9]:.2f}")


def _fit(on: Machine, length: int) -> int:
    models = [on.target, *([on.draft] if on.draft else [])]
    weights = sum(m.shape.params * m.weights.bytes_per_weight for m in models)
    shapes = tuple(m.shape for m in models)
    return plan_memory(on.device.memory_bytes, weights, shapes, length, on.target.kv_bytes_per_value).sequences
