"""Step Lab in a browser: run, step, stop, links, files, hostile input; held against the trace file it saves."""

import json
import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from specviz.figures.numbers import prob
from specviz.figures.steps import Step, steps
from specviz.presets import presets
from specviz.settings import RunSettings, View
from specviz.trace import Trace, read
from specviz.ui.permalink import link, query_of
from specviz.words import say
from tests.browser.app import PHONE, App, quiet

SHORT = RunSettings(max_new_tokens=16, seed=3)
# as many rounds as fit: a slow browser must still find it running
LONG = RunSettings(max_new_tokens=2048, min_new_tokens=2048, k=1, temperature=3.0)
SOME_ROUNDS = re.compile(r"^Round ([3-9]|\d{2,})")  # a slow browser may miss the first ten


def address(settings: RunSettings = SHORT, **view: object) -> str:
    """The part of a link after the host."""
    return link("step_lab", query_of(settings, View(**view)))


def press(page: Page, key: str) -> None:
    page.get_by_role("button", name=say(f"ui.{key}"), exact=True).click()


def ran(page: Page) -> None:
    """Waits for a run to end."""
    quiet(page, 90)
    expect(page.get_by_role("button", name=say("ui.run"), exact=True)).to_be_visible(timeout=90_000)
    quiet(page)


def saved(page: Page, tmp_path: Path) -> Trace:
    """The trace on the stage, by way of the download button."""
    button = page.get_by_role("button", name=say("ui.download.trace"))
    if not button.is_visible():
        page.get_by_role("button", name=say("ui.share")).click()
    expect(button).to_be_visible()
    with page.expect_download() as got:
        button.click()
    got.value.save_as(tmp_path / "trace.json")
    return read((tmp_path / "trace.json").read_bytes())


def sentence(page: Page) -> str:
    return page.locator(".sentence").inner_text()


def told(step: Step) -> str:
    return say(step.key, **step.args)


def test_run_then_keys_to_the_first_rejection_read_the_numbers_of_the_trace_file(app: App, tmp_path: Path) -> None:
    page = app.open("step_lab")
    page.get_by_role("spinbutton", name=say("setting.seed")).fill("3")
    press(page, "run")
    ran(page)
    trace = saved(page, tmp_path)
    assert trace.run_settings.seed == 3
    path = [s for s in steps(trace) if "verdict" in s.grains]
    goal = next(n for n, s in enumerate(path) if s.kind == "judge" and _fate(trace, s) == "rejected")
    page.locator(".stage").focus()
    for step in path[1 : goal + 1]:
        page.keyboard.press("ArrowRight")
        assert sentence(page) == told(step)
    c = trace.rounds[path[goal].round].candidates[path[goal].index]
    shown = page.locator(".stage").inner_text()
    for number in (c.p, c.q, c.u):
        assert prob(number) in shown


def _fate(trace: Trace, step: Step) -> str:
    return trace.rounds[step.round].candidates[step.index].fate


def test_next_round_shows_one_more_round_each_time(app: App, tmp_path: Path) -> None:
    page = app.open("step_lab")
    page.get_by_role("spinbutton", name=say("setting.seed")).fill("5")
    for n in (1, 2, 3):
        press(page, "next")
        ran(page)
        expect(page.locator(".stage")).to_have_attribute("data-step", re.compile(rf"^{n - 1}:start"))
    assert len(saved(page, tmp_path).rounds) == 3


def test_stop_ends_a_long_run_and_keeps_its_rounds(app: App, tmp_path: Path) -> None:
    page = app.open(address(LONG), wait=False)
    expect(page.get_by_text(SOME_ROUNDS)).to_be_visible(timeout=90_000)
    # ours: Streamlit's own Stop is seen until the page is styled
    page.locator(".st-key-stop").get_by_role("button", name=say("ui.stop"), exact=True).click()
    ran(page)
    trace = saved(page, tmp_path)
    assert len(trace.rounds) >= 3
    assert not trace.stop, "it was stopped, it did not end"
    press(page, "next")
    ran(page)
    assert len(saved(page, tmp_path).rounds) == len(trace.rounds) + 1


@pytest.mark.parametrize("view", [{"hidden": ("settings",)}, {"room": True}], ids=str)
def test_a_run_by_a_link_without_settings_can_be_stopped(app: App, view: dict[str, object]) -> None:
    page = app.open(address(LONG, **view), wait=False)
    expect(page.get_by_text(SOME_ROUNDS)).to_be_visible(timeout=90_000)
    stop = page.locator(".st-key-stop_beside").get_by_role("button", name=say("ui.stop"), exact=True)
    stop.click()
    expect(page.locator(".stage")).to_be_visible(timeout=90_000)
    expect(stop).to_have_count(0)
    expect(page.locator(".place")).to_contain_text(re.compile(r"1/\d+$"))


def test_the_link_in_the_box_opens_the_same_place_on_a_fresh_server(app: App, fresh_app: App, tmp_path: Path) -> None:
    page = app.open(address(round=1, step=12), wait=False)
    ran(page)
    before, text = saved(page, tmp_path), sentence(page)
    assert text == told(steps(before)[12])
    copied = page.get_by_test_id("stCode").inner_text().strip()
    assert copied.startswith(app.base)
    again = fresh_app.open(copied.removeprefix(f"{app.base}/"), wait=False)
    ran(again)
    assert sentence(again) == text
    assert saved(again, tmp_path).ids == before.ids


@pytest.mark.parametrize(
    ("name", "value"), [("k", "65"), ("temperature", "NaN"), ("lang", "klingon"), ("seed", "-1")]
)
def test_a_bad_value_in_the_address_is_one_message(app: App, name: str, value: str) -> None:
    page = app.open(re.sub(rf"(?<=[?&]){name}=", f"{name}={value}&was=", address()), wait=False)
    ran(page)
    expect(page.get_by_test_id("stAlert")).to_have_count(1)
    expect(page.get_by_test_id("stAlert")).to_contain_text(name)


def test_every_preset_can_be_read_to_its_end_on_a_phone(app: App) -> None:
    page = app.open("step_lab", size=PHONE)
    page.get_by_role("button", name=say("preset.title")).click()
    items = page.get_by_role("menuitem")
    expect(items).to_have_count(len(presets()))
    for n in range(len(presets())):
        box = items.nth(n).locator("p").bounding_box()
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= PHONE[0]


def test_a_hostile_prompt_is_only_text(app: App, tmp_path: Path) -> None:
    prompt = '<img src=x onerror="alert(1)"></script>*b* $x$ [a](http://x.test) =1+1 \u202e 👩‍👩‍👧 ' + "long" * 40
    page = app.open(address(SHORT.but(prompt=prompt, max_new_tokens=4)), wait=False)
    ran(page)
    assert saved(page, tmp_path).run_settings.prompt == prompt
    assert page.locator("img[src=x]").count() == 0
    assert page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth") <= 0


def test_a_saved_trace_is_opened_again_without_a_model(app: App, tmp_path: Path) -> None:
    page = app.open("step_lab")
    trace = saved(page, tmp_path)
    other = app.open("step_lab")
    other.get_by_role("button", name=say("ui.share")).click()
    other.locator("input[type=file]").set_input_files(tmp_path / "trace.json")
    quiet(other)
    expect(other.get_by_text(say("ui.share.none"))).to_be_visible()
    assert sentence(other) == told(steps(trace)[0])


def test_a_corrupt_trace_is_refused_and_the_picture_stays(app: App, tmp_path: Path) -> None:
    page = app.open("step_lab")
    raw = json.loads((saved(page, tmp_path), (tmp_path / "trace.json").read_text())[1])
    raw["rounds"][0]["t"] += 1
    (tmp_path / "bad.json").write_text(json.dumps(raw))
    before = sentence(page)
    page.locator("input[type=file]").set_input_files(tmp_path / "bad.json")
    quiet(page)
    expect(page.get_by_test_id("stAlert")).to_have_count(1)
    assert sentence(page) == before
