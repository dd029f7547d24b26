"""The glossary's numbers: the worked example, an empty run, and an instance of every word."""

import pytest

from specviz.figures.metrics import NONE, metrics
from specviz.figures.word_examples import WORDS, examples
from specviz.paths import ASSETS
from specviz.trace import CacheLengths, Candidate, Emitted, Round, read, totals
from specviz.words import LANGUAGES, catalogue, say


def round_of(index: int, accepted: int, k: int = 3) -> Round:
    """A round that accepted `accepted` of `k` (own-sample records, no laws)."""
    fates = ["accepted"] * accepted + ["rejected"] * (accepted < k) + ["unjudged"] * (k - accepted - 1)
    candidates = tuple(Candidate(7, 1.0, f, 0 if f != "unjudged" else None, 0.5, 0.1, 7) for f in fates[:k])
    kind = "bonus" if accepted == k else "replacement"
    return Round(index, 5, k, "own_sample", "lazy", candidates, Emitted(9, kind, "p", 0, 0.1), (7,) * accepted + (9,),
                 CacheLengths((4, 4, 8, 5), (0, 0, 0, 0)))  # fmt: skip


def test_the_worked_example():
    """k = 3, accepted 3, 1, 0, 2: .50 of the drafted, 6 of 9 judged, 10 tokens in 4 rounds (vllm#17908)."""
    by = {m.id: m.value for m in metrics([round_of(i, m) for i, m in enumerate((3, 1, 0, 2))])}
    assert by["accepted_drafted"] == ".500"
    assert by["alpha"] == ".667"
    assert by["tau"] == by["survival"] == "2.50"
    assert by["first_i"].split() == [".750", ".500", ".250"]
    assert by["judged_at"].split() == [".750", ".667", ".500"]
    assert by["c"] == NONE


def test_no_rounds_divide_nothing():
    assert {m.value for m in metrics([])} == {NONE}


@pytest.fixture(scope="module")
def trace():
    return read((ASSETS / "traces" / "first.json").read_bytes())


def test_the_recorded_run_has_every_metric(trace):
    shown = metrics(trace.rounds)
    assert all(m.value != NONE for m in shown)
    sums = totals(trace.rounds)
    assert next(m for m in shown if m.id == "alpha").args == {"accepted": sums.accepted, "judged": sums.judged}
    for m in shown:
        for lang in LANGUAGES:
            assert say(f"glossary.metric.{m.id}.formula", lang, **m.args)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_word_has_a_meaning_and_most_an_instance(trace, lang):
    assert all(f"glossary.word.{w}.meaning" in catalogue(lang) for w in WORDS)
    found = examples(trace, lang)
    assert set(WORDS) - set(found) == {"own_sample"}  # the recorded run samples from full laws
    assert "pc-rejected" in found["rejected"]
