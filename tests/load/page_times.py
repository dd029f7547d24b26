"""How fast the pages are in Chromium: measured on a machine that does nothing else, and never asserted.

    python -m tests.load.page_times

Prints when the stage is painted and when it is live, after starting the server and in further sessions; Run for 64
tokens; a step of the stage on a 512-token trace at k = 8; messages to the server during ten seconds of play; and the
sliders of the calculators, from the key to the first changed figure and to the last change on the page.
"""

import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

from playwright.sync_api import Browser, Page, sync_playwright

from specviz.bench.paired import quantiles
from specviz.figures.offline import offline_html
from specviz.models import load
from specviz.runs import Run
from specviz.settings import RunSettings
from specviz.trace import Trace
from specviz.words import say
from tests.browser.app import PROJECTOR, chromium, quiet, server

LONG = RunSettings(max_new_tokens=512, min_new_tokens=512, k=8)
PRESSES = 30
VIEWPORT = dict(zip(("width", "height"), PROJECTOR, strict=True))
_LIVE = "() => [...document.querySelectorAll('#root *')].some((e) => e.shadowRoot?.querySelector('.stage'))"
_PAINTED = """() => document.getElementById('specviz-first-data')
  && performance.timeOrigin + performance.getEntriesByName('first-contentful-paint')[0].startTime"""
_STEPS = """async (n) => {
  const stage = document.querySelector('.stage'), out = { work: [], layout: [], frame: [] };
  const frame = () => new Promise(requestAnimationFrame);
  for (let i = 0; i < n; i++) {
    await frame();
    const start = performance.now();
    stage.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowRight', bubbles: true, composed: true }));
    out.work.push(performance.now() - start);
    stage.getBoundingClientRect();
    out.layout.push(performance.now() - start);
    await frame();
    out.frame.push(performance.now() - start);
  }
  return out;
}"""
_WATCH = """() => {
  window.seen = {};
  document.addEventListener('keydown', () => { window.seen = { key: performance.now() }; }, true);
  new MutationObserver((all) => {
    for (const { target } of all) {
      const at = target.nodeType === 1 ? target : target.parentElement;
      if (!at?.closest('[data-testid=stMain]') || at.closest('[data-testid=stSlider]')) continue;
      window.seen.last = performance.now();
      if (at.closest('.js-plotly-plot, svg')) window.seen.figure ??= performance.now();
    }
  }).observe(document.body, { subtree: true, childList: true, characterData: true, attributes: true });
}"""


def main() -> None:
    """Print everything."""
    run = Run(load(LONG.pair))
    ids = run.prompt_ids(LONG)
    trace = run.trace(LONG, ids, list(run.speculative(LONG, ids)))
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        browser = chromium(playwright)
        _steps(browser, trace, Path(folder) / "stage.html")
        began = time.time()
        with server(Path(folder) / "log") as base:
            page, painted, live = _open(browser, f"{base}/step_lab", began)
            print(f"the stage after starting the server: painted {painted:.2f} s, live {live:.2f} s")
            _runs(page)
            _sessions(browser, f"{base}/step_lab")
            _play(page)
            for name in ("expected", "roofline"):
                _sliders(browser, f"{base}/{name}")
        browser.close()


def _open(browser: Browser, url: str, began: float) -> tuple[Page, float, float]:
    """A page with a stage in a new context, once it is quiet; the seconds from `began` (of `time.time`) until the
    browser had painted the picture that comes with the page, and until the live stage was there.
    """
    page = browser.new_context(viewport=VIEWPORT).new_page()
    page.goto(url, wait_until="commit")
    page.wait_for_function(_LIVE, polling=20)
    live = time.time()
    quiet(page)
    return page, page.evaluate(_PAINTED) / 1000 - began, live - began


def _steps(browser: Browser, trace: Trace, file: Path) -> None:
    file.write_text(offline_html(trace, "en"), "utf-8")
    page = browser.new_page()
    page.goto(file.as_uri())
    page.evaluate(_STEPS, 30)  # warm-up
    done = page.evaluate(_STEPS, 600)
    _say("a step of the stage, its own work", done["work"])
    _say("a step of the stage, its own work and the browser's layout", done["layout"])
    _say("a step of the stage, until the next frame is drawn", done["frame"])
    page.close()


def _sessions(browser: Browser, url: str) -> None:
    times: tuple[list[float], list[float]] = ([], [])
    for _ in range(5):
        page, *both = _open(browser, url, time.time())
        for seconds, kept in zip(both, times, strict=True):
            kept.append(1000 * seconds)
        page.context.close()
    _say("a further session, until its stage is painted", times[0])
    _say("a further session, until its stage is live", times[1])


def _runs(page: Page) -> None:
    button = page.get_by_role("button", name=say("ui.run"), exact=True)
    times = []
    for _ in range(6):
        start = time.perf_counter()
        button.click()
        page.wait_for_selector("[data-test-script-state=running]", timeout=60_000)
        page.wait_for_selector("[data-test-script-state=notRunning]", timeout=60_000)
        times.append(1000 * (time.perf_counter() - start))
        quiet(page)
    print(f"the first Run, which loads the pair: {times[0]:.0f} ms")
    _say("Run for 64 tokens", times[1:])


def _play(page: Page) -> None:
    sent: list[object] = []
    page.on("websocket", lambda socket: socket.on("framesent", lambda frame: sent.append(frame)))
    page.reload()
    quiet(page)
    sent.clear()
    page.locator(".stage").focus()
    page.keyboard.press("Space")
    page.wait_for_timeout(10_000)
    print(f"messages to the server during 10 s of play: {len(sent)}")


def _sliders(browser: Browser, url: str) -> None:
    page = browser.new_context(viewport=VIEWPORT).new_page()
    page.goto(url)
    quiet(page)
    page.evaluate(_WATCH)
    slider, figure, whole = page.get_by_role("slider").first, [], []
    for i in range(PRESSES):
        slider.press("ArrowLeft" if i % 2 else "ArrowRight")
        page.wait_for_timeout(1500)
        seen = page.evaluate("() => window.seen")
        if "figure" in seen:
            figure.append(seen["figure"] - seen["key"])
            whole.append(seen["last"] - seen["key"])
    name = url.rsplit("/", 1)[1]
    print(f"{name}: {len(figure)} of {PRESSES} presses changed a figure")
    _say(f"{name}: from the key to the first change of a figure", figure)
    _say(f"{name}: from the key to the last change on the page", whole)
    page.context.close()


def _say(what: str, milliseconds: Sequence[float]) -> None:
    if milliseconds:
        middle, most = quantiles(milliseconds, (0.5, 0.95))
        print(f"{what}: median {middle:.1f} ms, p95 {most:.1f} ms ({len(milliseconds)})", flush=True)


if __name__ == "__main__":
    main()
