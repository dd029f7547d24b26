"""The experiments of the lessons on a loaded pair, each kept by its arguments and shared by all sessions.

Wiring only: the computations are in `specviz.engine.experiments`, the pair comes from `resources`. Every function
takes the pair as (name, dtype, device) and must be called through `live.experiment`, in turn.
"""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeVar

import streamlit as st

from specviz.errors import SpecvizError
from specviz.figures.cache_changes import Change
from specviz.settings import RunSettings
from specviz.theory.induction import InductionStep, induction
from specviz.theory.masks import MaskKind
from specviz.trace import Trace
from specviz.ui import resources
from specviz.ui.live import Where

if TYPE_CHECKING:
    from specviz.engine.experiments.block_rows import BlockComparison
    from specviz.engine.experiments.near_ties import Place
    from specviz.faults.symptoms import Symptoms
    from specviz.runs import Run

F = TypeVar("F", bound=Callable[..., Any])


def _kept(compute: F) -> F:
    """Results stay for the next reader; they are plain frozen data."""
    return st.cache_resource(max_entries=32, show_spinner=False)(compute)


def _run(where: Where) -> "Run":
    from specviz.runs import Run

    return Run(resources.loaded_pair(*where))


def _settings(where: Where, **changes: Any) -> RunSettings:
    pair, dtype, device = where
    return RunSettings(pair=pair, dtype=dtype, device=device).but(**changes)


@_kept
def first_round(where: Where, prompt: str, k: int) -> Trace:
    """One round from `prompt`: the block that `rows_compared` looks at."""
    run = _run(where)
    settings = _settings(where, prompt=prompt, k=k)
    ids = run.prompt_ids(settings)
    return run.trace(settings, ids, [next(run.speculative(settings, ids))])


@_kept
def rows_compared(where: Where, prompt: str, k: int, mask: MaskKind) -> "tuple[BlockComparison, dict[str, str]]":
    """The verify pass of that round under `mask`, against one-token passes; and the texts of the most likely ids."""
    from specviz.engine.experiments.block_rows import compare_rows

    trace = first_round(where, prompt, k)
    pair = resources.loaded_pair(*where)
    block = (trace.prompt_ids[-1], *(c.id for c in trace.rounds[0].candidates))
    seen = compare_rows(pair.target, trace.prompt_ids[:-1], block, mask)
    return seen, pair.tokenizer.texts({i for r in seen.rows for i in (r.block_top, r.single_top)})[0]


@_kept
def shifted_run(where: Where, prompt: str, repair: str, by: int, tokens: int) -> Trace:
    """Greedy speculation with k = 4 and the judge rows moved `by`: the real engine with one part exchanged."""
    from specviz.engine.decode import Parts, tolerate
    from specviz.engine.experiments.shifted_rows import shifted

    run = _run(where)
    settings = _settings(where, prompt=prompt, repair=repair, temperature=0.0, max_new_tokens=tokens)
    ids = run.prompt_ids(settings)
    parts = Parts(align=shifted(by), on_violation=tolerate)
    return run.trace(settings, ids, list(run.speculative(settings, ids, parts=parts)))


@_kept
def greedy_run(where: Where, prompt: str, tokens: int) -> Trace:
    """Ordinary greedy decoding of the target: the yardstick."""
    run = _run(where)
    settings = _settings(where, prompt=prompt, method="none", temperature=0.0, max_new_tokens=tokens)
    ids = run.prompt_ids(settings)
    return run.trace(settings, ids, list(run.autoregressive(settings, ids)))


@_kept
def sampled_run(where: Where, prompt: str, seed: int, how: str, tokens: int) -> Trace:
    """A run at temperature 1 under `seed`: `how` is "plain" decoding, or the draft's choice, "sample" or "argmax"."""
    run = _run(where)
    method = "none" if how == "plain" else "draft"
    choice = "argmax" if how == "argmax" else "sample"
    settings = _settings(
        where, prompt=prompt, seed=seed, method=method, draft_choice=choice, temperature=1.0, max_new_tokens=tokens
    )
    ids = run.prompt_ids(settings)
    decode = run.autoregressive if how == "plain" else run.speculative
    return run.trace(settings, ids, list(decode(settings, ids)))


@_kept
def induction_steps(where: Where, prompt: str, repair: str, by: int, tokens: int) -> tuple[InductionStep, ...]:
    """The proof of greedy equality, checked on that run."""
    spoken = shifted_run(where, prompt, repair, by, tokens)
    plain = greedy_run(where, prompt, tokens)
    return induction(spoken.prompt_ids, spoken.rounds, plain.ids[len(plain.prompt_ids) :])


@_kept
def ties(where: Where, prompt: str, tokens: int) -> "tuple[tuple[Place, ...], dict[str, str]]":
    """Gaps of a greedy text of the pair in float32, what bfloat16 moves, and the texts of the top tokens."""
    from specviz.engine.experiments.near_ties import near_ties

    pair, _, device = where
    exact = resources.loaded_pair(pair, "float32", device)
    rough = resources.loaded_pair(pair, "bfloat16", device)
    text = greedy_run((pair, "float32", device), prompt, tokens)
    places = near_ties(exact.target, rough.target, text.ids, start=len(text.prompt_ids) - 1, block=5)
    tops = {i for p in places for i in (p.exact_top, p.rough_single_top, p.rough_block_top)}
    return places, exact.tokenizer.texts(tops)[0]


@_kept
def watched_run(where: Where, prompt: str, repair: str, tokens: int) -> tuple[Trace, tuple[tuple[Change, ...], ...]]:
    """Greedy speculation with k = 4, and per round every change of both caches with the norms of the real keys."""
    from specviz.engine.experiments.cache_events import Event, Watched
    from specviz.faults import CORRECT_BUILD

    run = _run(where)
    settings = _settings(where, prompt=prompt, repair=repair, temperature=0.0, max_new_tokens=tokens)
    ids = run.prompt_ids(settings)
    diary: list[Event] = []
    target = Watched(run.pair.target, "target", diary)
    draft = Watched(run.pair.draft, "draft", diary) if run.pair.draft else None
    rounds, changes, at = [], [], 0
    for r in CORRECT_BUILD.rounds(target, draft, settings, ids, decode=run.pair.tokenizer.decode):
        rounds.append(r)
        changes.append(tuple(_change(e) for e in diary[at:] if e.start))  # a write at 0 is the prefill
        at = len(diary)
    return run.trace(settings, ids, rounds), tuple(changes)


def _change(e: Any) -> Change:
    return Change(e.model, e.kind, e.start, len(e.cells), tuple(c.norm for c in e.cells))


@_kept
def broken_run(where: Where, prompt: str, fault: str, tokens: int) -> "tuple[Trace, Symptoms]":
    """Greedy speculation with k = 4 by the build of a catalogued mistake ("correct": none), and what it shows."""
    from specviz.faults import CORRECT_BUILD, FAULTS
    from specviz.faults.symptoms import symptoms

    run = _run(where)
    settings = _settings(where, prompt=prompt, temperature=0.0, max_new_tokens=tokens)
    ids = run.prompt_ids(settings)
    pair = run.pair
    if pair.draft is None:
        raise SpecvizError("no_draft_model", pair=pair.name)
    build = FAULTS[fault].build if fault in FAULTS else CORRECT_BUILD
    seen = symptoms(build, pair.target, pair.draft, settings, ids, pair.tokenizer.decode)
    return run.trace(settings, ids, seen.rounds), seen
