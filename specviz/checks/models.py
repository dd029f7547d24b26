"""Checks that need real models: the same ids as ordinary decoding, and caches that hold what was committed."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from math import ceil, inf

import numpy as np
import torch

from specviz.checks.result import Result
from specviz.checks.subject import Subject, fresh_rows, ordinary
from specviz.engine.alignment import Alignment
from specviz.engine.held_ids import HeldIds
from specviz.engine.kv_cache import KVCache, TransformersForward
from specviz.engine.language_model import CachedModel
from specviz.engine.sampling import Sampling, host, softmax
from specviz.faults import CORRECT_BUILD, Build
from specviz.settings import RunSettings

REPAIRS = ("lazy", "eager")
CACHE_TOLERANCE = {torch.float32: 1e-5, torch.float16: 1e-2, torch.bfloat16: 8e-2}
"""max|Δ| over max|K| that rounding may leave between a cache and its refill, by number format."""
LAW_TOLERANCE = {torch.float32: 1e-4, torch.float16: 2e-2, torch.bfloat16: 1e-1}
GAP_STEPS = 32
"""Two logits nearer than this many rounding steps of the number format may change places."""


def greedy(
    subject: Subject, build: Build = CORRECT_BUILD, *, ks: Sequence[int] = (1, 2, 4, 7), tokens: int = 32
) -> Result:
    """Greedy decoding, drafts and lookups, both repairs: ids equal to ordinary decoding.

    In 16-bit formats a block row and a one-token row may round differently: there the gap between the two logits at
    the first difference is held against `GAP_STEPS` rounding steps of the largest logit.
    """
    settings = RunSettings(temperature=0.0, max_new_tokens=tokens)
    differ, runs, worst = 0, 0, 0.0
    right = {prompt: ordinary(subject.target, settings, prompt) for prompt in subject.prompts}
    for method in ("draft", "lookup_first") if subject.draft else ("lookup",):
        for repair in REPAIRS:
            for k in ks:
                for prompt, rounds in subject.runs(build, settings.but(k=k, repair=repair, method=method)):
                    ids = tuple(i for r in rounds for i in r.committed)
                    runs += 1
                    if ids != right[prompt]:
                        differ += 1
                        worst = max(worst, _gap(subject, prompt, right[prompt], ids))
    if subject.exact:
        return Result("greedy", differ, "=", 0, "greedy", {"runs": runs, "tokens": tokens})
    return Result("greedy_near", worst, "≤", GAP_STEPS, "greedy_near", {"runs": runs, "differ": differ})


def _gap(subject: Subject, prompt: tuple[int, ...], right: tuple[int, ...], ids: tuple[int, ...]) -> float:
    """Distance of the two logits at the first difference, in rounding steps; ∞ when one text is a mere prefix."""
    at = next((i for i, (a, b) in enumerate(zip(right, ids, strict=False)) if a != b), None)
    if at is None:
        return inf
    row = fresh_rows(subject.target, (*prompt, *right[:at]))[-1]
    step = torch.finfo(subject.target.dtype).eps * np.abs(row).max()
    return float(abs(row[right[at]] - row[ids[at]]) / step)


def same_ids(
    subject: Subject, build: Build = CORRECT_BUILD, *, seeds: Sequence[int] = (0, 1, 2), tokens: int = 24
) -> Result:
    """Sampling with prompt lookup: the own-sample rule commits the very ids of ordinary decoding, by seed."""
    differ = runs = 0
    for seed in seeds:
        settings = RunSettings(method="lookup", seed=seed, max_new_tokens=tokens, top_k=8)
        for repair in REPAIRS:
            for prompt, rounds in subject.runs(build, settings.but(repair=repair)):
                runs += 1
                differ += tuple(i for r in rounds for i in r.committed) != ordinary(subject.target, settings, prompt)
    return Result("same_ids", differ, "=", 0, "greedy", {"runs": runs, "tokens": tokens})


def refilled(
    subject: Subject, build: Build = CORRECT_BUILD, *, ks: Sequence[int] = (1, 3, 6), tokens: int = 20, seed: int = 0
) -> Result:
    """After every round: each layer of both caches against a fresh pass over the committed ids (invariant 4)."""
    worst, compared = 0.0, 0
    for repair in REPAIRS:
        align = Alignment(repair)
        for k in ks:
            settings = RunSettings(k=k, repair=repair, max_new_tokens=tokens, seed=seed)
            for prompt in subject.prompts:
                target, draft = build.models(subject.target, subject.draft)
                committed = list(prompt)
                for r in build.rounds(target, draft, settings.but(method="draft" if draft else "lookup"), prompt):
                    committed += r.committed
                    if r.stop:
                        break
                    rest = align.resting_length(len(committed))
                    worst = max(worst, _difference(target, committed[:rest]))
                    compared += 1
                    if draft:
                        worst = max(worst, _difference(draft, committed[: min(rest, draft.length)]))
    return Result("refilled", worst, "≤", CACHE_TOLERANCE[subject.target.dtype], "refilled", {"rounds": compared})


def own_forward(subject: Subject) -> Result:
    """The laws of our written-out pass against transformers' own forward, read at once and token by token.

    Where transformers computes the pass anyway (see `llama_pass.fits`) there is nothing to compare: 0 laws.
    """
    worst, laws = 0.0, 0
    for weights in filter(None, (subject.target, subject.draft)):
        if isinstance(weights.forward, TransformersForward):
            continue
        for prompt in subject.prompts:
            model, cache = CachedModel(weights), KVCache(weights.model.config, weights.max_length)
            ids = torch.tensor([prompt], device=weights.device)
            with torch.inference_mode():
                positions = torch.arange(len(prompt), device=weights.device)[None]
                right = cache.forward(TransformersForward(weights.model), ids, positions, None, 0).logits
            right = host(right[:, : weights.vocab_size])
            for rows in (fresh_rows(weights, prompt), [host(model.extend([i]))[0] for i in prompt]):
                for ours, theirs in zip(rows, right, strict=True):
                    worst, laws = max(worst, float(np.abs(softmax(ours) - softmax(theirs)).max())), laws + 1
    return Result("own_forward", worst, "≤", LAW_TOLERANCE[subject.target.dtype], "own_forward", {"laws": laws})


def _difference(model: HeldIds, ids: Sequence[int]) -> float:
    """max|Δ| / max|K| between a model's cache and that of a fresh pass over `ids`; ∞ when lengths differ."""
    if set(model.layer_lengths) != {len(ids)}:
        return inf
    fresh = CachedModel(model.weights)
    fresh.extend(ids)
    worst = 0.0
    for i in range(len(model.layer_lengths)):
        for ours, right in zip(model.cache.layer(i), fresh.cache.layer(i), strict=True):
            worst = max(worst, float((ours - right).abs().max() / right.abs().max()))
    return worst


def acceptance(
    subject: Subject, build: Build = CORRECT_BUILD, *, ks: Sequence[int] = (1, 4), tokens: int = 32, seed: int = 0
) -> Result:
    """The q(x) of every candidate against the draft's law after a fresh pass: what a damaged draft cache changes.

    Such damage leaves the text right and only lowers acceptance, so no check of the output can see it.
    """
    worst, candidates = 0.0, 0
    for repair in REPAIRS:
        for k in ks:
            settings = RunSettings(k=k, repair=repair, max_new_tokens=tokens, seed=seed)
            for prompt, rounds in subject.runs(build, settings):
                sampling = Sampling(settings, subject.draft.eos_ids, len(prompt))
                for context, drafted, q in _proposals(prompt, rounds):
                    rows = fresh_rows(subject.draft, (*context, *drafted))[len(context) - 1 :]
                    for i, x in enumerate(drafted):
                        law = sampling.law(rows[i], context, drafted[:i])
                        worst, candidates = max(worst, abs(float(law[x]) - q[i])), candidates + 1
    tolerance = LAW_TOLERANCE[subject.draft.dtype]
    return Result("acceptance", worst, "≤", tolerance, "acceptance", {"candidates": candidates})


def _proposals(prompt: tuple[int, ...], rounds: list) -> Iterator[tuple[list[int], tuple[int, ...], list[float]]]:
    committed = list(prompt)
    for r in rounds:
        if r.candidates:
            yield list(committed), tuple(c.id for c in r.candidates), [c.q for c in r.candidates]
        committed += r.committed


def self_draft(
    subject: Subject, build: Build = CORRECT_BUILD, *, ks: Sequence[int] = (1, 2, 4, 8), tokens: int = 30
) -> Result:
    """The target as its own draft: every candidate accepted, greedy and sampling (invariant 5).

    The rounds are then the fewest possible, ⌈n / (k + 1)⌉. In 16-bit formats a share is allowed to differ.
    """
    mirror = replace(subject, draft=subject.target)
    rejected = judged = surplus = 0
    for repair in REPAIRS:
        for k in ks:
            for temperature in (0.0, 1.0):
                settings = RunSettings(k=k, repair=repair, temperature=temperature, max_new_tokens=tokens)
                for _, rounds in mirror.runs(build, settings):
                    n = sum(len(r.committed) for r in rounds)
                    judged += sum(r.judged for r in rounds)
                    rejected += sum(r.judged - r.accepted for r in rounds)
                    surplus += len(rounds) - ceil(n / (k + 1))
    if subject.exact:
        return Result("self_draft", rejected + surplus, "=", 0, "self_draft", {"judged": judged})
    return Result("self_draft_near", rejected / judged, "≤", 0.05, "self_draft", {"judged": judged})
