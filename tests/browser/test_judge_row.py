"""Filling in the table in a browser: an answer draws its arrow, gets its explanation, and is in the address."""

from playwright.sync_api import expect

from specviz.words import say
from tests.browser.app import PHONE, App, quiet


def test_an_answer_draws_its_arrow(app: App) -> None:
    page = app.open("judge_row")
    box = page.locator(".st-key-jr_eager_0").get_by_role("combobox")
    box.scroll_into_view_if_needed()
    box.click()
    page.get_by_role("option", name="saved_next").click()
    quiet(page)
    expect(page.locator(".pc-rows .pc-arrow-right")).to_have_count(1)
    expect(page.get_by_text(say("judge_row.score", right=1, of=5))).to_be_visible()
    assert "jr_eager_0=-1" in page.url


def test_a_link_restores_the_answers_on_a_phone(app: App) -> None:
    page = app.open("judge_row?lang=zh&jr_convention=lazy&jr_lazy_0=0&jr_lazy_1=2", size=PHONE)
    expect(page.locator(".pc-rows .pc-right")).to_have_count(1)
    expect(page.locator(".pc-rows .pc-wrong")).to_have_count(1)
