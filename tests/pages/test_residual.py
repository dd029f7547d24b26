"""The residual lesson: the sum closes at the defaults and at the edges, every wrong rule misses, goals and links."""

import pytest

from specviz.ui.residual.rules import MISTAKES
from specviz.words import say
from tests.pages.lab import on_stage
from tests.pages.lesson import drawn, opened


def shown(at):
    """What was sent to the draggable pictures."""
    return on_stage(at)


def test_the_defaults_need_no_model_and_close_the_sum():
    at = opened("residual")
    data = shown(at)
    assert data["emitted"] == pytest.approx([0.4, 0.25, 0.05, 0.2, 0.1])
    assert not any(data["off"])
    assert [m.value for m in at.metric][:2] == [".650", "1 − .350 = .650"]
    assert len(at.get("plotly_chart")) == 3


@pytest.mark.parametrize(
    ("p", "q"),
    [
        ("1 0 0", "0 0 1"),
        ("1 1 1", "1 1 1"),
        ("1 2 3 4 5 6 7 8", "8 7 6 5 4 3 2 1"),
        ("1 0 0", "1 0 0"),
        (".2 .3 .5", "0 1 0"),
    ],
)
def test_extremes_close_in_fractions(p, q):
    at = opened("residual", rs_p=p, rs_q=q, rs_fractions="true", rs_residual_k="3", rs_trials="100")
    assert not any(shown(at)["off"])
    assert "pc-no" not in drawn(at)


@pytest.mark.parametrize("rule", MISTAKES)
def test_every_wrong_rule_misses_p(rule):
    at = opened("residual", rs_residual_rule=rule, rs_p="50 30 20", rs_q="20 20 60", rs_trials="100", lang="zh")
    assert any(shown(at)["off"])
    assert "pc-no" in drawn(at)


def test_a_row_of_the_recorded_run():
    at = opened("residual", rs_residual_source="row")
    assert not shown(at)["editable"]
    assert not any(shown(at)["off"])
    assert sum(shown(at)["p"]) == pytest.approx(1)
    assert shown(at)["tokens"][-1] == "…"


def test_goals_are_ticked_while_they_hold():
    at = opened("residual", rs_p="50 50 0", rs_q="0 0 1")
    page = drawn(at)
    assert f"✅ {say('residual.goal.disjoint')}" in page
    assert f"○ {say('residual.goal.hidden')}" in page
    at = opened("residual", rs_p="50 50 0", rs_q="0 0 1", rs_residual_rule="resample_p")
    assert f"✅ {say('residual.goal.hidden')}" in drawn(at)


@pytest.mark.parametrize(
    ("p", "q"), [("1 2", "1 2 3"), ("1 x 3", "1 2 3"), ("1 2 3", "1 2 3 4"), ("-1 2 3", "1 1 1")]
)
def test_what_is_no_law_is_refused_with_a_reason(p, q):
    at = opened("residual")
    at.text_input(key="rs_p").set_value(p).run()
    at.text_input(key="rs_q").set_value(q).run()
    assert not at.exception
    assert len(at.error) == 1


def test_an_argmax_draft_gives_the_ids_of_plain_decoding():
    at = opened("residual", live="true", rs_run_seed="5")
    assert any(say("residual.run.same", n=24) == s.value for s in at.success)
    assert "pc-other" not in drawn(at)


def test_quizzes_answer_back():
    at = opened("residual", lang="zh")
    at.radio(key="answer_residual_quiz_argmax").set_value(0).run()
    assert at.warning
    at.radio(key="answer_residual_quiz_argmax").set_value(1).run()
    assert at.success
