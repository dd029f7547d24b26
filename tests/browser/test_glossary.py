"""The glossary in a browser: the slider changes the numbers and the address; tables stay inside a phone."""

from playwright.sync_api import expect

from tests.browser.app import PHONE, App, quiet


def test_counting_one_round_less(app: App) -> None:
    page = app.open("glossary?gl_rounds=2")
    shown = page.locator('[data-metric="tau"] .sv-help')
    before = shown.inner_text()
    page.get_by_role("slider").press("ArrowLeft")
    quiet(page)
    expect(shown).not_to_have_text(before)
    assert "gl_rounds=1" in page.url


def test_the_tables_fit_a_phone(app: App) -> None:
    page = app.open("glossary", size=PHONE)
    expect(page.locator(".pc-words")).to_be_visible()  # the pictures bring the style sheet, late on a busy machine
    page.wait_for_function(
        "() => { const m = document.querySelector('[data-testid=stMain]'); return m.scrollWidth <= m.clientWidth; }"
    )
