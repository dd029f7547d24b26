"""Compare: the run on the stage beside one of the same prompt and seed under other settings.

Both stand on one axis of target passes, which no machine's speed can bend; time is the business of Measure. The other
run is decoded when the reader asks for it (or came by a link that has it), or is a recorded one: that needs no model.
"""

from html import escape
from typing import Any

import streamlit as st

from specviz.errors import SpecvizError
from specviz.figures.chips import alone
from specviz.figures.fork import runs_agree
from specviz.figures.pass_lanes import pass_lanes
from specviz.figures.run_lines import first_difference, run_lines
from specviz.hosting import most
from specviz.settings import DRAFTING, RunSettings
from specviz.trace import Trace
from specviz.ui import resources, runs, state
from specviz.ui.i18n import lang, t
from specviz.ui.picture import picture
from specviz.ui.settings_form import FIELDS, STEP
from specviz.ui.totals_panel import figures_of
from specviz.ui.versus import OPEN, RECORDED, Rival, comparable, items_of, named, rival_of


def compare(shown: state.Shown) -> None:
    """The controls, and both runs side by side once the other one is there."""
    trace = shown.trace
    st.subheader(t("compare.title"), anchor=False)
    st.markdown(t("compare.lead"))
    runnable = trace.run_settings.pair in resources.pairs()
    recorded = comparable(trace, ((name, resources.recorded(name)) for name in resources.recorded_names()))
    why_not = _why_not(shown, runnable or bool(recorded))
    if why_not:
        st.caption(why_not)
        return
    rival = _linked(trace, recorded)
    with st.container(horizontal=True, vertical_alignment="bottom", key="compare"):
        rival = _choose(trace, rival, runnable, recorded)
    other = _other(rival)
    if other is not None:
        _result(trace, other, _name(trace.run_settings, rival))


def _why_not(shown: state.Shown, possible: bool) -> str:
    """The sentence for a run that cannot be compared; "" when it can."""
    if not shown.trace.rounds:
        return t("compare.empty")
    if shown.source == "fork":
        return t("compare.fork")
    return "" if possible else t("compare.neither")


def _linked(trace: Trace, recorded: list[str]) -> Rival:
    """The rival of the view. What a link had wrong is put right, and said above the stage with its other errors."""
    rival, notes = rival_of(state.view().versus, trace.run_settings)
    if rival.recorded and rival.recorded not in recorded:
        known = ", ".join(recorded) or "–"
        notes = (*notes, SpecvizError("versus_recorded", name=rival.recorded, known=known))
        rival = Rival(trace.run_settings)
    if notes:
        state.note((*state.notes(), *notes))
        state.set_view(versus=items_of(rival, trace.run_settings))
        st.rerun()
    return rival


def _choose(trace: Trace, rival: Rival, runnable: bool, recorded: list[str]) -> Rival:
    """The widgets, seeded from the view and written back to it, and the button that runs the other side."""
    sides = [side for side, there in (("settings", runnable), (RECORDED, recorded)) if there]
    if st.session_state.get("vs_side") not in sides:
        st.session_state["vs_side"] = RECORDED if rival.recorded else sides[0]
    words = {side: t(f"compare.side.{side}") for side in sides}
    side = st.segmented_control(
        t("compare.side"), sides, required=True, format_func=words.__getitem__, key="vs_side", wrap=True
    )
    chosen = _recorded(trace, rival, recorded) if side == RECORDED else _settings(trace, rival)
    state.set_view(versus=items_of(chosen, trace.run_settings))
    return chosen


def _recorded(trace: Trace, rival: Rival, names: list[str]) -> Rival:
    if st.session_state.get("vs_recorded") not in names:
        st.session_state["vs_recorded"] = rival.recorded or names[0]
    words = {name: t(f"preset.{name}") for name in names}
    name = st.selectbox(t("compare.recorded"), names, format_func=words.__getitem__, key="vs_recorded", width=260)
    return Rival(trace.run_settings, name)


def _settings(trace: Trace, rival: Rival) -> Rival:
    base = trace.run_settings
    method = _widget("method", base, rival)
    idle = {
        "k": method == "none",
        "fallback_k": method != "lookup_first",
        "length_policy": method == "none",
        "draft_choice": method not in DRAFTING,
    }
    values = {name: _widget(name, base, rival, idle=idle.get(name, False)) for name in OPEN if name != "method"}
    chosen = base.but(method=method, **values)
    same = chosen == base
    first = not st.session_state.get("versus_opened")
    st.session_state["versus_opened"] = True
    if first and state.came().linked and not same and runs.current() is None:
        runs.ask_versus(chosen)
        st.rerun()
    st.button(t("compare.go"), key="vs_go", type="primary", on_click=runs.ask_versus, args=(chosen,),
              disabled=same or runs.current() is not None)  # fmt: skip
    if same:
        st.caption(t("compare.same"))
    return Rival(chosen)


def _widget(name: str, base: RunSettings, rival: Rival, *, idle: bool = False) -> Any:
    """One setting of the other side. One that does nothing there (`idle`) is as on the stage."""
    key, now = f"vs_{name}", getattr(rival.settings, name)
    label, hint = t(f"setting.{name}"), t(f"setting.{name}.help")
    if idle:
        st.session_state[key] = now = getattr(base, name)
    choices = FIELDS[name].metadata["choices"]
    if choices:
        offered = [c for c in choices if c != "scripted" or base.script]
        if st.session_state.get(key) not in offered:
            st.session_state[key] = now if now in offered else offered[0]
        words = {c: t(f"setting.{name}.{c}") for c in offered}
        return st.selectbox(
            label, offered, format_func=words.__getitem__, key=key, help=hint, disabled=idle, width=150
        )
    kind = type(now)
    st.session_state.setdefault(key, min(now, kind(most(name))))
    got = st.number_input(
        label, kind(FIELDS[name].metadata["lo"]), kind(most(name)), step=STEP.get(name, 1), key=key, help=hint,
        format="%d" if kind is int else "%.2f", disabled=idle, width=110,
    )  # fmt: skip
    return now if got is None else kind(got)


def _other(rival: Rival) -> Trace | None:
    """The recorded run, or the last one decoded here if these are its settings."""
    if rival.recorded:
        return resources.recorded(rival.recorded)
    made: Trace | None = st.session_state.get("rival")
    return made if made is not None and made.run_settings == rival.settings else None


def _name(base: RunSettings, rival: Rival) -> str:
    if rival.recorded:
        return t(f"preset.{rival.recorded}")
    return ", ".join(
        t(f"setting.{name}.{value}") if FIELDS[name].metadata["choices"] else f"{t(f'setting.{name}')} = {value:g}"
        for name, value in named(base, rival.settings)
    )


def _result(base: Trace, other: Trace, said: str) -> None:
    """Whether the texts agree and why, both runs by target pass, their sums, and both texts."""
    names = (t("compare.base"), said)
    parted = first_difference(base, other)
    st.html(
        f'<p class="sv-verdict"><b>{escape(_seen(base, other, parted))}</b> {escape(_why(base, other, parted))}</p>'
    )
    picture(pass_lanes((base, other), names, parted, lang()), "lanes")
    _sums((base, other), names)
    picture(run_lines(base, other, names, lang()), "versus")


def _seen(base: Trace, other: Trace, parted: int | None) -> str:
    start, lengths = len(base.prompt_ids), [len(x.ids) - len(x.prompt_ids) for x in (base, other)]
    if parted is not None:
        one, two = (alone(x, x.ids[start + parted]) for x in (base, other))
        return t("compare.parted", n=parted + 1, one=one, two=two)
    if lengths[0] != lengths[1]:
        return t("compare.shorter", n=min(lengths))
    return t("compare.identical", n=lengths[0])


def _why(base: Trace, other: Trace, parted: int | None) -> str:
    sure, why = runs_agree(base, other)
    if parted is not None and parted < sure:
        return t("compare.foreign")
    return f"{t('what_if.sure', n=sure)} {t(f'what_if.why.{why}')}"


def _sums(traces: tuple[Trace, Trace], names: tuple[str, str]) -> None:
    """The totals of both runs in two columns."""
    columns = [figures_of(trace) for trace in traces]
    head = "".join(f'<th scope="col">{escape(name)}</th>' for name in names)
    rows = "".join(
        f'<tr data-versus="{one.name}"><th scope="row">{escape(t(f"total.{one.name}"))}</th>'
        + "".join(
            f'<td class="sv-value">{escape(x.value)} <span class="sv-badge sv-{x.kind}">'
            f"{escape(t(f'ui.provenance.{x.kind}'))}</span></td>"
            for x in (one, two)
        )
        + "</tr>"
        for one, two in zip(*columns, strict=True)
    )
    st.html(
        f'<table class="sv-totals sv-versus"><thead><tr><td></td>{head}</tr></thead><tbody>{rows}</tbody></table>'
    )
    st.caption(t("compare.time"))
