"""The central interaction of the roofline page: the batch slider moves both points until the lunch is over."""

from playwright.sync_api import expect

from tests.browser.app import App, quiet


def test_the_batch_ends_the_free_lunch(app: App) -> None:
    page = app.open("roofline?r_batch=8")
    expect(page.get_by_text("the lunch is free here")).to_be_visible()
    slider = page.get_by_role("slider").nth(1)
    for _ in range(10):
        slider.press("ArrowRight")
    expect(page.get_by_text("the free lunch is over")).to_be_visible()
    quiet(page)
    assert "r_batch=256" in page.url
