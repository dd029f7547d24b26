"""Questions of predict-first: derived from the trace, the same for a whole class, answerable and right."""

import pytest

from specviz.figures.questions import questions
from specviz.figures.steps import row_name, steps
from specviz.words import LANGUAGES, say
from tests.figures import traces

KINDS = sorted(traces.KINDS)


@pytest.mark.parametrize("kind", KINDS)
def test_every_round_that_judges_has_one_question_with_words_and_one_right_answer(kind):
    trace = traces.kind(kind)
    asked = questions(trace)
    told = steps(trace)
    rounds = [told[q.step].round for q in asked]
    assert rounds == [r.index for r in trace.rounds if r.judged]
    for q in asked:
        assert len(set(q.options)) == len(q.options) >= 2
        assert 0 <= q.answer < len(q.options)
        for lang in LANGUAGES:
            assert say(q.key, lang, **q.args)
            assert say(q.why, lang, **q.args)


def test_the_same_run_asks_the_same_questions_and_another_seed_others():
    one, again, other = traces.kind("k8"), traces.kind("k8"), traces.trace(k=8, max_new_tokens=60, seed=5)
    assert questions(one) == questions(again)
    assert [q.key for q in questions(one)] != [q.key for q in questions(other)]


def test_all_four_kinds_are_asked_and_agree_with_the_trace():
    seen = set()
    for kind in KINDS:
        trace = traces.kind(kind)
        told = steps(trace)
        for q in questions(trace):
            step = told[q.step]
            r = trace.rounds[step.round]
            right = q.options[q.answer]
            seen.add(q.key)
            if q.key == "ask.verdict":
                assert right == f"stage.fate.{r.candidates[step.index].fate}"
            elif q.key == "ask.row":
                assert right == row_name(r.candidates[step.index].row)
            elif q.key == "ask.committed":
                assert right == str(len(r.committed))
            else:
                assert right == str(r.cache.target[3])
    assert seen == {"ask.verdict", "ask.row", "ask.committed", "ask.cache"}


def test_a_question_comes_before_the_step_that_answers_it():
    for kind in KINDS:
        trace = traces.kind(kind)
        told = steps(trace)
        hidden = {"ask.verdict": "judge", "ask.row": "judge", "ask.committed": "commit", "ask.cache": "repair"}
        assert all(told[q.step].kind == hidden[q.key] for q in questions(trace))
