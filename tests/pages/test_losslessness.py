"""The losslessness page: draws come in batches, the band is kept or left, a mistake is named, the checks run."""

import pytest

from specviz.ui.hidden_fault import case_of
from specviz.ui.losslessness.checks_part import EXPECTED
from specviz.ui.losslessness.exercise_part import POOL
from specviz.words import say
from tests.pages.lesson import drawn, opened


def metrics(at):
    return {m.label: m.value for m in at.metric}


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_it_opens_without_a_draw(lang):
    at = opened("losslessness", lang=lang)
    assert metrics(at)[say("lossless.distance", lang)] == "–"
    assert metrics(at)[say("lossless.exact", lang)] == "0"
    assert at.button(key="ls_again").disabled


def test_a_wrong_engine_leaves_the_band_and_gets_its_p_value_once():
    at = opened("losslessness", ls_engine="resample_q", ls_announced="500")
    at.button(key="ls_draw").click().run()
    for _ in range(8):
        at.run()
    seen = metrics(at)
    assert int(seen[say("lossless.strayed")]) <= 500
    assert seen[say("lossless.p_value")] == "<.001"
    assert seen[say("lossless.exact")] == ".240"
    assert at.button(key="ls_draw").disabled
    at.button(key="ls_again").click().run()
    assert metrics(at)[say("lossless.distance")] == "–"


def test_the_correct_engine_stays_inside():
    at = opened("losslessness", ls_announced="500", ls_watch_seed="3")
    at.button(key="ls_draw").click().run()
    for _ in range(8):
        at.run()
    seen = metrics(at)
    assert seen[say("lossless.strayed")] == say("lossless.strayed.never")
    assert seen[say("lossless.p_value")] not in ("<.001", say("lossless.p_value.later", n=500))


def test_a_joint_mistake_is_shown_on_pairs():
    at = opened("losslessness", ls_engine="one_u", lang="zh")
    assert metrics(at)[say("lossless.exact", "zh")] == ".031"


def test_a_hidden_mistake_is_named():
    case = case_of(POOL, 1)
    at = opened("losslessness", ls_hidden_case="2")
    key = f"ls_answer:{case.fault}"
    wrong = next(f for f in case.options if f != case.fault)
    at.radio(key=key).set_value(wrong).run()
    assert at.warning
    at.radio(key=key).set_value(case.fault).run()
    assert any(say("ui.quiz.right") in s.value for s in at.success)


def test_the_checks_run_on_the_loaded_pair():
    at = opened("losslessness")
    at.button(key="ls_check").click().run()
    assert not at.exception
    assert any(s.value == say("check.passed") for s in at.success)
    assert drawn(at).count("✓&nbsp;") == EXPECTED
