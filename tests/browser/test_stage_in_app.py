"""The stage inside the app: silent while the reader steps, one report after a rest, never moved by a rerun."""

import json
import re

import pytest
from playwright.sync_api import Page, expect

from specviz.figures.steps import steps
from specviz.paths import ASSETS
from specviz.trace import read
from specviz.words import say
from tests.browser.app import PROJECTOR, App, quiet

FIRST = read((ASSETS / "traces" / "first.json").read_bytes())
TOLD = steps(FIRST)


def standing(page: Page) -> str:
    return page.locator(".stage").get_attribute("data-step")


def name(n: int) -> str:
    return f"{TOLD[n].round}:{TOLD[n].kind}:{TOLD[n].index}"


def sent(page: Page) -> list[str]:
    """Messages the page sends to its server, from now on."""
    out: list[str] = []
    client = page.context.new_cdp_session(page)
    client.send("Network.enable")
    client.on("Network.webSocketFrameSent", lambda event: out.append(event["response"]["payloadData"][:80]))
    return out


def reported_steps(page: Page, times: int) -> None:
    """Steps forward, and waits each time until the page has heard of it."""
    page.locator(".stage").focus()
    for _ in range(times):
        page.keyboard.press("ArrowRight")
        page.wait_for_timeout(1600)
        quiet(page)


def test_stepping_and_playing_send_nothing_and_one_report_follows(app: App) -> None:
    page = app.open("step_lab")
    stage = page.locator(".stage")
    stage.focus()
    messages = sent(page)
    for _ in range(4):
        page.keyboard.press("ArrowRight")
    page.keyboard.press("Space")
    page.wait_for_timeout(4000)
    assert messages == [], "playing is the browser's own business"
    page.keyboard.press("Space")
    expect(page).to_have_url(re.compile(r"step=\d"), timeout=15_000)
    quiet(page)
    assert len(messages) == 1
    where = int(re.search(r"[?&]step=(\d+)", page.url).group(1))
    assert standing(page) == name(where)


def test_a_link_opens_at_its_step_and_a_rerun_leaves_it_there(app: App) -> None:
    page = app.open("step_lab?v=1&trace=first&step=17")
    expect(page.locator(".stage")).to_have_attribute("data-step", name(17))
    page.locator(".stage").focus()
    page.keyboard.press("End")
    page.wait_for_timeout(1600)
    quiet(page)
    assert standing(page) == name(len(TOLD) - 1)
    page.locator(".st-key-frame_bar").get_by_text("中文").click()
    quiet(page)
    assert standing(page) == name(len(TOLD) - 1)
    expect(page.locator(".sentence")).to_have_text(say(TOLD[-1].key, "zh", **TOLD[-1].args))


def test_stepping_leaves_one_entry_in_the_history_and_back_leaves_the_lab(app: App) -> None:
    page = app.open("step_lab?v=1&trace=first&step=17")
    before = page.evaluate("history.length")
    reported_steps(page, 3)
    where = int(re.search(r"[?&]step=(\d+)", page.url).group(1))
    assert standing(page) == name(where) != name(17)
    assert page.evaluate("history.length") <= before + 1, "the address is completed once, then replaced"
    page.reload()
    quiet(page)
    expect(page.locator(".stage")).to_have_attribute("data-step", name(where))


def test_steps_taken_while_the_page_reruns_are_not_taken_back(app: App) -> None:
    page = app.open("step_lab?v=1&trace=first&step=17")
    stops = [n for n, s in enumerate(TOLD) if "verdict" in s.grains]
    at = next(i for i, n in enumerate(stops) if n > 17)
    page.locator(".stage").focus()
    page.keyboard.press("ArrowRight")
    messages = sent(page)
    while not messages:
        page.wait_for_timeout(5)
    for _ in range(4):
        page.keyboard.press("ArrowRight")
        page.wait_for_timeout(30)
    seen = set()
    for _ in range(60):
        seen.add(standing(page))
        page.wait_for_timeout(10)
    assert seen == {name(stops[at + 4])}


def test_the_focus_survives_the_rerun_that_a_report_causes(app: App) -> None:
    page = app.open("step_lab")
    page.locator(".stage").focus()
    page.keyboard.press("ArrowRight")
    page.wait_for_timeout(1600)
    quiet(page)
    before = standing(page)
    page.keyboard.press("ArrowRight")
    assert standing(page) != before


def test_the_screen_says_the_numbers_of_the_trace_at_the_first_rejection(app: App) -> None:
    page = app.open("step_lab")
    page.locator(".stage").focus()
    wanted = next(n for n, s in enumerate(TOLD) if s.kind == "judge" and "rejected" in s.key)
    for _ in range(sum("verdict" in s.grains for s in TOLD[1 : wanted + 1])):
        page.keyboard.press("ArrowRight")
    assert standing(page) == name(wanted)
    text = page.locator(".micro").inner_text()
    c = FIRST.rounds[TOLD[wanted].round].candidates[TOLD[wanted].index]
    for value in (c.u, c.p, c.q):
        assert f"{value:.3f}"[1:] in text or (value < 0.0005 and "<.001" in text)
    expect(page.locator(".sentence")).to_have_text(say(TOLD[wanted].key, "en", **TOLD[wanted].args))


def test_the_place_is_kept_over_a_visit_to_another_page(app: App) -> None:
    page = app.open("step_lab?v=1&trace=first&step=17")
    page.locator(".stage").focus()
    page.keyboard.press("ArrowRight")
    page.wait_for_timeout(1600)
    quiet(page)
    before = standing(page)
    assert before != name(17)
    page.get_by_role("link", name="specviz").first.click()
    quiet(page)
    page.get_by_role("link", name=say("nav.step_lab")).first.click()
    expect(page.locator(".stage")).to_have_attribute("data-step", before)


def test_the_first_screen_leaves_the_reader_where_they_are(app: App) -> None:
    page = app.open("")
    reported_steps(page, 2)
    assert standing(page) == name([n for n, s in enumerate(TOLD) if "verdict" in s.grains][2])


def test_the_next_round_opens_at_its_first_step(app: App) -> None:
    page = app.open("step_lab")
    button = page.get_by_role("button", name=say("ui.next"), exact=True)
    button.click()
    quiet(page)
    expect(page.locator(".stage")).to_have_attribute("data-step", re.compile(r"^0:"))
    button.click()
    quiet(page)
    expect(page.locator(".stage")).to_have_attribute("data-step", "1:start:0")


@pytest.mark.parametrize("path", ["", "?lang=zh", "step_lab", "step_lab?lang=zh", "step_lab?v=1&trace=eager&room=1"])
def test_the_whole_stage_is_on_the_projector(app: App, path: str) -> None:
    page = app.open(path, size=PROJECTOR)
    box = page.locator(".stage").bounding_box()
    assert box["y"] >= 0
    assert box["y"] + box["height"] <= PROJECTOR[1], json.dumps(box)
