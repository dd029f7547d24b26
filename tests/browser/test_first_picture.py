"""The picture that comes with the page, while Streamlit is held back, and how the live stage takes its place."""

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import pytest
from playwright.sync_api import Page, Route, expect

from specviz.settings import View, to_query
from specviz.ui.permalink import link
from tests.browser.app import PHONE, PROJECTOR, App, quiet

HOST = "#specviz-first"
_PLACES = """() => {
  const inside = (e) => e?.shadowRoot?.querySelector('.specviz-stage');
  const of = (e) => e && ['x', 'y', 'width', 'height'].map((side) => Math.round(e.getBoundingClientRect()[side]));
  const live = [...document.querySelectorAll('#root *')].map(inside).find(Boolean);
  return { first: of(inside(document.getElementById('specviz-first'))), live: of(live) };
}"""


@contextmanager
def held_back(app: App, path: str, **how: object) -> Iterator[tuple[Page, Callable[[], None]]]:
    """The page at `path` with Streamlit's front end not arriving until the second value is called."""
    page, waiting, going = app.open("_stcore/health", wait=False, **how), [], False

    def hold(route: Route) -> None:
        route.continue_() if going else waiting.append(route)

    def let_go() -> None:
        nonlocal going
        going = True
        for route in waiting:
            route.continue_()

    page.route(re.compile(r"/static/js/index\."), hold)
    page.goto(f"{app.base}/{path}", wait_until="commit")
    page.wait_for_selector(f"{HOST} .stage")
    yield page, let_go


@pytest.mark.parametrize("size", [PROJECTOR, (1000, 700), (700, 800), PHONE])
@pytest.mark.parametrize(
    "path",
    [
        "",
        "step_lab?lang=zh",
        link("step_lab", to_query((View(trace="reject", step=12, room=True),))),
        link("step_lab", to_query((View(trace="code", hidden=("settings",)),))),
    ],
)
def test_the_live_stage_comes_where_the_picture_was(app: App, path: str, size: tuple[int, int]) -> None:
    with held_back(app, path, size=size) as (page, let_go):
        page.evaluate("document.fonts.ready")
        shown, before = page.locator(f"{HOST} .stage").inner_text(), page.evaluate(_PLACES)
        assert before["live"] is None
        let_go()
        quiet(page)
    after = page.evaluate(_PLACES)
    assert after == {"first": None, "live": before["first"]}
    assert page.locator(".stage").inner_text() == shown


def test_the_picture_cannot_be_reached_and_does_not_scroll_the_page(app: App) -> None:
    with held_back(app, "step_lab", size=PHONE) as (page, let_go):
        page.keyboard.press("Tab")
        assert page.evaluate("document.activeElement === document.body")
        assert page.evaluate("document.documentElement.scrollHeight <= innerHeight")
        let_go()
        quiet(page)


@pytest.mark.parametrize(
    ("system", "chosen", "dark"),
    [("light", "", 0), ("dark", "", 1), ("light", "Dark", 1), ("dark", "Light", 0), ("dark", "System", 1)],
)
def test_it_has_the_theme_the_page_will_have(app: App, system: str, chosen: str, dark: int) -> None:
    page, paper = (
        app.open("_stcore/health", wait=False, theme=system),
        ("rgb(251, 250, 248)", "rgb(20, 22, 27)")[dark],
    )
    key, value = "stActiveTheme-/step_lab-v2", f'"{chosen}"'
    page.evaluate("([k, v]) => v ? localStorage.setItem(k, v) : localStorage.removeItem(k)", [key, chosen and value])
    with held_back(app, "step_lab", theme=system) as (page, let_go):
        assert page.evaluate(f"getComputedStyle(document.querySelector('{HOST}')).backgroundColor") == paper
        let_go()
        quiet(page)
    assert page.evaluate("getComputedStyle(document.querySelector('.stApp')).backgroundColor") == paper
    page.evaluate("(k) => localStorage.removeItem(k)", key)


def test_it_goes_when_the_reader_does(app: App) -> None:
    with held_back(app, "step_lab") as (page, let_go):
        page.evaluate("history.pushState(null, '', '/models')")
        expect(page.locator(HOST)).to_have_count(0)
        let_go()
        quiet(page)


def test_it_goes_when_the_page_has_something_else_to_say(app: App) -> None:
    with held_back(app, "step_lab") as (page, let_go):
        page.evaluate("document.body.insertAdjacentHTML('beforeend', '<p data-testid=stAlertContainer></p>')")
        expect(page.locator(HOST)).to_have_count(0)
        page.evaluate("document.querySelector('[data-testid=stAlertContainer]').remove()")
        let_go()
        quiet(page)


def test_a_browser_without_declarative_shadow_roots_has_the_page_without_it(app: App) -> None:
    page = app.open("_stcore/health", wait=False)
    page.add_init_script("""{
      const { get } = Object.getOwnPropertyDescriptor(Element.prototype, 'shadowRoot');
      const none = { get() { return this.id === 'specviz-first' ? null : get.call(this); } };
      Object.defineProperty(Element.prototype, 'shadowRoot', none);
    }""")
    page.goto(f"{app.base}/step_lab")
    quiet(page)
    expect(page.locator(".stage")).to_be_visible()
