"""Lesson "why decoding is slow": defaults, extremes, measuring the loaded pair, both quizzes."""

import pytest
from streamlit.testing.v1 import AppTest

from tests.pages.lab import open_page, said
from tests.pages.test_expected import result


def opened(**query: str) -> AppTest:
    at = open_page("why_slow", **query)
    assert not at.exception, [e.value for e in at.exception]
    return at


def _html(at: AppTest) -> str:
    return "".join(h.proto.body for h in at.get("html"))


def test_the_defaults_show_idle_units() -> None:
    at = opened()
    assert "stand idle for 99." in _html(at)
    assert result(at, "together") == result(at, "pass_one")


@pytest.mark.parametrize(
    "query",
    [
        {"w_tokens": "2048", "w_context": "131072"},
        {"w_target": "gpt2", "w_device": "t4", "w_wrong": "8", "w_stall": "15"},
        {"w_target": "Llama-2-70B", "w_device": "b200", "w_format": "w4a16", "w_wrong": "0", "w_stall": "1"},
    ],
)
def test_extremes(query: dict[str, str]) -> None:
    assert not said(opened(**query))


def test_all_guesses_right_is_one_plus_the_wait_times_faster() -> None:
    assert "× 4.00" in _html(opened(w_wrong="0", w_stall="3"))


def test_the_loaded_pair_is_measured_when_asked() -> None:
    at = opened(live="true")
    assert not at.error
    assert any("instead of × 8" in m.value for m in at.markdown)


def test_a_wrong_answer_is_explained() -> None:
    at = opened()
    at.radio[0].set_value(0).run()
    assert "trillions" in at.warning[0].value


def test_a_link_out_of_range_is_refused() -> None:
    assert any("between 0 and 8" in text for text in said(opened(w_wrong="9")))


def test_chinese() -> None:
    at = open_page("why_slow", locale="zh-CN")
    assert not at.exception
    assert at.title[0].value == "解码为什么慢"
