"""Each step of the proof holds on correct greedy rounds, and the first broken one is found with shifted rows."""

from specviz.engine.decode import Parts, autoregressive, tolerate
from specviz.engine.experiments.shifted_rows import shifted
from specviz.engine.language_model import CachedModel
from specviz.settings import RunSettings
from specviz.theory.induction import induction
from tests.engine.runs import PROMPT, ids_of, rounds_of

GREEDY = RunSettings(temperature=0.0, k=4, max_new_tokens=24)


def greedy_ids(target):
    return ids_of(autoregressive(CachedModel(target), GREEDY, PROMPT))


def test_every_step_holds_for_both_conventions(target, draft):
    for repair in ("lazy", "eager"):
        rounds = rounds_of(GREEDY.but(repair=repair), target, draft)
        steps = induction(PROMPT, rounds, greedy_ids(target))
        assert len(steps) == len(rounds)
        assert all(s.holds for s in steps)
        assert sum(len(s.accepted_equal) for s in steps) > 0


def test_a_shifted_row_breaks_the_own_token_first(target, draft):
    rounds = rounds_of(GREEDY, target, draft, parts=Parts(align=shifted(1), on_violation=tolerate))
    steps = induction(PROMPT, rounds, greedy_ids(target))
    first = next(s for s in steps if not s.holds)
    assert first.hypothesis
    assert not all(first.accepted_equal) or first.own_equals is False
    assert not first.conclusion
    assert not any(s.hypothesis for s in steps[first.round + 1 :])
