"""Watching draws come in: the picture moves by itself, pauses, and a wrong engine is seen outside the band."""

from playwright.sync_api import expect

from specviz.words import say
from tests.browser.app import PHONE, App, quiet

SLOW = 180_000  # torch is loaded at the first draw


def test_draws_come_in_until_the_announced_number(app: App) -> None:
    page = app.open("losslessness?ls_engine=resample_q&ls_announced=500", wait=False)
    page.get_by_role("button", name=say("lossless.draw"), exact=True).click(timeout=SLOW)
    expect(page.get_by_text(say("lossless.progress", n=500, announced=500))).to_be_visible(timeout=SLOW)
    quiet(page)
    expect(page.get_by_test_id("stMetricValue").filter(has_text="<.001")).to_have_count(1)
    expect(page.get_by_role("button", name=say("lossless.draw"), exact=True)).to_be_disabled()


def test_a_hidden_mistake_is_answered_on_a_phone(app: App) -> None:
    page = app.open("losslessness?lang=zh&ls_hidden_case=3", size=PHONE, theme="dark", wait=False)
    answers = page.get_by_role("radiogroup", name=say("hidden.question", "zh")).locator("label")
    expect(answers).to_have_count(5, timeout=SLOW)
    answers.first.click()
    quiet(page)
    told = page.get_by_test_id("stAlert").first
    expect(told).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth + 1")
