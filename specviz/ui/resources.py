"""What all sessions share: loaded pairs, the line before them, recorded traces. The only way a page reaches a model.

torch is imported inside the loader, when a model is first needed or once the first screen is painted.
"""

import math
import re
import secrets
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING

import streamlit as st

from specviz.errors import SpecvizError
from specviz.hosting import refuse_beyond
from specviz.models.registry import listed
from specviz.models.shared import places
from specviz.paths import ASSETS
from specviz.settings import RunSettings
from specviz.trace import Round, Trace, read
from specviz.ui.turns import Turns

if TYPE_CHECKING:
    from specviz.models import LoadedPair
    from specviz.models.shared import SharedPairs
    from specviz.runs import Run

FIRST = "first"  # the recorded trace a new reader sees
AHEAD_SECONDS = 3.0  # after the first picture was sent: with 1 it was painted later, with 3 it was not


@st.cache_resource(show_spinner=False)
def turns() -> Turns:
    """The one line before the models: as many runs at once as there are two cores for."""
    return Turns(places())


@st.cache_resource(show_spinner=False)
def shared() -> "SharedPairs[Run]":
    """The pairs in memory, and each session's caches over them. Caches live here and not in the session state, where
    they would outlive both the session's use of them and the pair.
    """
    from specviz.models.shared import SharedPairs, set_threads
    from specviz.runs import Run

    set_threads()
    return SharedPairs(_load, Run)


def _load(pair: str, dtype: str, device: str) -> "LoadedPair":
    """Loads what is on this machine; nobody waits in line behind a download."""
    from specviz.models import load
    from specviz.models.fetching import to_fetch

    if to_fetch(pair):
        raise SpecvizError("pair_not_fetched", pair=pair)
    return load(pair, dtype, device)


@st.cache_resource(show_spinner=False)
def import_ahead() -> threading.Timer:
    """Once per server: import torch and transformers while the reader looks at the first picture. That is five of
    the seven seconds the first Run would take.
    """
    timer = threading.Timer(AHEAD_SECONDS, import_module, ("specviz.engine.libraries",))
    timer.daemon = True
    timer.start()
    return timer


def loaded_pair(name: str, dtype: str, device: str) -> "LoadedPair":
    """A pair's weights, shared by all sessions. `SpecvizError` for a folder that is missing or damaged."""
    return shared().get(name, dtype, device)


@st.cache_resource(scope="session", show_spinner=False, on_release=lambda owner: shared().let_go(owner))
def _owner() -> str:
    """A name for this session; what it has over the pairs goes when the session ends."""
    return secrets.token_hex(8)


def run_of(settings: RunSettings) -> "Run":
    """This session's caches over the pair of `settings`. Ask again before each use.

    Raises `SpecvizError` for settings beyond what this server allows.
    """
    refuse_beyond(settings)
    return shared().of(_owner(), settings.pair, settings.dtype, settings.device)


@contextmanager
def out_of_memory_said(device: str) -> Iterator[None]:
    """Around work on `device`: out of memory, all sessions' caches go, and a `SpecvizError` says what to lower."""
    from specviz.models import out_of_memory
    from specviz.models.device import resolve_device

    with out_of_memory.out_of_memory_said(str(resolve_device(device)), shared().let_go_of_all):
        yield


def rounds_after(
    settings: RunSettings,
    history: tuple[Round, ...],
    forced: tuple[tuple[int, float], ...] = (),
    wanted: Callable[[], bool] = lambda: True,
) -> Iterator[Round]:
    """Decodes on from `history` (empty: from the prompt), one round at a time.

    `forced`: accept draws, by position, to use in place of the seed's; the rounds then are marked as simulated.
    `wanted` is asked before each round, when the caches are ours; no more rounds come when it says no.
    """
    from specviz.engine.draws import CounterDraws, ForcedDraws, Kind

    run, draws = run_of(settings), None
    if forced:
        draws = ForcedDraws(CounterDraws(settings.seed), {(at, Kind.ACCEPT, 0, 0): u for at, u in forced})
    rounds = run.speculative(settings, run.prompt_ids(settings), history=history, draws=draws)
    caches = st.session_state.setdefault("caches_lock", threading.Lock())
    while True:
        with caches:  # Streamlit starts the next pass over the page while the one before is still in a round
            # asked before the lock is ours, the answer could be out of date, and the caches another pass's
            r = next(rounds, None) if wanted() else None
        if r is None:
            return
        yield r


def refuse_other_models(trace: Trace, settings: RunSettings) -> None:
    """Raise `SpecvizError` when what `settings` name here is not what `trace` was made with: weights, prompt ids."""
    from specviz.runs import environment

    run, made = run_of(settings), trace.environment
    now = environment(run.pair)
    for name, there, here in (
        (made.target, made.target_checksum, now.target_checksum),
        (made.draft or now.draft, made.draft_checksum, now.draft_checksum),
    ):
        if here != there:
            raise SpecvizError("fork_weights", model=name, made=there[:12] or "–", here=here[:12] or "–")
    if run.prompt_ids(settings) != trace.prompt_ids:
        raise SpecvizError("fork_prompt", pair=settings.pair)


def make_trace(settings: RunSettings, rounds: tuple[Round, ...]) -> Trace:
    """The record of the rounds decoded under `settings`."""
    run = run_of(settings)
    return run.trace(settings, run.prompt_ids(settings), rounds)


def plain_seconds(trace: Trace) -> tuple[float, ...]:
    """Measured here: the target pass for each new token of `trace`, one by one."""
    from specviz.engine.experiments.one_by_one import one_by_one

    s = trace.run_settings
    return one_by_one(
        loaded_pair(s.pair, s.dtype, s.device).target, trace.prompt_ids, trace.ids[len(trace.prompt_ids) :]
    )


def bits_outside(settings: RunSettings) -> float | None:
    """Bits per token that the prompt costs the pair's target, if that is more than its own kind of text would.

    None for a prompt inside the pair's world, too short to tell, or for a pair made for any text.
    """
    from specviz.models.likelihood import likelihood
    from specviz.models.world import world

    small_world = world(settings.pair)
    if small_world is None:
        return None
    run = run_of(settings)
    mean = likelihood(run.pair.target, run.prompt_ids(settings))
    return -mean / math.log(2) if mean is not None and small_world.outside(mean) else None


@cache
def recorded(name: str) -> Trace:
    """A trace shipped with specviz. `SpecvizError` for a name that is not one of them."""
    path = ASSETS / "traces" / f"{name}.json"
    if not re.fullmatch(r"[a-z0-9_]{1,64}", name) or not path.is_file():
        raise SpecvizError("trace_unknown", name=name[:64], known=", ".join(sorted(recorded_names())))
    return read(path.read_bytes())


def recorded_names() -> tuple[str, ...]:
    return tuple(p.stem for p in (ASSETS / "traces").glob("*.json"))


def pairs() -> tuple[str, ...]:
    """Names of the pairs whose files are on this machine."""
    return tuple(source.pair for source in listed() if source.present)
