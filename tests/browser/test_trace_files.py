"""Files in and out of the app: a hostile trace, one that is too large, and the offline page as it is downloaded."""

from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from specviz.errors import SpecvizError
from specviz.figures.steps import steps
from specviz.paths import ASSETS
from specviz.trace import read, write
from specviz.words import say
from tests.browser.app import App, quiet
from tests.figures import traces

TEN_MB = 10_000_000


def offer(page: Page, file: Path) -> None:
    page.get_by_role("button", name=say("ui.share")).click()
    page.locator("input[type=file]").set_input_files(file)
    quiet(page)


def test_a_hostile_trace_is_only_text_everywhere_on_the_page(app: App, tmp_path: Path) -> None:
    """Markup, words without end, right-to-left text, an emoji split over tokens: stage, tables and comparison."""
    trace = traces.kind("hostile")
    (tmp_path / "hostile.json").write_bytes(write(trace))
    page = app.open("step_lab")
    offer(page, tmp_path / "hostile.json")
    expect(page.get_by_text(say("ui.share.none"))).to_be_visible()
    page.keyboard.press("Escape")
    page.locator(".stage").focus()
    page.keyboard.press("End")
    shown = page.locator(".stream").inner_text().replace("\n", "")
    assert "<img src=x onerror=alert(1)>" in shown
    assert "‹U+202E›" in shown, "a direction mark cannot rearrange its neighbours"
    assert page.locator("img[src=x]").count() == 0
    assert page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth") <= 0


def test_ten_megabytes_are_refused_by_the_uploader_and_by_the_validator(app: App, tmp_path: Path) -> None:
    raw = b'{"version": 1, "text": "' + b"x" * TEN_MB + b'"}'
    with pytest.raises(SpecvizError) as refused:
        read(raw)
    assert refused.value.code == "trace_size"
    (tmp_path / "large.json").write_bytes(raw)
    page = app.open("step_lab")
    before = page.locator(".sentence").inner_text()
    offer(page, tmp_path / "large.json")
    expect(page.get_by_test_id("stFileUploaderFileErrorMessage").or_(page.get_by_text("5.0MB")).first).to_be_visible()
    assert page.locator(".sentence").inner_text() == before


def test_the_downloaded_page_replays_from_disk_without_the_app(app: App, tmp_path: Path) -> None:
    page = app.open("step_lab?v=1&trace=reject&lang=zh")
    page.get_by_role("button", name=say("ui.share", "zh")).click()
    with page.expect_download() as got:
        page.get_by_role("button", name=say("ui.download.html", "zh")).click()
    got.value.save_as(tmp_path / "stage.html")
    alone = page.context.new_page()
    asked: list[str] = []
    alone.on("request", lambda request: request.url.startswith("file:") or asked.append(request.url))
    alone.goto((tmp_path / "stage.html").as_uri())
    alone.keyboard.press("ArrowRight")
    told = steps(read((ASSETS / "traces" / "reject.json").read_bytes()))
    at = next(s for s in told[1:] if "verdict" in s.grains)
    expect(alone.locator(".sentence")).to_have_text(say(at.key, "zh", **at.args))
    assert not asked
    alone.close()
