"""The frame in a browser: deep links, navigation, language."""

import pytest
from playwright.sync_api import expect

from specviz.words import say
from tests.browser.app import PHONE, PROJECTOR, App, quiet


def test_a_deep_link_on_a_fresh_server_opens_the_page_inside_the_frame(fresh_app: App) -> None:
    page = fresh_app.open("step_lab")
    expect(page.get_by_role("button", name=say("ui.run"), exact=True)).to_be_visible()
    expect(page.locator(".st-key-frame_bar")).to_be_visible()
    assert page.locator("[data-testid=stDialog]").count() == 0, "Streamlit says the page was not found"
    assert page.title().startswith(say("nav.step_lab"))


@pytest.mark.parametrize("size", [PROJECTOR, PHONE])
@pytest.mark.parametrize("path", ["", "step_lab"])
def test_no_page_scrolls_sideways(app: App, path: str, size: tuple[int, int]) -> None:
    page = app.open(path, size=size)
    wide = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
    assert wide <= 0


def test_the_language_follows_the_browser_and_can_be_switched_without_losing_anything(app: App) -> None:
    page = app.open("step_lab", locale="zh-CN")
    expect(page.get_by_role("button", name=say("ui.run", "zh"), exact=True)).to_be_visible()
    page.get_by_role("spinbutton", name=say("setting.seed", "zh")).fill("7")
    page.keyboard.press("Enter")
    quiet(page)
    page.locator(".st-key-frame_bar").get_by_text("EN").click()
    quiet(page)
    expect(page.get_by_role("button", name=say("ui.run", "en"), exact=True)).to_be_visible()
    expect(page.get_by_role("spinbutton", name=say("setting.seed", "en"))).to_have_value("7")
