"""Running the models from a page: all rounds or one, stoppable, resumable, and never two results half shown.

A job is data: settings, the rounds so far, how many are wanted. Whatever interrupts the page (Stop, another control,
a language switch) leaves a job that can be finished, continued or dropped; the models keep nothing that matters.
"""

import time
from collections.abc import Callable
from dataclasses import dataclass, replace

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from specviz.errors import SpecvizError
from specviz.figures.fork import Change
from specviz.presets import presets
from specviz.settings import RunSettings
from specviz.trace import Round, Trace, made_by
from specviz.ui import resources, state
from specviz.ui.i18n import t
from specviz.ui.in_turn import in_turn
from specviz.ui.settings_form import put

TELL_SECONDS = 0.1
"""Between two words on how far a run is. A round may take a tenth of that, and a browser that falls too far behind
in reading messages is cut off by the server, its page left as it was."""


@dataclass(frozen=True)
class Fork:
    """Another continuation of `base` from its round `at` on: what was changed, how that is said, and its `trace`.

    `candidate`: the one whose u was forced (0-based), for the change "u".
    """

    base: Trace
    at: int
    change: Change
    said: str
    candidate: int = 0
    trace: Trace | None = None


@dataclass(frozen=True)
class Job:
    """Decode under `settings` from `rounds` on, until the run ends or there are `wanted` rounds (0: no limit).

    `forced`: accept draws to use in place of the seed's, by position. The result is shown from `step` on, or from
    `at_round`; that of a `fork` goes beside the run on the stage, and so does one `versus` it.
    """

    settings: RunSettings
    rounds: tuple[Round, ...] = ()
    wanted: int = 0
    step: int = 0
    at_round: int = 0
    forced: tuple[tuple[int, float], ...] = ()
    fork: Fork | None = None
    versus: bool = False


def current() -> Job | None:
    """The job in progress."""
    return st.session_state.get("job")


def buttons(*, ready: bool) -> None:
    """Run and Next round, or Stop while a job is in progress. `ready`: the settings are consistent.

    To be drawn after the settings: a press is taken up here, once the page has read what was typed just before it.
    """
    _take_up(ready)
    busy = current() is not None
    with st.empty():  # one place for either, so that neither lingers beside the other
        if busy:
            _button("stop", _stop, primary=True)
        else:
            _button("run", _ask, "run", primary=True, blocked=not ready)
    _button("next", _ask, "next", blocked=busy or not ready or _finished())


def stop_button() -> None:
    """Stop beside the progress of a job, for a page that shows no settings: a run can always be ended."""
    if current() is not None:
        st.button(t("ui.stop"), key="stop_beside", help=t("ui.stop.help"), type="primary", on_click=_stop)


def ask_fork(settings: RunSettings, fork: Fork, forced: tuple[tuple[int, float], ...] = ()) -> None:
    """Callback: go on from the first `fork.at` rounds of its base under other settings or forced draws."""
    kept, method = fork.base.rounds[: fork.at], fork.base.run_settings.method
    if settings.method != method:
        kept = made_by(kept, method)
    st.session_state["job"] = Job(settings, kept, forced=forced, fork=fork)


def ask_versus(settings: RunSettings) -> None:
    """Callback: decode the prompt under these settings, to compare with the run on the stage."""
    st.session_state["job"] = Job(settings, versus=True)


def _ask(what: str) -> None:
    """Callback of a button. What was typed at the same moment is not in the session's settings yet."""
    st.session_state["asked"] = what


def _take_up(ready: bool) -> None:
    """Turns what was asked for into a job with the settings as they now stand."""
    asked = st.session_state.pop("asked", None)
    if not asked or not ready:
        return
    state.forget_notes()
    shown = state.shown()
    rounds = shown.trace.rounds if asked == "next" and shown and _is_this_run(shown) else ()
    st.session_state["job"] = Job(state.settings(), rounds, wanted=len(rounds) + 1 if asked == "next" else 0)


def preset_menu() -> None:
    """Ready-made settings, each with what it shows in one line; choosing one shows its recording."""

    def chosen() -> None:
        name = st.session_state["preset"]
        state.forget_notes()
        put(next(p.settings for p in presets() if p.id == name))
        state.show(resources.recorded(name), "recorded")
        state.set_view(trace=name)

    words = {p.id: f"**{t(f'preset.{p.id}')}** – {t(f'preset.{p.id}.moral')}" for p in presets()}
    st.menu_button(
        t("preset.title"),
        list(words),
        format_func=words.__getitem__,
        key="preset",
        on_click=chosen,
    )


def _button(name: str, do: Callable[..., None], *args: object, primary: bool = False, blocked: bool = False) -> None:
    label, help_, kind = t(f"ui.{name}"), t(f"ui.{name}.help"), "primary" if primary else "secondary"
    st.button(label, key=name, help=help_, type=kind, on_click=do, args=args, disabled=blocked)


def ask_linked(step: int, at_round: int) -> None:
    """The run of the link the reader came by, to be shown from `step` (or the beginning of a round) on."""
    st.session_state["job"] = Job(state.settings(), step=step, at_round=at_round)


def _stop() -> None:
    """End the job and keep what it has; a what-if that has not yet parted from its base has nothing."""
    job = current()
    st.session_state["job"] = None
    if job and len(job.rounds) > (job.fork.at if job.fork else 0):
        _show(job)


def _is_this_run(shown: state.Shown) -> bool:
    return shown.source == "run" and shown.trace.run_settings == state.settings()


def _finished() -> bool:
    """Whether the run on the stage has these settings and is over."""
    shown = state.shown()
    return shown is not None and _is_this_run(shown) and bool(shown.trace.stop)


def work() -> None:
    """Does the current job, saying how far it is; at its end the result is on the stage and the page is drawn anew.

    Any Streamlit call in here may be where the page is interrupted: the job in the session is complete at each.
    """
    if current() is None:
        return
    bar = st.progress(0.0, t("ui.loading"))
    try:
        _show(_advance(bar))
    except SpecvizError as e:
        state.fail(e)
        st.session_state["job"] = None
    except Exception:
        st.session_state["job"] = None  # or the next pass would fail in the same way, and the one after it
        raise
    st.session_state["job"] = None
    st.rerun()


def _advance(bar: DeltaGenerator) -> Job:
    """The job with the rounds it wants; each is in the session before the next begins.

    Streamlit lets a page that is interrupted finish the round it is in while the next pass over the page has begun.
    So the job is made this pass's own, and a pass whose job is no longer the session's leaves it and draws anew: if
    it is the one before, Streamlit ends it there; if it is the last, the page must not stay as it was.
    """
    job = replace(current())
    st.session_state["job"] = job
    limit, told = job.settings.max_new_tokens, 0.0

    def ours() -> bool:
        return current() is job

    with in_turn(job.settings.device, lambda ahead: bar.progress(0.0, t("ui.waiting", ahead=ahead))):
        if job.fork:
            resources.refuse_other_models(job.fork.base, job.settings)
        for r in resources.rounds_after(job.settings, job.rounds, job.forced, ours):
            if not ours():
                st.rerun()
            job = replace(job, rounds=(*job.rounds, r))
            st.session_state["job"] = job
            if len(job.rounds) == job.wanted:
                break
            if time.monotonic() - told < TELL_SECONDS:
                continue
            told = time.monotonic()
            done = sum(len(r.committed) for r in job.rounds)
            text = t("ui.running", rounds=len(job.rounds), tokens=done, limit=limit)
            bar.progress(min(1.0, done / max(1, limit)), text)
        if not ours():
            st.rerun()
    return job


def _show(job: Job) -> None:
    """The job's rounds on the stage, or beside it."""
    trace = resources.make_trace(job.settings, job.rounds)
    if job.fork:
        st.session_state["fork"] = replace(job.fork, trace=trace)
        return
    if job.versus:
        st.session_state["rival"] = trace
        return
    state.show(trace, "run", step=job.step, at_round=job.at_round, outside=resources.bits_outside(job.settings))
