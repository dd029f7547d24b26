"""The promises of DESIGN §4 that every round must keep, as functions of its record.

Each check returns sentences, one per broken promise, and nothing when all is well. The engine raises on them; pages
that run a deliberate mistake record them instead. They read the record and the layer lengths, never the tensors.
"""

from collections.abc import Iterator, Sequence

import numpy as np

from specviz.engine.alignment import Alignment
from specviz.trace import Round

SUM_TOLERANCE = 1e-4


def violations(r: Round, target_layers: Sequence[int], draft_layers: Sequence[int]) -> tuple[str, ...]:
    """All broken promises of a round, given the layer lengths after it (none for a drafter without a cache)."""
    align = Alignment(r.repair)
    found = [*_counts(r), *_positions(r), *_layers("target", target_layers), *_layers("draft", draft_layers)]
    if not r.stop:
        found += _resting(r, align, bool(draft_layers))
    return tuple(found)


def bad_laws(q_rows: Sequence[np.ndarray] | None) -> tuple[str, ...]:
    """Invariant 3 for the draft: every q sums to 1."""
    if q_rows is None:
        return ()
    sums = [float(q.sum(dtype=np.float64)) for q in q_rows]
    return tuple(f"q of d{i + 1} sums to {s:.6f}" for i, s in enumerate(sums) if abs(s - 1) > SUM_TOLERANCE)


def _resting(r: Round, align: Alignment, has_draft_cache: bool) -> Iterator[str]:
    """Invariant 1: lengths between rounds."""
    rest = align.resting_length(r.t + len(r.committed))
    if r.cache.target[3] != rest:
        yield f"target cache holds {r.cache.target[3]} tokens after round {r.index}, not {rest}"
    if has_draft_cache:
        draft = r.cache.draft[3]
        if draft > rest or (align.repair == "eager" and draft != rest):
            yield f"draft cache holds {draft} tokens after round {r.index}, not {rest}"


def _layers(model: str, lengths: Sequence[int]) -> Iterator[str]:
    if len(set(lengths)) > 1:
        yield f"{model} cache has layers of different lengths {sorted(set(lengths))}"


def _positions(r: Round) -> Iterator[str]:
    """Invariant 2: every pass starts where the cache ends; only repair may have moved the end back before it."""
    for model in ("target", "draft"):
        end = getattr(r.cache, model)[0]
        for call in r.calls:
            if call.model != model or call.stage == "prefill":
                continue
            if call.start > end or (call.start != end and call.stage != "repair"):
                yield f"{model} was fed position {call.start} where its cache ends at {end}"
            end = call.start + len(call.ids)


def _counts(r: Round) -> Iterator[str]:
    """Invariants 6 and 7."""
    n = len(r.committed)
    if not 1 <= n <= len(r.candidates) + 1:
        yield f"round {r.index} commits {n} tokens with {len(r.candidates)} candidates"
    if len(r.candidates) > r.k:
        yield f"round {r.index} has {len(r.candidates)} candidates where {r.k} were asked for"
    if r.emitted is None and r.stop not in ("eos", "stop_string"):
        yield f"round {r.index} has no token of the target although no accepted candidate ended it"
