"""Stepping through a round in a browser: the ledger changes, the address follows, nothing scrolls sideways."""

from playwright.sync_api import expect

from tests.browser.app import PHONE, App, quiet


def test_one_press_moves_one_change(app: App) -> None:
    page = app.open("rollback?rb_round=3&rb_step=0")
    expect(page.locator(".pc-now")).to_have_count(0)
    page.get_by_role("button", name="▶").click()
    quiet(page)
    expect(page.locator(".pc-lane-draft .pc-now")).to_have_count(2)  # the round before was a full accept
    assert "rb_step=1" in page.url


def test_a_mistake_chosen_by_link_marks_its_layers(app: App) -> None:
    page = app.open("rollback?live=true&rb_cache_fault=stale_layer", size=PHONE, wait=False)
    expect(page.locator(".pc-part-target .pc-bar-rejected").first).to_be_visible(timeout=180_000)
    expect(page.locator(".pc-part-draft .pc-bar-rejected")).to_have_count(0)
    wide = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
    assert wide <= 0
