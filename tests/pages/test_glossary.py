"""The glossary counts what it is told to count."""

import re

import pytest

from tests.pages.lesson import drawn, opened


def value(at, metric: str) -> str:
    return re.search(rf'data-metric="{metric}".*?sv-value">([^<]*)<', drawn(at))[1]


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_the_numbers_follow_the_rounds_counted(lang):
    at = opened("glossary", lang=lang, gl_rounds="1")
    one = value(at, "tau")
    at.slider(key="gl_rounds").set_value(at.slider(key="gl_rounds").max).run()
    assert value(at, "tau") != one


def test_without_a_lab_run_the_recorded_one_is_shown_and_said():
    at = opened("glossary", gl_glossary_run="lab")
    assert at.info
    assert value(at, "alpha")


def test_every_word_is_there():
    assert drawn(opened("glossary")).count("data-word=") == 16
