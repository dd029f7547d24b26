"""The moments a trace is told in: complete, in order, true to the record, and every one of them has its words."""

import pytest
from msgspec.structs import replace

from specviz.engine.decode import speculative
from specviz.engine.drafters import make_drafter
from specviz.figures.steps import GRAINS, steps
from specviz.settings import RunSettings, View
from specviz.trace import ModelCall
from specviz.words import LANGUAGES, say
from tests.engine.conftest import random_llama
from tests.engine.heads import random_head, with_head
from tests.figures import traces

KINDS = sorted(traces.KINDS)
ORDER = ("start", "draft", "verify", "judge", "emit", "commit", "repair")


@pytest.mark.parametrize("kind", KINDS)
def test_every_step_has_its_sentence_in_every_language(kind):
    for lang in LANGUAGES:
        for s in steps(traces.kind(kind)):
            assert say(s.key, lang, **s.args)


@pytest.mark.parametrize("kind", KINDS)
def test_moments_come_in_order_and_each_round_ends_with_its_repair(kind):
    trace = traces.kind(kind)
    told = steps(trace)
    assert [s.round for s in told] == sorted(s.round for s in told)
    for r in trace.rounds:
        kinds = [s.kind for s in told if s.round == r.index]
        assert kinds == sorted(kinds, key=ORDER.index)
        assert kinds[0] == "start"
        assert kinds[-1] == "repair"
        assert kinds.count("draft") == len(r.candidates)
        assert kinds.count("judge") == r.judged
        second_draw = r.emitted is not None and not (r.rule == "own_sample" and r.emitted.kind == "replacement")
        assert kinds.count("emit") == second_draw


@pytest.mark.parametrize("kind", KINDS)
def test_cache_lengths_of_the_steps_are_those_of_the_record(kind):
    trace = traces.kind(kind)
    told = steps(trace)
    for r in trace.rounds:
        mine = [s for s in told if s.round == r.index]
        assert (mine[0].target, mine[0].draft) == (r.cache.target[0], r.cache.draft[0])
        assert (mine[-1].target, mine[-1].draft) == (r.cache.target[3], r.cache.draft[3])
        drafting = [s.draft for s in mine if s.kind == "draft"]
        assert drafting == sorted(drafting)
        assert not drafting or drafting[-1] == r.cache.draft[1]
        assert [s.calls for s in mine] == sorted(s.calls for s in mine)
        assert mine[-1].calls == len(r.calls)


def test_while_drafting_each_candidate_but_the_last_has_been_fed():
    r = traces.kind("lazy").rounds[0]
    lengths = [s.draft for s in steps(traces.kind("lazy")) if s.round == 0 and s.kind == "draft"]
    assert lengths == [r.t, r.t + 1, r.t + 2, r.t + 3]


@pytest.mark.parametrize("kind", [k for k in KINDS if k != "empty"])
def test_every_grain_starts_at_the_start_and_stops_at_every_round_end(kind):
    told = steps(traces.kind(kind))
    for grain in GRAINS:
        stops = [s for s in told if grain in s.grains]
        assert stops[0] is told[0]
        assert {s.round for s in stops if s.kind == "repair"} == {s.round for s in told}
    assert all("token" in s.grains for s in told)


def test_the_grains_are_those_of_the_view():
    field = next(f for f in View.__dataclass_fields__.values() if f.name == "grain")
    assert field.metadata["choices"] == GRAINS


def keys(kind: str) -> set[str]:
    return {s.key for s in steps(traces.kind(kind))}


@pytest.mark.parametrize(
    ("kind", "key"),
    [
        ("lazy", "step.start.lazy"),
        ("lazy", "step.emit.replacement"),
        ("lazy", "step.judge.rejected"),
        ("eager", "step.start.eager"),
        ("eager", "step.verify.eager"),
        ("eager", "step.repair.eager"),
        ("eager_full", "step.repair.eager.full"),
        ("full_accept", "step.judge.sure"),
        ("full_accept", "step.emit.bonus"),
        ("full_accept", "step.repair.lazy.full"),
        ("none", "step.verify.one"),
        ("none", "step.emit.plain"),
        ("none_eager", "step.repair.eager.plain.alone"),
        ("lookup", "step.draft.lookup"),
        ("lookup", "step.repair.lazy.alone"),
        ("lookup_first", "step.draft.lookup"),
        ("lookup_first", "step.draft.sample"),
        ("lookup_first", "step.repair.lazy.found"),
        ("lookup_first_eager", "step.repair.eager.found"),
        ("argmax", "step.own.rejected"),
        ("greedy", "step.greedy.accepted"),
        ("scripted", "step.draft.scripted"),
        ("eos", "step.commit.stop"),
        ("eos", "step.repair.eos"),
    ],
)
def test_each_situation_is_told_in_its_own_words(kind, key):
    assert key in keys(kind)


def test_an_eager_round_without_candidates_has_no_verify_pass():
    assert not [s for s in steps(traces.kind("none_eager")) if s.kind == "verify"]


def test_a_sentence_carries_the_numbers_of_the_trace():
    trace = traces.kind("lazy")
    step = next(s for s in steps(trace) if s.key == "step.judge.rejected")
    c = trace.rounds[step.round].candidates[step.index]
    assert step.args["row"] == f"rows[{c.row}]"
    assert abs(float(step.args["u"]) - c.u) < 0.001
    assert step.args["i"] == step.index + 1


def test_a_trace_without_rounds_has_no_steps():
    assert steps(traces.kind("empty")) == ()


@pytest.mark.parametrize("method", ["draft", "lookup_first"])
@pytest.mark.parametrize(("repair", "k"), [("lazy", 3), ("lazy", 1), ("eager", 3), ("eager", 1)])
def test_a_draft_head_is_said_to_read_accepted_tokens_again(repair, k, method):
    """Also in a run with rounds that were looked up, in which it gives up nothing."""
    target = random_llama(0, vocab=len(traces.WORDS))
    settings = RunSettings(repair=repair, k=k, max_new_tokens=60, method=method, lookup_min=1, fallback_k=3)
    ours, theirs = with_head(target, random_head(target, near=2.0))
    made = list(speculative(ours, make_drafter(settings, 3, theirs), settings, traces.PROMPT))
    told = {s.round: s for s in steps(traces.of(settings, made)) if s.kind == "repair"}
    assert {r.accepted > 0 for r in made} == {True, False}
    if method == "lookup_first":
        assert any(r.accepted for r in made if r.source == "lookup")
        made = [r for r in made if r.source == "draft"]
        assert any(r.accepted for r in made)
    for r in made[:-1]:
        again = r.accepted > 0 and len(r.candidates) > 1  # a single one was never read by the head
        assert told[r.index].key.endswith(".head") == again
        assert ("draft head" in say(told[r.index].key, "en", **told[r.index].args)) == again


@pytest.mark.parametrize(("kind", "repair"), [("full_accept", "lazy"), ("eager_full", "eager")])
def test_a_last_candidate_written_in_a_pass_of_its_own_is_told_so(kind, repair):
    """As in traces of engines that do so, and of specviz before it read the token with the one that follows."""
    trace = traces.kind(kind)
    r = next(r for r in trace.rounds if r.accepted == len(r.candidates) > 1 and not r.stop)
    start, own = r.t + len(r.candidates) - 1, r.emitted.id
    again = [ModelCall("draft", "repair", start, (r.candidates[-1].id,))]
    again += [ModelCall("draft", "repair", start + 1, (own,))] if repair == "eager" else []
    kept = tuple(c for c in r.calls if (c.model, c.stage) != ("draft", "repair"))
    draft = (*r.cache.draft[:3], r.cache.target[3])
    older = replace(r, calls=(*kept, *again), cache=replace(r.cache, draft=draft))
    told = {
        made: next(s for s in steps(replace(trace, rounds=(made,))) if s.kind == "repair").key for made in (r, older)
    }
    assert told == {r: f"step.repair.{repair}.full", older: f"step.repair.{repair}.full.written"}


@pytest.mark.parametrize("kind", KINDS)
def test_no_other_drafter_is_taken_for_a_head(kind):
    settings = traces.KINDS[kind]
    for told in (traces.kind(kind), traces.trace(**settings | {"k": 1})):
        assert not any(s.key.endswith(".head") for s in steps(told))
