"""The app in a real Chromium, for tests: a server of its own, pages that are watched, and words for waiting.

    def test_something(app: App) -> None:
        page = app.open("step_lab?lang=zh", size=PHONE, theme="dark")
        page.get_by_role("button", name="运行").click()
        quiet(page)

Every page is watched from its first byte: a console error, an exception on screen or a request to another host
fails the test that opened it.
"""

import re
import shutil
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, Playwright

from specviz.paths import ROOT

PROJECTOR, PHONE = (1280, 800), (390, 844)
NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
FLAGS = ["--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking", "--disable-sync"]
FLAGS += ["--process-per-site"]  # the pages of a server share one process: it has compiled Streamlit's front end once
HEALTH = "/_stcore/health"
HELP = "No Chromium or Chrome found. Type: apt-get install chromium (or: python -m playwright install chromium)"
_STILL = """() => new Promise((done) => {
  const still = () => { watch.disconnect(); done(); };
  let timer = setTimeout(still, 400);
  const watch = new MutationObserver(() => { clearTimeout(timer); timer = setTimeout(still, 400); });
  watch.observe(document.body, { childList: true, subtree: true });
  setTimeout(still, 10000);
})"""
_OURS = re.compile(r"^(blob|data|about):|^(http|ws)s?://127\.0\.0\.1(:\d+)?/")


def chromium(playwright: Playwright) -> Browser:
    """The Chromium installed on this machine; fails with the line to type when there is none."""
    own = Path(playwright.chromium.executable_path)
    found = next(filter(None, map(shutil.which, NAMES)), str(own) if own.is_file() else None)
    assert found, HELP
    return playwright.chromium.launch(executable_path=found, args=FLAGS)


@contextmanager
def server(log: Path, script: str = "app.py") -> Iterator[str]:
    """A freshly started app on a free port; yields its address."""
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        port = s.getsockname()[1]
    command = [sys.executable, "-m", "streamlit", "run", script, "--server.headless", "true"]
    with log.open("wb") as out:
        process = subprocess.Popen([*command, "--server.port", str(port)], cwd=ROOT, stdout=out, stderr=out)
    try:
        base = f"http://127.0.0.1:{port}"
        _wait_for(base, process, log)
        yield base
    finally:
        process.terminate()
        process.wait(20)


def _wait_for(base: str, process: subprocess.Popen[bytes], log: Path) -> None:
    for _ in range(3000):
        assert process.poll() is None, f"the app ended at once:\n{log.read_text()}"
        try:
            urllib.request.urlopen(f"{base}{HEALTH}", timeout=1).close()
        except (urllib.error.URLError, TimeoutError):
            time.sleep(0.02)
        else:
            return
    raise AssertionError(f"the app did not answer within a minute:\n{log.read_text()}")


def quiet(page: Page, timeout: float = 60) -> None:
    """Waits until the script has run to its end and the page has stopped changing; seconds."""
    page.wait_for_timeout(150)  # a click takes a moment to reach the server
    page.wait_for_selector("#specviz-first", state="detached", timeout=timeout * 1000)
    for _ in range(2):  # the first time, a page may wait for its picture before it draws the rest
        page.wait_for_selector("[data-testid=stApp][data-test-script-state=notRunning]", timeout=timeout * 1000)
        page.wait_for_selector(".st-key-later", state="detached", timeout=timeout * 1000)
    page.evaluate(_STILL)


class Contexts:
    """Browser contexts, one for each site and kind of reader: their pages find Streamlit's front end in the cache.

    A session of the app belongs to its page, so that pages share nothing but files. One idle page stays open in each
    context, so that the next is a tab in its window and not a window of its own, and the site's process lives on.
    """

    def __init__(self, browser: Browser) -> None:
        self._browser = browser
        self._made: dict[tuple[object, ...], BrowserContext] = {}

    def of(
        self, idle: str, size: tuple[int, int], theme: str, locale: str = "en-US", motion: str = "no-preference"
    ) -> BrowserContext:
        """The context for a kind of reader; `idle` is the address of the page that stays open."""
        key = (idle, size, theme, locale, motion)
        if key not in self._made:
            made = self._browser.new_context(
                viewport={"width": size[0], "height": size[1]},
                color_scheme=theme,
                locale=locale,
                reduced_motion=motion,
            )
            made.grant_permissions(["clipboard-read", "clipboard-write"])
            made.new_page().goto(idle)
            self._made[key] = made
        return self._made[key]


class App:
    """One server seen through one browser. `close` ends all pages and asserts that nothing went wrong in them."""

    def __init__(self, base: str, contexts: Contexts) -> None:
        self.base, self._contexts = base, contexts
        self._open: list[Page] = []
        self.troubles: list[str] = []

    def open(
        self, path: str = "", *, size: tuple[int, int] = PROJECTOR, theme: str = "light", locale: str = "en-US",
        wait: bool = True,
    ) -> Page:  # fmt: skip
        """A new session at `path`; with `wait`, once it is quiet. `theme` is the browser's, light or dark."""
        page = self._contexts.of(f"{self.base}{HEALTH}", size, theme, locale).new_page()
        self._open.append(page)
        page.on("console", self._heard)
        page.on("pageerror", lambda e: self.troubles.append(f"page error: {e}"))
        page.on("request", lambda r: _OURS.match(r.url) or self.troubles.append(f"other host: {r.url}"))
        page.goto(f"{self.base}/{path}")
        if wait:
            quiet(page)
        return page

    def close(self) -> None:
        for page in self._open:
            shown = page.locator("[data-testid=stException]").all_inner_texts()
            self.troubles += [f"exception on screen: {text}" for text in shown]
            page.close()
        assert not self.troubles, "\n".join(self.troubles)

    def _heard(self, message: ConsoleMessage) -> None:
        if message.type == "error":
            self.troubles.append(f"console: {message.text} ({message.location.get('url', '')})")
