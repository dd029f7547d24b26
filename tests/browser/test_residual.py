"""Dragging the laws in a browser: by pointer and by keyboard; the sum closes, and the address keeps the laws."""

import re

from playwright.sync_api import Page, expect

from tests.browser.app import PHONE, App, quiet


def handle(page: Page, law: str, token: int):
    return page.locator(f'.handle[data-law="{law}"][data-token="{token}"]')


def test_dragging_and_keys_move_a_law_and_the_sum_still_closes(app: App) -> None:
    page = app.open("residual", wait=False)
    quiet(page, 180)
    one = handle(page, "q", 0)
    box = one.locator("circle").bounding_box()
    page.mouse.move(box["x"] + 5, box["y"] + 5)
    page.mouse.down()
    page.mouse.move(box["x"] + 5, box["y"] - 60, steps=6)
    page.mouse.up()
    quiet(page)
    dragged = int(one.get_attribute("aria-valuenow"))
    assert dragged > 20
    expect(page).to_have_url(re.compile(rf"rs_q={dragged}\+"))
    one.focus()
    page.keyboard.press("ArrowUp")
    page.keyboard.press("ArrowUp")
    expect(page).to_have_url(re.compile(rf"rs_q={dragged + 2}\+"))
    quiet(page)
    expect(one).to_be_focused()
    expect(page.locator(".specviz-bars .off")).to_have_count(0)


def test_a_linked_wrong_rule_shows_on_a_phone_what_is_off(app: App) -> None:
    page = app.open(
        "residual?rs_p=50+30+20&rs_q=20+20+60&rs_residual_rule=resample_q&lang=zh", size=PHONE, theme="dark"
    )
    expect(page.locator(".specviz-bars .off")).to_have_count(3, timeout=60_000)
    assert page.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth + 1")
