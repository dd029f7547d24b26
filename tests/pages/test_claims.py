"""Lesson "claims": every claim opens in both languages, and nothing is told before a guess."""

import pytest
from streamlit.testing.v1 import AppTest

from specviz.theory.claims import check, claims
from specviz.ui.lesson_text import load
from tests.pages.lab import open_page


def opened(**query: str) -> AppTest:
    at = open_page("claims", **query)
    assert not at.exception, [e.value for e in at.exception]
    return at


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_every_claim_has_its_statement_and_its_reason(lang: str) -> None:
    sections = load("claims", lang).sections
    assert {f"c_{claim}" for claim in claims()} == {s for s in sections if s.startswith("c_")}
    assert all(sections[f"c_{claim}"].body for claim in claims())


def test_nothing_is_told_before_a_guess() -> None:
    at = opened(c_claim="without_bonus")
    assert not at.get("plotly_chart")
    assert not at.success
    assert not at.warning


def test_a_guess_is_graded_and_our_numbers_appear() -> None:
    at = opened(c_claim="without_bonus")
    at.radio(key="guess_without_bonus").set_value("agrees").run()
    assert "does not hold" in at.warning[0].value
    assert at.get("plotly_chart")
    assert "2.401" in "".join(h.proto.body for h in at.get("html"))
    at.radio(key="guess_without_bonus").set_value(check("without_bonus").verdict).run()
    assert at.success


def test_a_topic_leaves_only_its_claims() -> None:
    at = opened(c_topic="cache")
    assert at.selectbox(key="c_claim").value == "rejection_frees_blocks"


@pytest.mark.parametrize("claim", sorted(claims()))
def test_every_claim_can_be_looked_at(claim: str) -> None:
    at = opened(c_claim=claim)
    at.toggle(key=f"look_{claim}").set_value(True).run()
    assert not at.exception
    assert at.info


def test_chinese_and_a_link_that_is_wrong() -> None:
    at = open_page("claims", locale="zh-CN", c_claim="no_such")
    assert not at.exception
    assert at.title[0].value == "说法核对"
    assert at.warning
