"""Trace files: lossless, small, and refused with one reason when they are not true."""

import contextlib
import json

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from specviz.engine.markov import MarkovLM
from specviz.errors import SpecvizError
from specviz.settings import RunSettings, to_plain
from specviz.trace import MAX_BYTES, VERSION, Environment, Trace, read, schema, token_ids, totals, write
from tests.engine.runs import rounds_of

PLACE = Environment("0", "0", "0", "cpu", "float32", 1, "toy", "toy", "", "")


def toy_trace(vocab: int = 300, concentration: float = 1.0, **changes) -> Trace:
    chosen = RunSettings(**({"max_new_tokens": 24, "k": 4} | changes))
    models = (MarkovLM.random(vocab, seed, concentration) for seed in (1, 2))
    rounds = tuple(rounds_of(chosen, *models, prompt=(0, 1)))
    ids = token_ids((0, 1), rounds)
    texts = {str(i): f"t{i}" for i in ids}
    return Trace(VERSION, to_plain(chosen), (0, 1), rounds, texts, "text", PLACE, {"1": "e282"})


@pytest.mark.parametrize(
    "changes", [{}, {"repair": "eager"}, {"method": "lookup"}, {"temperature": 0.0}, {"max_new_tokens": 0}]
)
def test_read_is_the_inverse_of_write(changes):
    trace = toy_trace(**changes)
    again = read(write(trace))
    assert again == trace
    assert again.run_settings == RunSettings(**({"max_new_tokens": 24, "k": 4} | changes))
    assert len(again.ids) == 2 + totals(again.rounds).committed


@pytest.mark.parametrize(("n", "limit"), [(128, 250_000), (512, 1_000_000)])
def test_size(n, limit):
    """k = 8 and a draft that is nearly always rejected: the most rounds a trace of n tokens can have."""
    trace = toy_trace(vocab=1500, concentration=0.03, max_new_tokens=n, k=8)
    assert len(trace.rounds) > 0.8 * n
    assert len(write(trace)) < limit


def broken(**changes) -> dict:
    return json.loads(write(toy_trace())) | changes


def test_one_clear_error_for_each_kind_of_bad_file():
    good = json.loads(write(toy_trace()))
    cases = {
        "not JSON": b"{",
        "not an object": b"[]",
        "not UTF-8": b'{"version": "\xff"}',
        "too deep": b"[" * 100_000,
        "unknown field": good | {"extra": 1},
        "missing field": {k: v for k, v in good.items() if k != "rounds"},
        "wrong version": good | {"version": 99},
        "bad settings": good | {"settings": good["settings"] | {"k": 65}},
        "unknown setting": good | {"settings": good["settings"] | {"shell": "rm"}},
        "token without text": good | {"texts": {}},
        "no prompt": good | {"prompt_ids": []},
        "NaN": json.dumps(good).replace('"version": 1', '"version": NaN').encode(),
    }
    for name, case in cases.items():
        data = case if isinstance(case, bytes) else json.dumps(case).encode()
        with pytest.raises(SpecvizError) as caught:
            read(data)
        assert str(caught.value).count("\n") == 0, name
        assert len(str(caught.value)) < 400, name
    with pytest.raises(SpecvizError, match=str(MAX_BYTES)):
        read(b" " * (MAX_BYTES + 1))


def test_a_trace_that_contradicts_itself_is_refused():
    trace = toy_trace()
    r0, r1 = trace.rounds[:2]
    first = r0.candidates[0]
    lies = {
        "t": replace(r1, t=r1.t + 1),
        "index": replace(r1, index=7),
        "committed": replace(r1, committed=(5, *r1.committed[1:])),
        "fates": replace(r1, candidates=(replace(first, fate="unjudged"), replace(first, fate="accepted"))),
        "stopped but goes on": replace(r1, stop="eos"),
        "more candidates than k": replace(r1, k=0),
        "impossible candidate": replace(r1, candidates=tuple(replace(c, q=0.0) for c in r1.candidates)),
        "judged without p": replace(r1, candidates=tuple(replace(c, p=None) for c in r1.candidates)),
    }
    for lie in lies.values():
        with pytest.raises(SpecvizError, match="contradicts"):
            read(write(replace(trace, rounds=(r0, lie, *trace.rounds[2:]))))


@settings(max_examples=200, deadline=None)
@given(st.data())
def test_a_file_with_any_value_replaced_is_read_or_refused_but_never_crashes(data):
    tree = json.loads(write(toy_trace(max_new_tokens=6)))
    paths = list(_paths(tree))
    path = data.draw(st.sampled_from(paths))
    value = data.draw(st.one_of(st.none(), st.booleans(), st.integers(), st.floats(), st.text(max_size=5),
                                st.just([]), st.just({})))  # fmt: skip
    at = tree
    for key in path[:-1]:
        at = at[key]
    at[path[-1]] = value
    with contextlib.suppress(SpecvizError):
        assert isinstance(read(json.dumps(tree).encode()), Trace)


def _paths(tree, path=()):
    items = tree.items() if isinstance(tree, dict) else enumerate(tree) if isinstance(tree, list) else ()
    for key, value in items:
        yield (*path, key)
        yield from _paths(value, (*path, key))


def test_totals_of_a_known_history():
    """k = 3, accepted 3, 1, 0, 2: accepted/drafted .5, accepted/judged 6/9, 2.5 tokens per round."""
    rounds = []
    base = toy_trace(k=3, max_new_tokens=4).rounds[0]
    candidate = replace(base.candidates[0], top=None, overlap=None)
    for m in (3, 1, 0, 2):
        fates = ["accepted"] * m + ["rejected"] * (m < 3) + ["unjudged"] * max(0, 2 - m)
        rounds.append(
            replace(base, candidates=tuple(replace(candidate, fate=f) for f in fates), committed=(0,) * (m + 1))
        )
    t = totals(rounds)
    assert (t.accepted_per_drafted, t.acceptance, t.tokens_per_round) == (0.5, pytest.approx(6 / 9), 2.5)


def test_totals_of_nothing_divide_by_nothing():
    t = totals(())
    assert (t.acceptance, t.overlap, t.accepted_per_drafted, t.tokens_per_round) == (None,) * 4


def test_the_schema_names_every_field():
    definitions = schema()["$defs"]
    assert set(definitions["Round"]["properties"]) == {
        f.encode_name for f in msgspec.structs.fields(type(toy_trace().rounds[0]))
    }
