"""Lesson "when it pays": every situation, both laws, the quiz, and the task it sets."""

import pytest
from streamlit.testing.v1 import AppTest

from tests.pages.lab import open_page, said
from tests.pages.test_expected import result


def opened(**query: str) -> AppTest:
    at = open_page("pays", **query)
    assert not at.exception, [e.value for e in at.exception]
    return at


def _factor(at: AppTest) -> float:
    return float(result(at, "factor").removeprefix("× "))


@pytest.mark.parametrize("scene", ["large", "busy", "close", "lookup", "laptop", "typed"])
@pytest.mark.parametrize("law", ["slider", "trace"])
def test_every_situation(scene: str, law: str) -> None:
    at = opened(p_scene=scene, p_law=law)
    assert not said(at)
    assert _factor(at) > 0


def test_the_task_can_be_done_in_both_ways() -> None:
    assert _factor(opened()) > 2
    assert _factor(opened(p_scene="busy", p_k="16")) < 1
    assert _factor(opened(p_scene="typed", p_c="0.9", p_extra="0.0", p_over="0.0")) < 1


def test_the_quiz_s_number_is_the_page_s() -> None:
    at = opened(p_scene="typed", p_c="0.8", p_extra="0.0", p_over="0.0")
    assert result(at, "tokens") == "4.686"
    assert _factor(at) == pytest.approx(4.686 / 5, abs=0.0006)
    assert _factor(opened(p_scene="typed", p_c="0.8", p_k="1", p_extra="0.0", p_over="0.0")) > 1
    assert _factor(opened(p_scene="typed", p_c="0.8", p_extra="0.0", p_over="0.0", p_repair="eager")) < 0.8


def test_extremes() -> None:
    for alpha in ("0.0", "1.0"):
        assert not said(opened(p_alpha=alpha, p_k="16", p_scene="typed", p_c="1.5"))


def test_an_answer_is_graded_with_its_explanation() -> None:
    at = opened()
    at.radio[0].set_value(0).run()
    assert "some" in at.warning[0].value
    at.radio[0].set_value(1).run()
    assert at.success


def test_chinese() -> None:
    at = open_page("pays", locale="zh-CN")
    assert not at.exception
    assert at.title[0].value == "什么时候划算"
