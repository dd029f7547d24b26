"""A mistake on the bench: its check is red, the right part is put back, the same check is green."""

from playwright.sync_api import expect

from specviz.words import say
from tests.browser.app import App, quiet

SLOW = 180_000  # torch is loaded when the catalogue is opened


def test_the_check_turns_green(app: App) -> None:
    page = app.open("bug_lab?bl_bench_mode=browse&bl_bench_fault=length_overshoot", wait=False)
    expect(page.locator(".pc-checks .pc-no")).to_have_count(2, timeout=SLOW)
    page.get_by_text(say("bug_lab.put_back"), exact=True).click()
    expect(page.get_by_text(say("bug_lab.green"))).to_be_visible(timeout=SLOW)
    quiet(page)
    expect(page.locator(".pc-checks .pc-yes")).to_have_count(1)
