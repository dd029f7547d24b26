"""Breaking the mask in a browser: the differences jump, and the address says what is shown."""

from playwright.sync_api import expect

from tests.browser.app import PHONE, App, quiet


def test_another_mask_makes_the_rows_differ(app: App) -> None:
    page = app.open("one_pass?live=true&op_row=1")
    expect(page.locator(".pc-mask .pc-bar-accepted")).to_have_count(5)
    page.get_by_role("radio", name="one token too many").click()
    quiet(page)
    expect(page.locator(".pc-mask .pc-bar-rejected")).to_have_count(5)
    assert "op_mask=one_ahead" in page.url
    assert "op_row=1" in page.url


def test_a_link_in_chinese_on_a_phone(app: App) -> None:
    page = app.open("one_pass?lang=zh&op_mask=only_self", size=PHONE)
    expect(page.locator(".pc-mask .pc-lost").first).to_be_visible()
    grid = page.locator(".pc-mask").bounding_box()
    assert grid["x"] >= 0
    assert grid["x"] + grid["width"] <= PHONE[0]
