"""What if: another continuation of the run on the stage, from the round the reader stands in, beside the first.

One change at a time, so that the page can say up to where both must agree and why. The models run; nothing here
computes a verdict.
"""

import streamlit as st

from specviz.engine.draws import LARGEST
from specviz.engine.verify import acceptance
from specviz.figures.chips import Names
from specviz.figures.fork import CHANGES, Change, must_agree, progress_chart
from specviz.figures.numbers import apart, prob, ratio
from specviz.figures.run_lines import first_difference, run_lines
from specviz.settings import RunSettings
from specviz.trace import Candidate, Round, Trace
from specviz.ui import resources, runs, state
from specviz.ui.charts import chart
from specviz.ui.i18n import lang, t
from specviz.ui.picture import picture
from specviz.ui.provenance import badge

OTHER = {
    "method": {"draft": "lookup", "lookup": "draft", "lookup_first": "draft", "scripted": "draft", "none": "draft"},
    "repair": {"lazy": "eager", "eager": "lazy"},
}


def what_if(shown: state.Shown) -> None:
    """The controls, and the last continuation of this run once there is one."""
    trace = shown.trace
    if not trace.rounds or trace.run_settings.pair not in resources.pairs():
        return
    st.subheader(t("what_if.title"), anchor=False)
    at = min(state.view().round, len(trace.rounds) - 1)
    st.markdown(t("what_if.lead", round=at + 1))
    with st.container(horizontal=True, vertical_alignment="bottom", key="what_if"):
        _controls(trace, at)
    fork = st.session_state.get("fork")
    if fork and fork.base is trace and fork.trace:
        _result(fork)


def _controls(trace: Trace, at: int) -> None:
    """What to change and to which value, and the button that goes on from there."""
    judged = [i for i, c in enumerate(trace.rounds[at].candidates) if c.u is not None and c.own is None]
    changes = [c for c in CHANGES if c != "u" or judged]
    words = {c: t(f"what_if.change.{c}") for c in changes}
    change = st.segmented_control(t("what_if.change"), changes, required=True, default=changes[0],
                                  format_func=words.__getitem__, key="fork_change", wrap=True)  # fmt: skip
    if change == "u":
        _force(trace, at, judged)
    elif change in OTHER:
        value = OTHER[change][getattr(trace.run_settings, change)]
        _go(trace, at, change, trace.run_settings.but(**{change: value}), t(f"setting.{change}.{value}"))
    else:
        _number(trace, at, change)


def _force(trace: Trace, at: int, judged: list[int]) -> None:
    """A verdict to turn round: which candidate, and its u."""
    r = trace.rounds[at]
    labels = {i: _verdict(r, i, text) for i, text in enumerate(Names(trace).candidates(r)) if i in judged}
    order = sorted(labels, key=lambda i: (not _can_turn(r.candidates[i]), i))
    i = st.selectbox(t("what_if.candidate"), order, format_func=labels.__getitem__, key=f"fork_candidate_{at}")
    c = r.candidates[i]
    turned = min(LARGEST, 0.5 * (1 + (c.p or 0.0) / c.q)) if c.fate == "accepted" else 0.0
    u = st.number_input("u", 0.0, LARGEST, turned, 0.05, format="%.4f", key=f"fork_u_{at}_{i}", width=120)
    name = f"u(d{i + 1}) = {prob(u)}"
    _go(trace, at, "u", trace.run_settings, name, candidate=i, forced=((r.position(i), u),))
    st.caption(_judged_again(c, u))


def _judged_again(c: Candidate, u: float) -> str:
    """The verdict on a candidate under another u, from the p(x) and q(x) on record: it needs no model."""
    chance = acceptance((c.p or 0.0,), (c.q,), 0)
    fate = "accepted" if u < chance else "rejected"
    draw, limit = apart(u, chance)
    change = "same" if fate == c.fate else "turned"
    return t("what_if.judged_again", u=draw, sign="<" if u < chance else "≥", limit=limit,
             fate=t(f"ui.fate.{fate}"), change=t(f"what_if.verdict.{change}"))  # fmt: skip


def _can_turn(c: Candidate) -> bool:
    """Whether some u leads to the other verdict: no u rejects a candidate with p ≥ q, or accepts one with p = 0."""
    return (c.p or 0.0) < c.q if c.fate == "accepted" else bool(c.p)


def _verdict(r: Round, i: int, text: str) -> str:
    c = r.candidates[i]
    fate = t(f"ui.fate.{c.fate}")
    return f"d{i + 1} {text}: u = {prob(c.u or 0.0)}, p/q = {ratio((c.p or 0.0) / c.q)}, {fate}"


def _number(trace: Trace, at: int, change: Change) -> None:
    """k, temperature or seed."""
    now = getattr(trace.run_settings, change)
    low, high, step, other = {
        "k": (1, 64, 1, 1 if now > 1 else 4),
        "temperature": (0.0, 10.0, 0.1, 0.0 if now else 1.0),
        "seed": (0, 2**53 - 1, 1, now + 1 if now < 2**53 - 1 else 0),
    }[change]
    value = st.number_input(t(f"setting.{change}"), low, high, other, step, key=f"fork_{change}", width=140)
    _go(trace, at, change, trace.run_settings.but(**{change: value}), f"{t(f'setting.{change}')} = {value:g}")


def _go(trace: Trace, at: int, change: Change, settings: RunSettings, said: str, *, candidate: int = 0,
        forced: tuple[tuple[int, float], ...] = ()) -> None:  # fmt: skip
    fork = runs.Fork(trace, at, change, said, candidate)
    st.button(t("what_if.go"), key="fork_go", on_click=runs.ask_fork, args=(settings, fork, forced),
              disabled=runs.current() is not None)  # fmt: skip


def _result(fork: runs.Fork) -> None:
    """Both continuations, where they part, where they may part and why, and their progress per target pass."""
    trace, names = fork.trace, (t("what_if.base"), t("what_if.fork", said=fork.said))
    sure, why = must_agree(fork.base, trace, fork.at, fork.change, fork.candidate)
    parted = first_difference(fork.base, trace)
    seen = t("what_if.same") if parted is None else t("what_if.parted", n=parted + 1)
    simulated = f" {badge('simulated')}" if any(r.simulated for r in trace.rounds) else ""
    st.markdown(f"{t('what_if.sure', n=sure)} {t(f'what_if.why.{why}')} **{seen}**{simulated}")
    picture(run_lines(fork.base, trace, names, lang()), "fork")
    chart(progress_chart(fork.base, trace, names, lang()), "fork_chart", t("what_if.alt"))
    st.button(t("what_if.stage"), key="fork_stage", on_click=state.show, args=(trace, "fork"))
