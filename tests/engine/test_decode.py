"""The whole engine on real (random) models: equality, alignment, stopping, resuming, and what is recorded."""

from itertools import pairwise

import pytest
import torch

from specviz.engine.alignment import Alignment
from specviz.engine.decode import Parts, autoregressive, speculative, tolerate
from specviz.engine.drafters import make_drafter
from specviz.engine.drafters.scripted import Scripted
from specviz.engine.language_model import CachedModel
from specviz.errors import InvariantError, SpecvizError
from specviz.settings import RunSettings
from specviz.trace import SAVED_NEXT, totals
from tests.engine.heads import random_head, with_head
from tests.engine.runs import PROMPT, cached, ids_of, rounds_of

GREEDY = RunSettings(temperature=0.0, max_new_tokens=24)
SAMPLED = RunSettings(temperature=1.0, max_new_tokens=24, seed=5)
REPAIRS = ("lazy", "eager")


def plain(settings, target, prompt=PROMPT) -> list[int]:
    return ids_of(autoregressive(cached(target), settings, prompt))


def test_autoregressive_greedy_is_transformers_generate(target):
    expected = target.model.generate(
        torch.tensor([PROMPT]), max_new_tokens=24, do_sample=False, pad_token_id=0, eos_token_id=None
    )
    assert plain(GREEDY, target) == expected[0, len(PROMPT) :].tolist()


@pytest.mark.parametrize("repair", REPAIRS)
@pytest.mark.parametrize("k", range(1, 9))
def test_greedy_speculation_is_greedy_decoding_for_every_drafter(target, draft, k, repair):
    expected = plain(GREEDY, target)
    script = tuple(i if n % 5 else (i + 1) % 64 for n, i in enumerate(expected))
    for changes in (
        {"method": "draft"},
        {"method": "draft", "length_policy": "adaptive", "confidence": 0.3},
        {"method": "lookup"},
        {"method": "lookup", "length_policy": "adaptive"},
        {"method": "scripted", "script": script},
        {"method": "none"},
    ):
        assert ids_of(rounds_of(GREEDY.but(k=k, repair=repair, **changes), target, draft)) == expected, changes


@pytest.mark.parametrize("repair", REPAIRS)
@pytest.mark.parametrize("temperature", [0.0, 0.7, 1.5])
def test_candidates_without_a_law_give_the_ids_of_ordinary_decoding(target, draft, temperature, repair):
    settings = SAMPLED.but(temperature=temperature, repair=repair, top_k=40, repetition_penalty=1.2)
    expected = plain(settings, target)
    for changes in (
        {"method": "none"},
        {"method": "lookup", "lookup_min": 1},
        {"method": "scripted", "script": (*expected[:7], 1, 2, 3)},
        {"draft_choice": "argmax"},
    ):
        assert ids_of(rounds_of(settings.but(**changes), target, draft)) == expected, changes


@pytest.mark.parametrize("temperature", [0.0, 1.0])
@pytest.mark.parametrize("method", ["draft", "lookup", "none"])
def test_eager_and_lazy_commit_the_same_ids_in_the_same_rounds(target, draft, method, temperature):
    settings = SAMPLED.but(method=method, temperature=temperature, max_new_tokens=40)
    lazy, eager = (rounds_of(settings.but(repair=r), target, draft) for r in REPAIRS)
    assert [r.committed for r in lazy] == [r.committed for r in eager]
    assert [r.accepted for r in lazy] == [r.accepted for r in eager]


@pytest.mark.parametrize("repair", REPAIRS)
@pytest.mark.parametrize("temperature", [0.0, 1.0])
@pytest.mark.parametrize("k", [1, 4, 8])
def test_a_draft_that_is_the_target_is_always_accepted(target, repair, temperature, k):
    n = 30
    rounds = rounds_of(SAMPLED.but(k=k, temperature=temperature, repair=repair, max_new_tokens=n), target, target)
    assert all(r.accepted == len(r.candidates) for r in rounds)
    assert len(rounds) == -(-n // (k + 1))


def test_target_passes_per_round(target, draft):
    """Lazy one, eager two; the last round of an eager run steps nothing (and has no candidates to verify or one)."""
    for repair, per_round in (("lazy", 1), ("eager", 2)):
        rounds = rounds_of(SAMPLED.but(repair=repair), target, draft)
        passes = [sum(c.model == "target" and c.stage != "prefill" for c in r.calls) for r in rounds]
        assert set(passes[:-1]) == {per_round}
        assert totals(rounds).target_passes == sum(passes)


def test_cache_lengths_and_judge_rows_as_in_the_table(target, draft):
    for repair in REPAIRS:
        for r in rounds_of(SAMPLED.but(max_new_tokens=40), target, draft) + rounds_of(
            SAMPLED.but(repair=repair, max_new_tokens=40), target, draft
        ):
            first = 0 if r.repair == "lazy" else SAVED_NEXT
            assert [c.row for c in r.candidates if c.row is not None] == list(range(first, first + r.judged))
            start = r.t - 1 if r.repair == "lazy" else r.t
            assert r.cache.target[0] == start
            assert r.cache.target[2] == r.t + len(r.candidates)
            if not r.stop:
                assert r.cache.target[3] == start + len(r.committed)
                assert r.cache.draft[3] == r.cache.target[3]


@pytest.mark.parametrize("repair", REPAIRS)
def test_after_a_full_accept_the_draft_reads_its_last_candidate_with_the_token_that_follows(target, repair):
    rounds = rounds_of(SAMPLED.but(k=3, repair=repair), target, target)
    assert len(rounds) > 2
    for r, after in pairwise(rounds):
        drafted = [c.ids for c in (*r.calls, *after.calls) if c.model == "draft"]
        assert (r.candidates[-1].id, r.emitted.id) in drafted
        again = [c for c in r.calls if c.model == "draft" and c.stage == "repair"]
        assert len(again) == (repair == "eager")


def test_one_token_prompt(target, draft):
    for repair in REPAIRS:
        settings = GREEDY.but(repair=repair)
        assert ids_of(rounds_of(settings, target, draft, prompt=(7,))) == plain(settings, target, (7,))


def test_empty_and_overlong_prompts_are_named(target, draft):
    with pytest.raises(SpecvizError, match="empty"):
        rounds_of(GREEDY, target, draft, prompt=())
    with pytest.raises(SpecvizError, match="256"):
        rounds_of(GREEDY, target, draft, prompt=(1,) * 256)


@pytest.mark.parametrize("method", ["draft", "lookup", "none"])
@pytest.mark.parametrize("repair", REPAIRS)
@pytest.mark.parametrize("n", [0, 1, 2, 3, 4, 5, 9])
def test_exact_lengths(target, draft, n, repair, method):
    rounds = rounds_of(SAMPLED.but(max_new_tokens=n, repair=repair, method=method), target, draft)
    assert len(ids_of(rounds)) == n
    assert (rounds[-1].stop if rounds else "length") == "length"


def test_the_context_limit_of_either_model_ends_the_run(target, draft):
    short = draft.but(max_length=20)
    rounds = rounds_of(GREEDY, target, short)
    assert len(PROMPT) + len(ids_of(rounds)) == 20
    assert rounds[-1].stop == "context"


@pytest.mark.parametrize("repair", REPAIRS)
@pytest.mark.parametrize("temperature", [0.0, 1.0])
def test_eos_in_the_middle_of_a_block_ends_the_run_there(target, repair, temperature):
    """Declare a token the model really gives to be EOS, so that no lucky prompt is needed."""
    settings = SAMPLED.but(temperature=temperature, k=8, repair=repair)
    expected = plain(settings, target)
    eos = next(i for n, i in enumerate(expected) if n >= 2 and expected.index(i) == n)
    ending = target.but(eos_ids=frozenset([eos]))
    settings = settings.but(method="scripted", script=tuple(expected))
    rounds = rounds_of(settings, ending)
    assert ids_of(rounds) == expected[: expected.index(eos) + 1]
    last = rounds[-1]
    assert last.stop == "eos"
    assert last.emitted is None
    assert {c.fate for c in last.candidates[last.accepted :]} == {"unjudged"}
    assert last.cache.target[3] <= last.t + len(last.committed)


def test_stop_beats_the_cap(target):
    expected = plain(GREEDY, target)
    n = next(n for n, i in enumerate(expected) if n >= 2 and expected.index(i) == n)
    ending = target.but(eos_ids=frozenset([expected[n]]))
    rounds = rounds_of(GREEDY.but(max_new_tokens=n + 1, method="none"), ending)
    assert (len(ids_of(rounds)), rounds[-1].stop) == (n + 1, "eos")


@pytest.mark.parametrize("repair", REPAIRS)
def test_a_stop_string_ends_at_the_token_that_completes_it(target, repair):
    def decode(ids):
        return "".join(chr(97 + i % 26) for i in ids)

    settings = GREEDY.but(k=6, repair=repair)
    expected = plain(settings, target)
    stop = decode(expected[5:8])
    end = decode(expected).index(stop) + len(stop)
    settings = settings.but(stop=(stop,), method="scripted", script=tuple(expected))
    rounds = rounds_of(settings, target, decode=decode)
    assert ids_of(rounds) == expected[:end]
    assert rounds[-1].stop == "stop_string"


def test_min_new_tokens_bans_eos_inside_the_block(target):
    eos = plain(GREEDY, target)[1]
    ending = target.but(eos_ids=frozenset([eos]))
    settings = GREEDY.but(min_new_tokens=6, k=4)
    expected = plain(settings, ending)
    assert eos not in expected[:6]
    assert len(expected) >= 6
    assert ids_of(rounds_of(settings, ending, ending)) == expected


def test_repetition_penalty_sees_the_drafted_tokens(target):
    settings = GREEDY.but(repetition_penalty=1.8, method="scripted", k=3, script=(7, 7, 7) * 8)
    assert ids_of(rounds_of(settings, target)) == plain(settings, target)


@pytest.mark.parametrize("repair", REPAIRS)
def test_a_run_resumed_between_any_two_rounds_is_the_same_run(target, draft, repair):
    settings = SAMPLED.but(repair=repair, length_policy="adaptive")
    whole = rounds_of(settings, target, draft)
    t, d = cached(target), cached(draft)
    done: list = []
    while len(done) < len(whole):
        drafter = make_drafter(settings, len(PROMPT), d)
        done.append(next(speculative(t, drafter, settings, PROMPT, history=done)))
    assert [r.committed for r in done] == [r.committed for r in whole]
    assert [r.k for r in done] == [r.k for r in whole]


@pytest.mark.parametrize(
    "changes",
    [
        {"k": 2},
        {"k": 1},
        {"k": 3, "length_policy": "adaptive"},
        {"k": 2, "method": "lookup_first", "lookup_min": 1},
    ],
    ids=str,
)
@pytest.mark.parametrize("prompt", [PROMPT, PROMPT[:1]], ids=["prompt", "one token"])
@pytest.mark.parametrize("kind", ["itself", "model", "head"])
def test_a_lazy_run_that_goes_on_makes_the_passes_it_would_have_made(target, draft, kind, prompt, changes):
    """Also after a full accept, and after a round that was looked up: the draft then lacks more than one token."""
    settings = SAMPLED.but(max_new_tokens=24, **changes)
    head = random_head(target, near=2.0)

    def models():
        if kind == "head":
            return with_head(target, head)
        return cached(target), cached(draft if kind == "model" else target)

    def after(history, t, d):
        return speculative(t, make_drafter(settings, len(prompt), d), settings, prompt, history=history)

    whole, done = list(after([], *models())), []
    t, d = models()
    while len(done) < len(whole):
        done.append(next(after(done, t, d)))
    assert [(r.committed, r.cache, r.calls) for r in done] == [(r.committed, r.cache, r.calls) for r in whole]


@pytest.mark.parametrize("then", [{"repair": "eager"}, {"method": "lookup"}, {"method": "none"}, {"k": 5}], ids=str)
@pytest.mark.parametrize("first", [{}, {"repair": "eager"}, {"method": "lookup", "lookup_min": 1}], ids=str)
def test_other_settings_can_go_on_from_any_round(target, draft, first, then):
    """What a what-if does: no invariant breaks, and greedy text stays the same text."""
    before = GREEDY.but(**first)
    history = rounds_of(before, target, draft)
    for n in range(len(history)):
        rest = rounds_of(before.but(**then), target, draft, history=history[:n])
        assert ids_of([*history[:n], *rest]) == ids_of(history)


def test_an_abandoned_run_leaves_caches_that_the_next_run_can_use(target, draft):
    t, d = cached(target), cached(draft)
    first = speculative(t, make_drafter(SAMPLED, 5, d), SAMPLED, PROMPT)
    next(first), next(first)
    other = SAMPLED.but(repair="eager", seed=9, k=2)
    again = list(speculative(t, make_drafter(other, 5, d), other, PROMPT))
    assert [r.committed for r in again] == [r.committed for r in rounds_of(other, target, draft)]


def test_rounds_of_another_prompt_are_refused(target, draft):
    rounds = rounds_of(SAMPLED, target, draft)
    with pytest.raises(SpecvizError, match="another prompt"):
        rounds_of(SAMPLED, target, draft, prompt=(1, 2, 3), history=rounds[:2])


def test_seeds(target, draft):
    def run(**changes):
        return ids_of(rounds_of(SAMPLED.but(**changes), target, draft))

    assert run() == run()
    assert run() != run(seed=6)
    assert run(temperature=0.0) == run(temperature=0.0, seed=6)


def test_prefill_is_recorded_once_and_apart(target, draft):
    rounds = rounds_of(SAMPLED, target, draft)
    assert [(c.model, c.ids) for c in rounds[0].calls if c.stage == "prefill"] == [
        ("target", PROMPT[:-1]),
        ("draft", PROMPT[:-1]),
    ]
    assert rounds[0].times.prefill > 0
    assert all(r.times.prefill == 0 and all(c.stage != "prefill" for c in r.calls) for r in rounds[1:])


def test_recording_less_changes_no_id(target, draft):
    full, bare = (rounds_of(SAMPLED, target, draft, laws=laws) for laws in (True, False))
    assert [r.committed for r in full] == [r.committed for r in bare]
    assert all(c.top is None for r in bare for c in r.candidates)
    assert all(c.top is not None for r in full for c in r.candidates if c.fate != "unjudged")


def test_judging_with_the_other_conventions_rows_changes_the_text(target, draft):
    class Shifted(Alignment):
        """`rows[i - 1]` judges d_i although the pending token stands at the front of the pass."""

        def judge_row(self, candidate, parents=None):
            return max(0, candidate - 1)

    parts = Parts(align=Shifted, on_violation=tolerate)
    assert ids_of(rounds_of(GREEDY, target, draft, parts=parts)) != plain(GREEDY, target)


def test_a_target_that_forgets_to_roll_back_breaks_an_invariant(target, draft):
    class Stubborn(CachedModel):
        def truncate(self, n):
            if n < 5:
                super().truncate(n)

    drafter = Scripted(4, (0,) * 30, len(PROMPT))
    with pytest.raises(InvariantError, match="target"):
        list(speculative(Stubborn(target), drafter, SAMPLED, PROMPT))


def test_the_random_models_leave_something_to_chance(target):
    """The fixtures would hide mistakes if their laws were one-hot."""
    rounds = rounds_of(SAMPLED.but(method="none"), target)
    tops = [r.emitted.top.p[0] for r in rounds]
    assert 0.05 < sum(tops) / len(tops) < 0.9
