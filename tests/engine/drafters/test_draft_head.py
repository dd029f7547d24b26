"""Drafting with a head: the output is the target's whatever the head thinks, its slots are true, its q is exact."""

import numpy as np
import pytest
import torch
from scipy.stats import chi2

from specviz.engine.decode import autoregressive, speculative
from specviz.engine.draft_head import HeadModel
from specviz.engine.drafters import DraftHead, make_drafter
from specviz.engine.draws import CounterDraws
from specviz.engine.language_model import CachedModel
from specviz.engine.sampling import softmax
from specviz.settings import RunSettings
from tests.engine.conftest import random_llama
from tests.engine.heads import random_head, with_head
from tests.engine.runs import PROMPT, ids_of

GREEDY = RunSettings(temperature=0.0, max_new_tokens=24)
SAMPLED = RunSettings(temperature=1.0, max_new_tokens=24, seed=5)
REPAIRS = ("lazy", "eager")


@pytest.fixture(scope="module")
def head(target):
    return random_head(target, near=2.0)


def run(settings, target, head, prompt=PROMPT, models=None, **more):
    ours, theirs = models or with_head(target, head)
    return list(speculative(ours, make_drafter(settings, len(prompt), theirs), settings, prompt, **more))


def plain(settings, target, prompt=PROMPT):
    return ids_of(autoregressive(CachedModel(target), settings, prompt))


def test_the_head_is_chosen_by_what_the_pair_has(target, head):
    assert isinstance(make_drafter(GREEDY, 5, with_head(target, head)[1]), DraftHead)


@pytest.mark.parametrize("repair", REPAIRS)
@pytest.mark.parametrize("k", range(1, 9))
def test_greedy_speculation_is_greedy_decoding(target, head, k, repair):
    settings = GREEDY.but(k=k, repair=repair)
    rounds = run(settings, target, head)
    assert ids_of(rounds) == plain(settings, target)
    adaptive = settings.but(length_policy="adaptive", confidence=0.2)
    assert ids_of(run(adaptive, target, head)) == plain(settings, target)


@pytest.mark.parametrize("repair", REPAIRS)
def test_argmax_candidates_give_the_ids_of_ordinary_decoding(target, head, repair):
    settings = SAMPLED.but(repair=repair, draft_choice="argmax", repetition_penalty=1.2, top_k=40, temperature=0.7)
    assert ids_of(run(settings, target, head)) == plain(settings, target)


@pytest.mark.parametrize(
    "changes", [{}, {"draft_choice": "argmax"}, {"length_policy": "adaptive", "confidence": 0.2}]
)
def test_eager_and_lazy_commit_the_same_ids_in_the_same_rounds(target, head, changes):
    lazy, eager = (run(SAMPLED.but(repair=r, max_new_tokens=60, **changes), target, head) for r in REPAIRS)
    assert [r.committed for r in lazy] == [r.committed for r in eager]
    assert [r.accepted for r in lazy] == [r.accepted for r in eager]


def test_this_head_is_right_now_and_then(target, head):
    """The other tests would say little of accepted candidates if it never was."""
    rounds = [r for seed in range(6) for r in run(SAMPLED.but(seed=seed, max_new_tokens=40), target, head)]
    assert {min(r.accepted, 2) for r in rounds} == {0, 1, 2}


@pytest.mark.parametrize("repair", REPAIRS)
@pytest.mark.parametrize("temperature", [0.0, 1.0])
def test_cache_lengths_and_passes(target, head, temperature, repair):
    """Between rounds all slots are true, and accepted tokens are written again from the target's states."""
    settings = SAMPLED.but(repair=repair, temperature=temperature, max_new_tokens=60, k=4)
    for r in run(settings, target, head):
        drafted = [c for c in r.calls if c.model == "draft" and c.stage == "draft"]
        repaired = [c for c in r.calls if c.model == "draft" and c.stage == "repair"]
        fed = [p for c in drafted for p in range(c.start, c.start + len(c.ids))]
        assert fed == list(range(r.cache.draft[0], r.cache.draft[1]))
        if r.stop:
            continue
        if repair == "lazy":
            assert drafted[0].start + len(drafted[0].ids) == r.t, "the first pass ends with the pending token"
            assert len(drafted) == len(r.candidates)
            assert (repaired, r.cache.draft[3]) == ([], r.t)
        else:
            assert len(drafted) == len(r.candidates) - 1
            assert r.cache.draft[3] == r.t + len(r.committed)
            (rewritten,) = repaired
            assert (rewritten.start, rewritten.ids) == (r.t, r.committed)


@pytest.mark.parametrize("repair", REPAIRS)
def test_every_slot_kept_is_as_if_written_from_the_targets_states_at_once(target, head, repair):
    settings = SAMPLED.but(repair=repair, max_new_tokens=60)
    ours, theirs = with_head(target, head)
    drafter, done = make_drafter(settings, len(PROMPT), theirs), []
    for r in speculative(ours, drafter, settings, PROMPT):
        done.append(r)
        assert theirs.true == theirs.length
        other, fresh = with_head(target, head)
        other.sync(ours.ids)
        fresh.sync(theirs.ids)
        n = theirs.length
        for a, b in ((theirs._slots.keys, fresh._slots.keys), (theirs._slots.values, fresh._slots.values)):
            assert torch.allclose(a[..., :n, :], b[..., :n, :], atol=1e-4)
    assert any(r.accepted for r in done)


@pytest.mark.parametrize("repair", REPAIRS)
def test_a_run_resumed_between_any_two_rounds_is_the_same_run(target, head, repair):
    settings = SAMPLED.but(repair=repair, length_policy="adaptive")
    whole = run(settings, target, head)
    models, done = with_head(target, head), []
    while len(done) < len(whole):
        drafter = make_drafter(settings, len(PROMPT), models[1])
        done.append(next(speculative(models[0], drafter, settings, PROMPT, history=done)))
    assert [r.committed for r in done] == [r.committed for r in whole]
    assert [r.k for r in done] == [r.k for r in whole]
    fresh = run(settings, target, head, history=whole[:3])
    assert [r.committed for r in fresh] == [r.committed for r in whole[3:]]


def test_slots_of_a_round_that_was_cut_off_are_not_taken_for_true(target, head):
    """A drafter may be abandoned after it proposed; its guesses must not serve the next run."""
    ours, theirs = with_head(target, head)
    drafter = make_drafter(SAMPLED, len(PROMPT), theirs)
    ours.sync(PROMPT[:-1])
    drafter.start(PROMPT, ())
    proposed = drafter.propose(PROMPT, 4, CounterDraws(0)).ids
    ids = (*PROMPT, *proposed)
    expected = ids_of(run(SAMPLED, target, head, ids))
    assert ids_of(run(SAMPLED, target, head, ids, models=(ours, theirs))) == expected
    assert theirs.true == theirs.length


@pytest.mark.parametrize("repair", REPAIRS)
def test_one_token_prompt(target, head, repair):
    settings = GREEDY.but(repair=repair)
    assert ids_of(run(settings, target, head, (7,))) == plain(settings, target, (7,))


@pytest.mark.parametrize("repair", REPAIRS)
def test_q_is_the_heads_law_under_the_processors_and_zero_outside_its_vocabulary(target, head, repair):
    settings = SAMPLED.but(repair=repair, k=4)
    ours, theirs = with_head(target, head)
    drafter = make_drafter(settings, len(PROMPT), theirs)
    ours.sync(PROMPT[:-1] if repair == "lazy" else PROMPT)
    drafter.start(PROMPT, ())
    proposal = drafter.propose(PROMPT, 4, CounterDraws(3))
    other, fresh = with_head(target, head)
    other.sync(PROMPT[:-1])
    rows = fresh.extend((*PROMPT, *proposal.ids[:-1])).numpy()[len(PROMPT) - 1 :]
    for q, row in zip(proposal.q_rows, rows, strict=True):
        assert np.allclose(q, softmax(row), atol=1e-5)
        assert q[np.arange(64) % 3 == 0].max() == 0.0
        assert q.sum() == pytest.approx(1.0, abs=1e-5)


def test_rows_do_not_depend_on_how_the_ids_were_cut_into_passes(target, head):
    """True slots in one pass or one by one; guessed slots with nothing of the target, after going back, too."""
    ids = [3, 1, 4, 1, 5, 9, 2, 6]
    for held in (0, 3, len(ids)):
        ours, theirs = with_head(target, head)
        if held:
            ours.extend(ids[:held])
        rows = theirs.extend(ids).clone()
        theirs.truncate(5)
        again = torch.cat([theirs.extend(ids[i : i + 1]) for i in range(5, len(ids))])
        assert torch.allclose(again, rows[5:], atol=1e-4)
        assert theirs.true == min(held + 1, len(ids))


def test_room_grows_with_the_text(target, head):
    ids = [i % 64 for i in range(256)]
    for size in (1, 256):
        ours, theirs = with_head(target.but(max_length=2000), random_head(target.but(max_length=2000)))
        ours.extend(ids)
        at_once = HeadModel(theirs.weights, ours).extend(ids, keep=1)
        for start in range(0, 256, size):
            row = theirs.extend(ids[start : start + size], keep=1)
        assert torch.allclose(row, at_once, atol=1e-4)


@pytest.mark.parametrize("repair", REPAIRS)
def test_the_law_of_two_tokens_is_the_targets(repair):
    """Whatever q is, zeros included: χ² over all pairs of 8 ids, false alarm 1e-6."""
    target = random_llama(3, vocab=8)
    head = random_head(target, near=1.0)
    settings = RunSettings(k=2, repair=repair, max_new_tokens=2, temperature=1.3)
    fresh = CachedModel(target)
    first = softmax(fresh.extend(PROMPT).numpy()[-1] / 1.3)
    law = np.zeros((8, 8))
    for i in range(8):
        fresh.truncate(len(PROMPT))
        law[i] = first[i] * softmax(fresh.extend([i]).numpy()[-1] / 1.3)
    models, counts, n = with_head(target, head), np.zeros((8, 8)), 800
    for seed in range(n):
        ids = ids_of(run(settings.but(seed=seed), target, head, models=models, laws=False))
        counts[ids[0], ids[1]] += 1
    expected = n * law
    few = expected < 5
    observed = np.append(counts[~few], counts[few].sum())
    expected = np.append(expected[~few], expected[few].sum())
    statistic = ((observed - expected) ** 2 / expected).sum()
    assert chi2.sf(statistic, len(expected) - 1) > 1e-6
