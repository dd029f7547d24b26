"""Compare in the Step Lab: without a model from recordings, with the models on request or by a link."""

import re
from dataclasses import replace

import pytest
from streamlit.testing.v1 import AppTest

from specviz.settings import RunSettings, View, to_query
from specviz.trace import totals
from specviz.ui import resources
from specviz.ui.state import Shown
from specviz.words import LANGUAGES, say
from tests.pages.lab import open_page, said, shown

SHORT = RunSettings(max_new_tokens=12, seed=3)


def linked(*versus: str, settings: RunSettings = SHORT, **view: object) -> AppTest:
    return open_page("step_lab", **to_query((settings, View(versus=versus, **view))))


def html(at: AppTest) -> str:
    return "".join(h.value for h in at.get("html"))


def lanes(at: AppTest) -> int:
    return html(at).count('class="pc-lane"')


@pytest.mark.parametrize("lang", LANGUAGES)
def test_two_recordings_stand_side_by_side_without_a_model(lang: str) -> None:
    at = open_page("step_lab", v="1", trace="first", lang=lang, versus='["trace=eager"]')
    assert not at.exception
    assert not said(at)
    assert lanes(at) == 2
    assert "rival" not in at.session_state
    assert say("compare.identical", lang, n=64) in html(at)
    assert say("what_if.why.repair", lang) in html(at)
    row = re.search(r'data-versus="target_passes">.*?</tr>', html(at)).group()
    assert re.findall(r'sv-value">(\d+)', row) == ["14", "27"]


def test_the_other_side_runs_when_asked_and_only_then() -> None:
    at = linked()
    assert any(say("compare.same") == c.value for c in at.caption)
    assert at.button(key="vs_go").disabled
    at = at.number_input(key="vs_k").set_value(2).run()
    assert lanes(at) == 0
    assert at.session_state["view"].versus == ("k=2",)
    at = at.button(key="vs_go").click().run()
    assert not at.exception
    assert not said(at)
    assert lanes(at) == 2
    rival = at.session_state["rival"]
    assert rival.run_settings == SHORT.but(k=2)
    assert shown(at).run_settings == SHORT, "the run on the stage stays"
    assert str(totals(rival.rounds).target_passes) in html(at)
    at = at.number_input(key="vs_k").set_value(3).run()
    assert lanes(at) == 0, "what is on screen belongs to the settings on screen"


def test_a_link_decodes_both_sides() -> None:
    at = linked("method=none")
    assert not at.exception
    assert lanes(at) == 2
    assert at.session_state["rival"].run_settings == SHORT.but(method="none")
    assert at.session_state["view"].versus == ("method=none",)


@pytest.mark.parametrize(
    ("item", "name"),
    [("k=99", "k"), ("method=magic", "method"), ("prompt=x", "prompt"), ("trace=nothing", "nothing")],
)
def test_a_bad_item_in_the_link_is_one_message(item: str, name: str) -> None:
    at = linked(item)
    assert not at.exception
    assert len(said(at)) == 1
    assert name in said(at)[0]


def test_what_cannot_be_compared_says_why() -> None:
    at = linked(settings=replace(SHORT, max_new_tokens=0))
    assert any(say("compare.empty") == c.value for c in at.caption)
    at = linked(settings=replace(SHORT, max_new_tokens=24))
    at = at.button_group(key="fork_change").set_value("k").run()
    at = at.button(key="fork_go").click().run()
    at = at.button(key="fork_stage").click().run()
    assert at.session_state["shown"].source == "fork"
    assert any(say("compare.fork") == c.value for c in at.caption)
    assert lanes(at) == 0


def test_a_run_that_its_settings_do_not_explain_makes_no_promise() -> None:
    """A saved what-if: its rounds went on under settings that its first rounds did not have."""
    at = open_page("step_lab", v="1", trace="hot", versus='["trace=eager"]')
    hot, first = shown(at), resources.recorded("first")
    odd = type(hot)(**{f: getattr(hot, f) for f in hot.__struct_fields__} | {"settings": first.settings})
    at.session_state["shown"] = Shown(odd, "file")
    at = at.run()
    assert say("compare.foreign") in html(at)
    assert say("what_if.why.repair") not in html(at)


def test_predicting_hides_the_comparison() -> None:
    at = open_page("step_lab", v="1", trace="first", predict="1", versus='["trace=eager"]')
    assert lanes(at) == 0
