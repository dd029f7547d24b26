"""The central interaction of the expected-speed page: a slider moves bars, numbers and address together."""

from playwright.sync_api import Page, expect

from tests.browser.app import PHONE, App, quiet


def _tokens(page: Page) -> str:
    return page.locator('[data-result="tokens"] .sv-value').inner_text()


def test_the_slider_moves_the_number_and_the_address(app: App) -> None:
    page = app.open("expected?e_alpha=0.5")
    assert _tokens(page) == "1.969"
    page.get_by_role("slider").first.press("ArrowRight")
    expect(page.locator('[data-result="tokens"] .sv-value')).to_have_text("2.005")
    quiet(page)
    assert "e_alpha=0.51" in page.url


def test_the_part_is_in_the_address_by_its_id_and_survives_the_language(app: App) -> None:
    page = app.open("expected")
    page.get_by_role("radio", name="What a round costs").click()
    quiet(page)
    assert "e_part=costs" in page.url
    chinese = app.open("expected?e_part=costs&lang=zh")
    expect(chinese.locator('[data-result="c_t"]')).to_be_visible()


def test_the_copied_link_opens_the_same_state(app: App) -> None:
    page = app.open("expected?e_alpha=0.3&e_k=7&e_c=0.4")
    shown = _tokens(page)
    page.get_by_text("Copy: text, link, CSV").click()
    link = page.locator("code", has_text="e_alpha").inner_text()
    again = app.open(link.split("/", 3)[3])
    assert _tokens(again) == shown


def test_it_fits_a_phone(app: App) -> None:
    page = app.open("expected", size=PHONE)
    assert page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth") <= 1
