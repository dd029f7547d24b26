"""What-ifs through the real engine on a chain pair: what is said to agree does agree, for the reasons given."""

import pytest

from specviz.engine.decode import speculative
from specviz.engine.drafters import make_drafter
from specviz.engine.draws import CounterDraws, ForcedDraws, Kind
from specviz.engine.markov import MarkovLM
from specviz.figures.fork import must_agree, passes_and_tokens, progress_chart, runs_agree
from specviz.figures.run_lines import first_difference
from specviz.settings import RunSettings, to_plain
from specviz.trace import VERSION, Environment, Trace

VOCABULARY, PROMPT = 12, (0, 1, 2)
TARGET = MarkovLM.random(VOCABULARY, 1, 0.4)
DRAFT = MarkovLM(0.7 * TARGET.table + 0.3 * MarkovLM.random(VOCABULARY, 2, 0.4).table)
NOWHERE = Environment("", "", "", "", "", 0, "", "", "", "")


def run(settings: RunSettings, history=(), forced=None) -> Trace:
    draws = ForcedDraws(CounterDraws(settings.seed), forced) if forced else None
    target, draft = MarkovLM(TARGET.table), MarkovLM(DRAFT.table)
    drafter = make_drafter(settings, len(PROMPT), draft)
    rounds = (*history, *speculative(target, drafter, settings, PROMPT, history=history, draws=draws))
    texts = {str(i): f" {i}" for i in range(VOCABULARY)}
    return Trace(VERSION, to_plain(settings), PROMPT, rounds, texts, "", NOWHERE)


def settings(seed: int, **more: object) -> RunSettings:
    return RunSettings(max_new_tokens=40, k=4, seed=seed).but(**more)


def agree(a: Trace, b: Trace) -> int:
    """How many new tokens really are the same."""
    parted = first_difference(a, b)
    return min(len(t.ids) - len(PROMPT) for t in (a, b)) if parted is None else parted


@pytest.mark.parametrize(
    "change",
    [
        {"k": 1},
        {"k": 2},
        {"k": 9},
        {"repair": "eager"},
        {"temperature": 1.5},
        {"seed": 99},
        {"method": "lookup"},
        {"method": "none"},
    ],
)
@pytest.mark.parametrize("temperature", [0.0, 1.0])
def test_what_must_agree_does(change: dict, temperature: float) -> None:
    [name] = change
    exact = 0
    for seed in range(12):
        base = run(settings(seed, temperature=temperature))
        fork = run(base.run_settings.but(**change), base.rounds[:2])
        sure, why = must_agree(base, fork, 2, name)
        assert sure <= agree(base, fork), (seed, why)
        assert sure >= sum(len(r.committed) for r in base.rounds[:2]), "what came before the fork is the same"
        exact += sure == agree(base, fork)
    if name == "repair" or (name in ("k", "method") and temperature == 0.0):
        assert exact == 12, "nothing at all may change"


@pytest.mark.parametrize(
    ("change", "why", "whole"),
    [
        ({"k": 2}, "direct", False),
        ({"repair": "eager"}, "repair", True),
        ({"method": "lookup"}, "direct", False),
        ({"draft_choice": "argmax"}, "direct", False),
        ({"length_policy": "adaptive", "k": 2}, "direct", False),
        ({"temperature": 0.5}, "laws", False),
        ({"top_k": 3}, "laws", False),
    ],
)
def test_two_settings_agree_as_far_as_is_said(change: dict, why: str, whole: bool) -> None:
    for seed in range(12):
        one, other = run(settings(seed)), run(settings(seed, **change))
        sure, said = runs_agree(one, other)
        assert said == why
        assert sure <= agree(one, other)
        assert not whole or one.ids == other.ids
        assert (sure, said) == runs_agree(other, one)


def test_runs_without_luck_are_the_same_under_every_way_of_drafting() -> None:
    base = settings(1, temperature=0.0)
    texts = [run(base.but(**change)) for change in ({}, {"k": 1}, {"method": "lookup"}, {"method": "none"})]
    for other in texts[1:]:
        assert runs_agree(texts[0], other) == (40, "own_sample")
        assert texts[0].ids == other.ids


@pytest.mark.parametrize("u", [0.0, 0.999])
def test_a_forced_draw_changes_nothing_before_its_verdict_and_nothing_at_all_if_the_verdict_stays(u: float) -> None:
    seen = set()
    for seed in range(12):
        base = run(settings(seed))
        judged = [i for i, c in enumerate(base.rounds[1].candidates) if c.u is not None]
        for i in judged:
            at = base.rounds[1].position(i)
            fork = run(base.run_settings, base.rounds[:1], {(at, Kind.ACCEPT, 0, 0): u})
            sure, why = must_agree(base, fork, 1, "u", i)
            seen.add(why)
            assert sure <= agree(base, fork)
            if why == "same_verdict":
                assert base.ids == fork.ids
            else:
                assert base.ids[:at] == fork.ids[:at]
    assert seen == {"same_verdict", "verdict"}


def test_the_chart_counts_passes_and_tokens() -> None:
    trace = run(settings(0))
    passes, tokens = passes_and_tokens(trace)
    assert passes[-1] == len(trace.rounds), "lazy repair: one target pass per round"
    assert tokens[-1] == 40
    chart = progress_chart(trace, run(settings(0).but(k=1)), ("a", "b"), "en")
    assert len(chart.data[0].x) == len(trace.rounds) + 1
