"""The lesson on the mask: recorded without a model, computed with one, broken on demand."""

import pytest

from specviz.theory.masks import MASKS
from tests.pages.lesson import drawn, opened


def test_without_a_model_it_shows_the_mask_of_the_recorded_run():
    at = opened("one_pass")
    assert "pc-chosen" in drawn(at)
    assert not at.metric
    assert at.session_state["op_row"] == "2"


@pytest.mark.parametrize("lang", ["en", "zh"])
@pytest.mark.parametrize("mask", MASKS)
def test_the_loaded_pair_shows_rounding_or_a_broken_mask(lang, mask):
    at = opened("one_pass", op_mask=mask, op_row="4", live="true", lang=lang)
    assert at.session_state["op_mask"] == mask
    page = drawn(at)
    wrong = page.count("pc-bar pc-bar-rejected")
    rows = page.count("pc-bar pc-bar-")
    assert rows == 5
    assert wrong == {"causal": 0, "only_self": 4}.get(mask, 5)
    assert len(at.metric) == 4


def test_the_quiz_answers_back():
    at = opened("one_pass")
    at.radio(key="answer_one_pass_quiz_sees").set_value(2).run()
    assert at.warning
    at.radio(key="answer_one_pass_quiz_sees").set_value(1).run()
    assert at.success


def test_a_link_with_an_unknown_mask_says_so():
    assert opened("one_pass", op_mask="bidirectional").warning
