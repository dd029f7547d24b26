"""Fetching a pair from the page. The fetch itself runs in the background and belongs to nobody's session: a page
switch, a reload or a second reader change nothing about it, and each sees the same progress and may stop it.
"""

import streamlit as st

from specviz.models.fetch import Progress
from specviz.models.fetching import FetchState, fetching, resumes
from specviz.models.sizes import mb
from specviz.ui.i18n import problem, t

POLL_SECONDS = 0.5


def fetch_part(pair: str, label: str) -> None:
    """The button, or the progress of a fetch that is running, or how the last one ended."""
    running = fetching(pair).state.status == "running"
    st.fragment(_watch, run_every=POLL_SECONDS if running else None)(pair, label, was_running=running)


def _watch(pair: str, label: str, *, was_running: bool) -> None:
    job = fetching(pair)
    now = job.state
    if was_running != (now.status == "running"):
        st.rerun()  # the card changes, and with it whether there is anything to poll
    if was_running:
        st.progress(_share(now.progress), _words(now.progress))
        help_ = t("model.stop.help.resumes" if resumes(pair) else "model.stop.help")
        st.button(t("model.stop"), key=f"stop_{pair}", help=help_, on_click=job.cancel)
        return
    _ending(pair, now)
    help_ = t("model.fetch.help.hub" if resumes(pair) else "model.fetch.help")
    st.button(label, key=f"fetch_{pair}", type="primary", help=help_, on_click=job.start)


def _ending(pair: str, now: FetchState) -> None:
    if now.error is not None:
        problem(now.error)
    elif now.status == "cancelled":
        st.info(t("model.stopped" if resumes(pair) else "model.cancelled"))


def _share(progress: Progress) -> float:
    return min(1.0, progress.done / progress.total) if progress.total else 0.0


def _words(progress: Progress) -> str:
    stage = t(f"model.stage.{progress.stage}")
    if progress.stage == "convert":
        return t("model.progress.steps", stage=stage, done=progress.done, total=progress.total)
    return t("model.progress.bytes", stage=stage, done=mb(progress.done), total=mb(progress.total))
