"""Drafters on their own."""

import numpy as np
import pytest

from specviz.engine.drafters.adaptive import next_length
from specviz.engine.drafters.lookup import lookup
from specviz.engine.markov import MarkovLM
from specviz.errors import SpecvizError
from specviz.settings import MAX_K, RunSettings
from specviz.trace import made_by
from tests.engine.runs import rounds_of


@pytest.mark.parametrize(
    ("context", "shortest", "longest", "k", "expected"),
    [
        ([1, 2, 3, 4, 2, 3], 2, 3, 4, (4, 2, 3)),  # vLLM's case: clipped at the end of the text
        ([1, 2, 3, 4, 2, 3], 2, 3, 2, (4, 2)),
        ([1, 2, 9, 1, 2, 8, 1, 2], 2, 2, 1, (8,)),  # the most recent match
        ([5, 1, 2, 7, 3, 2, 6, 1, 2], 1, 2, 1, (7,)),  # the longest n-gram before a more recent shorter one
        ([1, 2, 3], 1, 3, 4, ()),
        ([4, 4, 4], 1, 3, 4, (4,)),
        ([1], 1, 3, 4, ()),
        ([], 1, 3, 4, ()),
    ],
)
def test_lookup(context, shortest, longest, k, expected):
    assert lookup(context, shortest, longest, k) == expected


def test_adaptive_length():
    assert next_length(4, 4, 4) == 6
    assert next_length(4, 4, 3) == 3
    assert next_length(1, 1, 0) == 1
    assert next_length(4, 0, 0) == 4
    assert next_length(MAX_K, 5, 5) == MAX_K


def test_adaptive_k_follows_the_judged_results():
    settings = RunSettings(k=2, length_policy="adaptive", max_new_tokens=60, seed=1)
    rounds = rounds_of(settings, MarkovLM.random(5, 1), MarkovLM.random(5, 2), prompt=(0,))
    asked = settings.k
    for r in rounds:
        room = settings.max_new_tokens - (r.t - 1) - 1
        assert r.k == min(asked, room)
        asked = next_length(asked, len(r.candidates), r.accepted)
    assert len({r.k for r in rounds}) > 2


def test_adaptive_k_learns_from_rounds_of_its_own_method():
    settings = RunSettings(k=2, length_policy="adaptive", max_new_tokens=60, seed=1)
    models = MarkovLM.random(5, 1), MarkovLM.random(5, 1)
    first = rounds_of(settings, *models, prompt=(0,))[:2]
    assert [(r.k, r.accepted) for r in first] == [(2, 2), (4, 4)], "the draft is the target"
    for history, k in ((first, 6), (made_by(first, "lookup"), 2)):
        assert rounds_of(settings, *models, prompt=(0,), history=history)[0].k == k


def test_the_candidate_below_the_threshold_is_still_proposed():
    settings = RunSettings(k=8, length_policy="adaptive", confidence=0.4, max_new_tokens=60)
    rounds = rounds_of(settings, MarkovLM.random(5, 1), MarkovLM.random(5, 2), prompt=(0,))
    short = [r for r in rounds if len(r.candidates) < r.k]
    assert short
    for r in short:
        *before, last = (c.q for c in r.candidates)
        assert last < 0.4
        assert all(q >= 0.4 for q in before)


def test_the_law_recorded_is_the_law_drawn_from():
    settings = RunSettings(k=4, temperature=0.5, max_new_tokens=30)
    q = MarkovLM.random(5, 2)
    sharp = q.table**2 / (q.table**2).sum(1, keepdims=True)
    for r in rounds_of(settings, MarkovLM.random(5, 1), q, prompt=(0,)):
        path = [0 if r.t == 1 else None, *(c.id for c in r.candidates)]
        for before, c in zip(path, r.candidates, strict=False):
            if before is not None:
                assert c.q == pytest.approx(sharp[before, c.id], rel=1e-4)


def test_a_pair_without_a_draft_says_so():
    with pytest.raises(SpecvizError, match="no draft model"):
        rounds_of(RunSettings(), MarkovLM.random(5, 1), None, prompt=(0,))


def test_lookup_never_looks_up_itself():
    rng = np.random.default_rng(0)
    for _ in range(200):
        ids = rng.integers(0, 4, rng.integers(1, 30)).tolist()
        for got in [lookup(ids, 1, 3, 5)]:
            if got:
                joined = tuple(ids)
                assert any(joined[i : i + len(got)] == got for i in range(1, len(joined)))
