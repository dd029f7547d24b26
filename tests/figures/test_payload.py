"""What the stage is given: plain JSON, complete, small, and nothing that is not in the trace."""

import json

import pytest

from specviz.figures.payload import payload, top_entries
from specviz.figures.steps import steps
from specviz.trace import Top
from specviz.words import LANGUAGES
from tests.figures import traces

KINDS = sorted(traces.KINDS)


@pytest.mark.parametrize("kind", KINDS)
def test_it_is_json_and_has_a_text_for_every_id_it_names(kind):
    data = json.loads(json.dumps(payload(traces.kind(kind), "en")))
    for r in data["rounds"]:
        for c in [*r["cands"], *([r["own"]] if r["own"] else [])]:
            assert all(str(i) in data["texts"] for i in c.get("top", {}).get("ids", []))
        assert all(str(i) in data["texts"] for call in r["calls"] for i in call[-1])
    assert len(data["stream"]) >= data["prompt"]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_sentence_key_has_its_template(lang):
    for kind in KINDS:
        data = payload(traces.kind(kind), lang)
        assert all(step[4] in data["words"] for step in data["steps"])


def test_a_step_is_told_in_the_fields_the_browser_reads():
    trace = traces.kind("lazy")
    told, plain = steps(trace), payload(trace, "en")["steps"]
    assert len(told) == len(plain)
    for s, (r, kind, index, mask, key, args, calls, target, draft) in zip(told, plain, strict=True):
        assert (s.round, s.kind, s.index, s.key, s.args) == (r, kind, index, key, args)
        assert (s.calls, s.target, s.draft) == (calls, target, draft)
        assert bin(mask).count("1") == len(s.grains)


def test_the_revision_changes_with_the_trace_and_the_run_only_with_what_was_asked():
    whole = traces.kind("lazy")
    shorter = type(whole)(**{f: getattr(whole, f) for f in whole.__struct_fields__} | {"rounds": whole.rounds[:-1]})
    one, other, third = payload(whole, "en"), payload(shorter, "en"), payload(traces.kind("eager"), "en")
    assert one["rev"] != other["rev"]
    assert one["run"] == other["run"]
    assert one["run"] != third["run"]


def test_a_trace_of_128_tokens_at_k_8_stays_under_250_kb():
    trace = traces.trace(k=8, max_new_tokens=128, share=0.6)
    assert len(trace.ids) == 128 + len(trace.prompt_ids)
    size = len(json.dumps(payload(trace, "zh"), ensure_ascii=False, separators=(",", ":")).encode())
    assert size < 250_000


def test_a_top_list_is_cut_but_keeps_its_mass_and_the_entries_that_matter():
    top = Top(tuple(range(12)), p=(0.2, *([0.06] * 11)), q=(0.05,) * 12, p_rest=0.14, q_rest=0.4)
    cut = top_entries(top, (11, None))
    assert len(cut["ids"]) == 8
    assert {0, 11} <= set(cut["ids"])
    assert abs(sum(cut["p"]) + cut["p_rest"] - 1) < 1e-4
    assert abs(sum(cut["q"]) + cut["q_rest"] - 1) < 1e-4


def test_a_probability_that_is_not_zero_does_not_become_zero():
    cut = top_entries(Top((1, 2), p=(0.999999, 1e-9)), ())
    assert min(cut["p"]) > 0
