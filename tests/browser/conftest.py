"""One Chromium and one server per test session; `fresh_app` for what only a server nobody has visited can show."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect, sync_playwright

from tests.browser.app import App, Contexts, chromium, server

HERE = Path(__file__).parent
expect.set_options(timeout=30_000)  # a busy machine paints late


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Everything in this folder drives a browser."""
    for item in items:
        if HERE in item.path.parents:
            item.add_marker(pytest.mark.browser)


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        chrome = chromium(playwright)
        yield chrome
        chrome.close()


@pytest.fixture(scope="session")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of the session's server."""
    with server(tmp_path_factory.mktemp("server") / "log") as base:
        yield base


@pytest.fixture(scope="session")
def contexts(browser: Browser) -> Contexts:
    return Contexts(browser)


@pytest.fixture
def app(address: str, contexts: Contexts) -> Iterator[App]:
    """The app on the session's server; see `App`."""
    ours = App(address, contexts)
    yield ours
    ours.close()


@pytest.fixture
def fresh_app(tmp_path: Path, contexts: Contexts) -> Iterator[App]:
    """The app on a server that nobody has visited yet."""
    with server(tmp_path / "log") as base:
        ours = App(base, contexts)
        yield ours
        ours.close()
