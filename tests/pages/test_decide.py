"""Lesson "decide": defaults, extremes, each way to "off", engine lines, and the checklist."""

import pytest
from streamlit.testing.v1 import AppTest

from tests.pages.lab import open_page


def opened(**query: str) -> AppTest:
    at = open_page("decide", **query)
    assert not at.exception, [e.value for e in at.exception]
    return at


def _said(at: AppTest, kind: str) -> str:
    return " ".join(e.value for e in at.get(kind))


def test_the_defaults_recommend_it_and_print_the_engines_lines() -> None:
    at = opened()
    assert "Speculate" in at.success[0].value
    lines = " ".join(c.value for c in at.code)
    assert "num_speculative_tokens" in lines
    assert "--spec-draft-n-max" in lines


@pytest.mark.parametrize(
    ("query", "word"),
    [
        ({"r_batch": "1024", "d_length": "131072"}, "room for"),
        ({"d_bench": "yes", "d_measured": "0.9"}, "Your benchmark"),
        ({"d_cfrom": "typed", "d_c": "0.9"}, "not above"),
        ({"d_growfrom": "typed", "d_extra": "1.0", "d_over": "2.0"}, "eat the gain"),
    ],
)
def test_every_way_to_off(query: dict[str, str], word: str) -> None:
    at = opened(**query)
    assert "off" in at.warning[0].value
    assert any(word in m.value for m in at.markdown)


def test_the_sglang_line_counts_the_root() -> None:
    at = opened(d_bench="yes", d_mk="3")
    sglang = next(c.value for c in at.code if "--speculative-num-steps 3" in c.value)
    assert "--speculative-num-draft-tokens 4" in sglang


def test_a_logged_length_becomes_alpha_and_an_impossible_one_is_refused() -> None:
    at = opened(d_accept="length", d_mal="2.6", d_logk="3")
    assert any(".717" in m.value for m in at.markdown)
    assert opened(d_accept="length", d_mal="9", d_logk="3").error


def test_without_a_draft_model_the_lines_are_those_of_lookup() -> None:
    at = opened(r_draft="none")
    assert any("ngram" in c.value for c in at.code)


@pytest.mark.parametrize("exact", ["law", "greedy", "loose"])
@pytest.mark.parametrize("alpha", ["0.0", "1.0"])
def test_extremes(exact: str, alpha: str) -> None:
    assert not opened(d_exact=exact, d_alpha=alpha).error


def test_chinese() -> None:
    at = open_page("decide", locale="zh-CN")
    assert not at.exception
    assert at.title[0].value == "该不该用？"
