"""The first screen."""

import pytest

from specviz.words import LANGUAGES, say
from tests.pages.lab import on_stage, open_page


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_recorded_run_is_on_the_stage_before_any_model(lang: str) -> None:
    at = open_page("start", locale=lang)
    assert not at.exception
    assert at.title[0].value == say("ui.start.title", lang)
    assert on_stage(at)["payload"]["rounds"]
    assert on_stage(at)["payload"]["lang"] == lang


def test_a_language_that_is_not_ours_gets_english() -> None:
    assert open_page("start", locale="de-DE").title[0].value == say("ui.start.title", "en")


def test_the_language_of_a_link_wins_over_the_browser() -> None:
    assert open_page("start", locale="en-US", lang="zh").title[0].value == say("ui.start.title", "zh")
