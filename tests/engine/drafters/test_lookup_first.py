"""Lookup first, else the draft: who proposes, how far, and its cache while it is not asked."""

from itertools import pairwise

import numpy as np
import pytest
import torch

from specviz.engine.decode import autoregressive, speculative
from specviz.engine.drafters import make_drafter
from specviz.engine.drafters.adaptive import next_length
from specviz.engine.drafters.lookup import lookup
from specviz.engine.language_model import CachedModel
from specviz.errors import SpecvizError
from specviz.settings import RunSettings
from tests.engine.heads import random_head, with_head
from tests.engine.runs import PROMPT, ids_of, rounds_of

FIRST = RunSettings(method="lookup_first", lookup_min=1, k=5, fallback_k=2, max_new_tokens=60, seed=5)
GREEDY = FIRST.but(temperature=0.0)
REPAIRS = ("lazy", "eager")


@pytest.fixture(scope="module")
def head(target):
    return random_head(target, near=2.0)


@pytest.fixture(params=["draft", "head"])
def models(request, target, draft, head):
    """The caches of one run with either kind of draft."""
    return (CachedModel(target), CachedModel(draft)) if request.param == "draft" else with_head(target, head)


def run(settings, models, **more):
    target, theirs = models
    return speculative(target, make_drafter(settings, len(PROMPT), theirs), settings, PROMPT, **more)


def contexts(rounds):
    ids = list(PROMPT)
    for r in rounds:
        yield r, tuple(ids)
        ids += r.committed


@pytest.mark.parametrize("repair", REPAIRS)
@pytest.mark.parametrize("settings", [GREEDY, FIRST, FIRST.but(k=2, fallback_k=4)], ids=str)
def test_the_draft_is_asked_where_the_lookup_finds_nothing(models, settings, repair):
    """Every round's candidates are those of the lookup, or else those the draft alone would have proposed there."""
    settings = settings.but(repair=repair)
    rounds = list(run(settings, models))
    assert {r.source for r in rounds if r.candidates} == {"lookup", "draft"}
    for n, (r, context) in enumerate(contexts(rounds)):
        room = settings.max_new_tokens - (r.t - len(PROMPT)) - 1
        found = lookup(context, settings.lookup_min, settings.lookup_max, min(settings.k, room))
        if found:
            assert (r.source, tuple(c.id for c in r.candidates)) == ("lookup", found)
            assert r.rule == "own_sample"
            continue
        alone = settings.but(method="draft", k=min(settings.k, settings.fallback_k))
        same = next(run(alone, models, history=rounds[:n]))
        assert (r.source, r.k) == ("draft", min(settings.k, settings.fallback_k, room))
        assert (r.committed, [c.id for c in r.candidates]) == (same.committed, [c.id for c in same.candidates])
        assert np.allclose([c.q for c in r.candidates], [c.q for c in same.candidates], atol=1e-5)
        assert r.rule == same.rule


@pytest.mark.parametrize("repair", REPAIRS)
@pytest.mark.parametrize("k", [1, 2, 4, 8])
def test_greedy_speculation_is_greedy_decoding(models, target, k, repair):
    expected = ids_of(autoregressive(CachedModel(target), GREEDY, PROMPT))
    for changes in ({}, {"length_policy": "adaptive", "confidence": 0.2}, {"lookup_min": 2}):
        assert ids_of(run(GREEDY.but(k=k, repair=repair, **changes), models)) == expected, changes


def test_eager_and_lazy_commit_the_same_ids_in_the_same_rounds(models):
    lazy, eager = (list(run(FIRST.but(repair=r), models)) for r in REPAIRS)
    assert [(r.source, r.committed, r.accepted) for r in lazy] == [(r.source, r.committed, r.accepted) for r in eager]


def test_lazy_the_draft_waits_and_then_reads_all_it_lacks_in_one_pass(models):
    rounds = list(run(FIRST, models))
    behind = 0
    for before, r in pairwise(rounds):
        passes = [c for c in r.calls if c.model == "draft"]
        if r.source == "lookup":
            assert passes == []
            assert r.cache.draft == (before.cache.draft[3],) * 4
        elif r.candidates:
            assert passes[0].start == before.cache.draft[3]
            assert passes[0].start + len(passes[0].ids) == r.t
            behind = max(behind, len(passes[0].ids))
    assert behind > 2, "no draft that was left behind was ever asked again"


def test_eager_the_draft_keeps_up(models):
    for r in run(FIRST.but(repair="eager"), models):
        if not r.stop:
            assert r.cache.draft[3] == r.cache.target[3] == r.t + len(r.committed)
        if r.source == "lookup":
            assert all(c.stage == "repair" for c in r.calls if c.model == "draft" and c.start >= r.t)


@pytest.mark.parametrize("repair", REPAIRS)
def test_the_drafts_cache_is_as_if_written_at_once(target, draft, repair):
    ours, theirs = CachedModel(target), CachedModel(draft)
    sources = set()
    for r in run(FIRST.but(repair=repair), (ours, theirs)):
        fresh = CachedModel(draft)
        fresh.sync(theirs.ids)
        assert theirs.ids == ours.ids[: theirs.length]
        here, there = CachedModel.extend(theirs, (1,), keep=1), fresh.extend((1,), keep=1)
        assert torch.allclose(here, there, atol=1e-4)
        theirs.truncate(theirs.length - 1)
        theirs.take_passes()
        sources.add(r.source)
    assert sources == {"lookup", "draft"}


@pytest.mark.parametrize("repair", REPAIRS)
@pytest.mark.parametrize("policy", ["fixed", "adaptive"])
def test_a_run_resumed_between_any_two_rounds_is_the_same_run(models, policy, repair):
    settings = FIRST.but(repair=repair, length_policy=policy, max_new_tokens=40)
    whole = list(run(settings, models))
    done = []
    while len(done) < len(whole):
        done.append(next(run(settings, models, history=done)))
    assert [(r.source, r.k, r.committed) for r in done] == [(r.source, r.k, r.committed) for r in whole]


def test_the_adaptive_length_is_the_lookups_own(models):
    settings = FIRST.but(length_policy="adaptive", max_new_tokens=80)
    asked, seen = settings.k, set()
    for r in run(settings, models):
        room = settings.max_new_tokens - (r.t - len(PROMPT)) - 1
        if r.source == "draft":
            assert r.k == min(asked, settings.fallback_k, room)
        else:
            assert r.k == min(asked, room)
            asked = next_length(asked, len(r.candidates), r.accepted)
            seen.add(asked)
    assert len(seen) > 2


def test_a_pair_without_a_draft_says_so(target):
    with pytest.raises(SpecvizError, match="no draft model"):
        rounds_of(FIRST, target)
