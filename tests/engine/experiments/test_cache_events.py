"""The diary of a cache: every write and cut of a real round, in order, with the cells they concern."""

from specviz.engine.decode import speculative
from specviz.engine.drafters import make_drafter
from specviz.engine.experiments.cache_events import Event, Watched
from specviz.settings import RunSettings
from tests.engine.runs import PROMPT, ids_of, rounds_of


def run(target, draft, **settings):
    s = RunSettings(temperature=0.0, k=3, max_new_tokens=12, **settings)
    diary: list[Event] = []
    ours, theirs = Watched(target, "target", diary), Watched(draft, "draft", diary)
    rounds = list(speculative(ours, make_drafter(s, len(PROMPT), theirs), s, PROMPT))
    return s, diary, rounds, ours, theirs


def same(a, b) -> bool:
    """Equal cells; a norm summed over another number of positions differs in its last digits."""
    pairs = zip(a, b, strict=True)
    return all(x.token == y.token and abs(x.norm - y.norm) < 1e-3 for x, y in pairs)


def test_replaying_the_diary_gives_the_caches(target, draft):
    for repair in ("lazy", "eager"):
        _, diary, _, ours, theirs = run(target, draft, repair=repair)
        held: dict[str, list] = {"target": [], "draft": []}
        for e in diary:
            if e.kind == "write":
                assert e.start == len(held[e.model])
                held[e.model] += e.cells
            else:
                assert same(held[e.model][e.start :], e.cells)
                del held[e.model][e.start :]
            assert e.length == len(held[e.model])
        assert tuple(c.token for c in held["target"]) == ours.ids
        assert same(held["target"], ours.cells(0))
        assert same(held["draft"], theirs.cells(0))


def test_watching_changes_nothing(target, draft):
    s, _, rounds, _, _ = run(target, draft)
    assert ids_of(rounds) == ids_of(rounds_of(s, target, draft))
    assert any(r.accepted < len(r.candidates) for r in rounds)


def test_a_cut_is_in_the_diary_with_what_went(target, draft):
    _, diary, rounds, _, _ = run(target, draft)
    first = next(r for r in rounds if r.accepted < len(r.candidates))
    cut = next(e for e in diary if e.kind == "cut" and e.model == "target")
    assert cut.start == first.t + first.accepted
    assert [c.token for c in cut.cells] == [c.id for c in first.candidates[first.accepted :]]
