"""What an address asks for, and where a trace is opened."""

import pytest

from specviz.figures.steps import steps
from specviz.recordings import presets
from specviz.settings import RunSettings, View, to_query
from specviz.ui.arrival import arrival, place
from specviz.ui.resources import FIRST, recorded

TRACE = recorded(FIRST)
STEPS = steps(TRACE)


@pytest.mark.parametrize(
    ("query", "locale", "lang"),
    [({}, None, "en"), ({}, "zh-CN", "zh"), ({}, "fr", "en"), ({"lang": "en"}, "zh-CN", "en"), ({}, "", "en")],
)
def test_the_language_is_the_links_or_else_the_browsers(query: dict[str, str], locale: str | None, lang: str) -> None:
    assert arrival(query, locale).view.lang == lang


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ({}, FIRST),
        ({"lang": "zh", "hidden": '["menu"]'}, FIRST),
        (to_query((View(trace="code"),)), "code"),
        (to_query((RunSettings(seed=9), View())), None),
        (to_query((RunSettings(seed=9), View(trace="code"))), "code"),
    ],
)
def test_a_link_to_a_run_has_no_recording_and_all_else_has_one(query: dict[str, str], expected: str | None) -> None:
    assert arrival(query, None).recording == expected


def test_what_was_wrong_in_the_address_is_kept_for_the_page_to_say() -> None:
    came = arrival({"k": "1000", "step": "-3"}, None)
    assert (came.settings.k, came.view.step, len(came.notes)) == (64, 0, 2)


@pytest.mark.parametrize("preset", presets(), ids=lambda p: p.id)
def test_every_recording_can_be_opened_at_every_step_and_round(preset) -> None:
    trace = recorded(preset.id)
    told = steps(trace)
    assert [place(trace, n, 0) for n in range(len(told))] == [(n, s.round) for n, s in enumerate(told)]
    assert [place(trace, 0, r)[1] for r in range(len(trace.rounds))] == list(range(len(trace.rounds)))


def test_beyond_the_end_is_the_end() -> None:
    assert place(TRACE, 10**6, 0) == (len(STEPS) - 1, STEPS[-1].round)
    assert place(TRACE, 0, 10**5) == (len(STEPS) - 1, STEPS[-1].round)
