"""Compare in a browser: a link with both sides on a projector and a phone, and running the other side by hand."""

import pytest
from playwright.sync_api import expect

from specviz.settings import RunSettings, View, to_query
from specviz.ui.permalink import link
from specviz.words import say
from tests.browser.app import PHONE, PROJECTOR, App, quiet
from tests.browser.axe import serious

SHORT = RunSettings(max_new_tokens=12, seed=3)


@pytest.mark.parametrize(("size", "theme", "lang"), [(PROJECTOR, "light", "en"), (PHONE, "dark", "zh")])
def test_two_recordings_by_link(app: App, size: tuple[int, int], theme: str, lang: str) -> None:
    view = View(trace="first", versus=("trace=hot",), lang=lang)
    page = app.open(link("step_lab", to_query((view,))), size=size, theme=theme)
    lanes = page.locator(".pc-lane")
    expect(lanes).to_have_count(2)
    expect(lanes.nth(0)).to_have_attribute(
        "aria-label", say("fig.lanes.alt", lang, name=say("compare.base", lang), passes=14, tokens=64)
    )
    lanes.nth(1).scroll_into_view_if_needed()
    first, second = (lanes.nth(n).locator("> span").nth(9).bounding_box() for n in (0, 1))
    assert first["x"] == pytest.approx(second["x"], abs=0.5), "one axis for both"
    assert page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth") <= 0
    found = serious(page, ".st-key-pic_lanes")
    assert not found, "\n".join(found)


def test_the_other_side_is_run_and_a_fresh_session_opens_the_same_comparison(app: App) -> None:
    page = app.open(link("step_lab", to_query((SHORT, View()))), wait=False)
    quiet(page, 90)
    box = page.locator(".st-key-vs_temperature").get_by_role("spinbutton")
    box.fill("0")
    page.keyboard.press("Enter")
    quiet(page)
    page.get_by_role("button", name=say("compare.go")).click()
    expect(page.locator(".pc-lane")).to_have_count(2, timeout=90_000)
    quiet(page, 90)
    sums = page.locator(".sv-versus").inner_text()
    again = app.open(page.url.removeprefix(f"{app.base}/"), wait=False)
    quiet(again, 90)
    expect(again.locator(".pc-lane")).to_have_count(2, timeout=90_000)
    quiet(again, 90)
    assert again.locator(".sv-versus").inner_text() == sums
