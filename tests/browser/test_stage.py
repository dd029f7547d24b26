"""The stage by itself, opened from disk as the offline page: keys, grains, questions, access, hostile text."""

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from xml.etree import ElementTree

import pytest
from playwright.sync_api import Page, expect

from specviz.figures.numbers import prob
from specviz.figures.offline import offline_html
from specviz.figures.questions import questions
from specviz.figures.steps import GRAINS, Step, steps
from specviz.trace import Trace
from specviz.words import say
from tests.browser.app import PHONE, PROJECTOR, Contexts
from tests.browser.axe import serious
from tests.figures import traces

Open = Callable[..., Page]


@pytest.fixture
def stage(contexts: Contexts, tmp_path: Path) -> Iterator[Open]:
    """Opens a trace as an offline page; fails on any error in it and on any request that leaves the disk."""
    troubles: list[str] = []
    pages = []

    def opened(
        trace: Trace,
        *,
        lang: str = "en",
        predict: bool = False,
        size: tuple[int, int] = PROJECTOR,
        theme: str = "light",
    ) -> Page:
        file = tmp_path / "stage.html"
        file.write_text(offline_html(trace, lang, predict=predict), "utf-8")
        page = contexts.of("about:blank", size, theme, motion="reduce").new_page()
        pages.append(page)
        page.on("console", lambda m: m.type == "error" and troubles.append(m.text))
        page.on("pageerror", lambda e: troubles.append(str(e)))
        page.on("dialog", lambda d: troubles.append(f"dialog {d.message}") or d.dismiss())
        page.on("request", lambda r: r.url.startswith(("file:", "blob:", "data:")) or troubles.append(r.url))
        page.goto(file.as_uri())
        expect(page.locator(".stage")).to_be_focused()
        return page

    yield opened
    for page in pages:
        page.close()
    assert not troubles, troubles


def named(s: Step) -> str:
    return f"{s.round}:{s.kind}:{s.index}"


def standing(page: Page) -> str:
    return page.locator(".stage").get_attribute("data-step")


def press(page: Page, *keys: str) -> None:
    for key in keys:
        page.keyboard.press(key)


@pytest.mark.parametrize("grain", GRAINS)
def test_the_arrows_stop_where_the_grain_says_and_say_the_sentence(stage: Open, grain: str) -> None:
    trace = traces.trace(max_new_tokens=9)
    page = stage(trace)
    page.get_by_label(say("stage.grain")).select_option(grain)
    page.locator(".stage").focus()
    stops = [s for s in steps(trace) if grain in s.grains]
    for s in stops[1:]:
        press(page, "ArrowRight")
        assert standing(page) == named(s)
        assert page.locator(".sentence").inner_text() == say(s.key, **s.args)
    for s in stops[-2::-1]:
        press(page, "ArrowLeft")
        assert standing(page) == named(s)


def test_rounds_ends_and_finer_grain_have_their_keys(stage: Open) -> None:
    trace = traces.kind("lazy")
    told = steps(trace)
    page = stage(trace)
    press(page, "End")
    assert standing(page) == named(told[-1])
    press(page, "Home", "Shift+ArrowRight")
    assert standing(page) == named(next(s for s in told if s.round == 1 and "verdict" in s.grains))
    press(page, "-", "ArrowRight")
    assert page.get_by_label(say("stage.grain")).input_value() == "token"
    press(page, "Shift+ArrowLeft")
    assert standing(page) == named(told[0])


def test_space_plays_and_pauses_but_a_focused_button_keeps_its_own_space(stage: Open) -> None:
    page = stage(traces.kind("lazy"))
    page.get_by_label(say("stage.speed")).select_option("4")
    page.locator(".stage").focus()
    before = standing(page)
    press(page, "Space")
    page.wait_for_function("was => document.querySelector('.stage').dataset.step !== was", arg=before)
    press(page, "Space")
    after = standing(page)
    page.wait_for_timeout(700)
    assert standing(page) == after
    step = page.get_by_role("button", name=say("stage.go.step"), exact=True)
    step.focus()
    press(page, "Space")
    page.wait_for_timeout(700)
    assert standing(page) != after
    assert page.get_by_role("button", name=say("stage.go.play"), exact=True).is_visible()


def test_the_timeline_scrubs_to_the_nearest_stop(stage: Open) -> None:
    trace = traces.kind("lazy")
    told = steps(trace)
    page = stage(trace)
    box = page.locator(".timeline").bounding_box()
    middle = box["y"] + box["height"] / 2
    page.mouse.move(box["x"] + 2, middle)
    page.mouse.down()
    page.mouse.move(box["x"] + box["width"] * 0.6, middle, steps=4)
    page.mouse.up()
    at = next(n for n, s in enumerate(told) if named(s) == standing(page))
    assert abs(at - 0.6 * len(told)) < 8
    assert "verdict" in told[at].grains
    assert page.locator(".timeline").get_attribute("aria-valuenow") == str(at + 1)


def test_the_keys_are_listed_and_the_focus_comes_back(stage: Open) -> None:
    page = stage(traces.kind("lazy"))
    press(page, "?")
    help_ = page.get_by_role("dialog", name=say("stage.help"))
    expect(help_).to_be_visible()
    press(page, "Escape")
    expect(help_).to_be_hidden()
    expect(page.locator(".stage")).to_be_focused()


@pytest.mark.parametrize("kind", ["lazy", "eager", "k64", "argmax", "eos", "none_eager"])
@pytest.mark.parametrize("size", [PROJECTOR, PHONE])
def test_the_picture_stays_put_from_step_to_step(stage: Open, kind: str, size: tuple[int, int]) -> None:
    page = stage(traces.kind(kind), size=size)
    frames = (
        "() => [...document.querySelectorAll('.panel')].map(n => [n.offsetTop, n.offsetHeight, n.offsetWidth].join())"
    )
    first = page.evaluate(frames)
    for _ in range(12):
        press(page, "ArrowRight")
        assert page.evaluate(frames) == first
    assert page.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth")
    if size == PROJECTOR:
        assert page.locator(".stage").bounding_box()["height"] <= 655


@pytest.mark.parametrize("kind", ["lazy", "eager", "k64", "argmax"])
def test_a_step_looks_the_same_whichever_step_came_before_it(stage: Open, kind: str) -> None:
    """Between two steps only what differs is touched: nothing may stay behind."""
    page = stage(traces.kind(kind))
    page.get_by_role("button", name=say("stage.mask"), exact=True).click()
    differing = page.evaluate(
        """() => {
          const stage = document.querySelector('.stage'), seen = {}, differing = [];
          const press = (key) => stage.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
          const walk = (key, at) => {
            for (let n = 0, before = null; n < 60 && before !== stage.dataset.step; n += 1, press(key)) {
              before = stage.dataset.step;
              at(before, stage.cloneNode(true));
            }
          };
          walk('ArrowRight', (step, picture) => { seen[step] = picture; });
          walk('ArrowLeft', (step, picture) => {
            if (seen[step]?.isEqualNode(picture) === false) differing.push(step);
          });
          return { differing, steps: Object.keys(seen).length };
        }"""
    )
    assert differing["steps"] > 8
    assert not differing["differing"]


def test_hostile_text_is_text(stage: Open) -> None:
    for size in (PROJECTOR, PHONE):
        page = stage(traces.kind("hostile"), size=size)
        press(page, *["Shift+ArrowRight"] * 4, "ArrowRight", "ArrowRight", "ArrowRight", "ArrowRight")
        assert page.locator(".stage img, .stage script").count() == 0
        assert "<img src=x onerror=alert(1)>" in page.locator(".stream").inner_text().replace("\n", "")
        assert page.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth")


@pytest.mark.parametrize(("kind", "row"), [("lazy", "rows[0]"), ("eager", "saved_next")])
def test_each_judge_row_stands_one_column_left_of_its_candidate(stage: Open, kind: str, row: str) -> None:
    page = stage(traces.kind(kind))
    while not standing(page).startswith("0:judge:"):
        press(page, "ArrowRight")
    active = page.locator(".row.active")
    assert active.locator(".tok").text_content() == row
    verdict = page.locator(".verdict.live rect").bounding_box()
    judge = active.locator("rect").bounding_box()
    step = page.locator(".verdict rect").nth(1).bounding_box()["x"] - verdict["x"]
    assert judge["x"] + step == pytest.approx(verdict["x"], abs=2)


def test_the_microscope_shows_the_numbers_of_the_trace(stage: Open) -> None:
    trace = traces.kind("lazy")
    page = stage(trace)
    told = [s for s in steps(trace) if "verdict" in s.grains]
    seen = {"judge": False, "emit": False}
    for s in told[1:]:
        press(page, "ArrowRight")
        micro = page.locator(".micro").inner_text()
        r = trace.rounds[s.round]
        if s.kind == "judge":
            c = r.candidates[s.index]
            assert {prob(c.p), prob(c.q)} <= set(re.findall(r"[<>]?\.\d+|\b[01]\b", micro))
            assert f"u = {prob(c.u)}" in page.locator(".ruler").text_content()
            seen["judge"] = True
        if s.kind == "emit":
            assert f"u = {prob(r.emitted.u)}" in page.locator(".line").text_content()
            assert page.locator(".piece.hit").count() == 1
            seen["emit"] = True
    assert all(seen.values())


def test_a_candidate_without_a_law_has_no_q_bars_and_the_targets_own_token_beside_it(stage: Open) -> None:
    trace = traces.kind("argmax")
    page = stage(trace)
    while ":judge:" not in standing(page):
        press(page, "ArrowRight")
    assert page.locator(".bar.q").count() == 0
    assert page.locator(".bar.p").count() > 2
    assert "≠" in page.locator(".verdict-line").inner_text() or "=" in page.locator(".verdict-line").inner_text()
    assert say("stage.micro.onehot") in page.locator(".micro").inner_text()


def test_a_chip_tells_its_numbers_on_focus_and_leads_to_its_verdict(stage: Open) -> None:
    trace = traces.kind("lazy")
    page = stage(trace)
    press(page, "Shift+ArrowRight", "Shift+ArrowRight")
    chip = page.locator('[data-place="0,1"]')
    chip.focus()
    tip = page.get_by_role("tooltip")
    expect(tip).to_be_visible()
    assert f"q {prob(trace.rounds[0].candidates[1].q)}" in tip.inner_text()
    chip.click()
    assert standing(page) == "0:judge:1"
    expect(page.locator(".stage")).to_be_focused()


def test_a_prompt_token_tells_its_place_and_up_and_down_lead_to_every_chip(stage: Open) -> None:
    trace = traces.kind("lazy")
    page = stage(trace)
    tip, last = page.get_by_role("tooltip"), len(trace.prompt_ids) - 1
    while not standing(page).startswith("0:commit"):
        press(page, "ArrowRight")
    page.locator(".stream").focus()
    press(page, *["ArrowUp"] * page.locator(".stream .chip:not(.prompt)").count(), "ArrowUp")
    expect(page.locator(f'[data-place="-1,{last}"]')).to_be_focused()
    expect(tip).to_contain_text(say("stage.tip", pos=last, id=trace.prompt_ids[last], fate=say("stage.fate.prompt")))
    assert standing(page).startswith("0:commit"), "the step stays"
    page.locator('[data-place="-1,0"]').hover()
    expect(tip).to_contain_text(f"id {trace.prompt_ids[0]}")


@pytest.mark.parametrize("size", [PROJECTOR, PHONE])
def test_no_number_in_the_table_of_candidates_is_cut(stage: Open, size: tuple[int, int]) -> None:
    page = stage(traces.kind("lazy"), size=size)
    press(page, *["ArrowRight"] * 2)
    while ":commit:" not in standing(page):
        press(page, "ArrowRight")
    cut = page.evaluate(
        """() => [...document.querySelectorAll('.micro td:not(:nth-child(2))')]
               .filter((td) => td.clientWidth < td.scrollWidth).map((td) => td.textContent)"""
    )
    assert not cut
    wide = page.evaluate(
        """() => { const td = document.querySelector('.micro tbody td:nth-child(4)'); td.textContent = '>.999';
                   return td.clientWidth >= td.scrollWidth; }"""
    )
    assert wide


def test_the_text_can_be_read_by_rounds(stage: Open) -> None:
    trace = traces.kind("lazy")
    page = stage(trace)
    press(page, "End")
    page.get_by_role("button", name=say("stage.as.rounds"), exact=True).click()
    r = trace.rounds[2]
    assert f"{r.accepted}/{len(r.candidates)} + ↺" in page.locator(".tally").nth(2).inner_text()


def test_a_question_hides_its_step_until_it_is_answered_and_is_graded(stage: Open) -> None:
    trace = traces.kind("lazy")
    told, asked = steps(trace), questions(trace)
    page = stage(trace, predict=True)
    for n, q in enumerate(asked[:3]):
        while page.locator(".choices button").count() == 0:
            press(page, "ArrowRight")
        assert page.locator(".sentence").inner_text() == say(q.key, **q.args)
        assert standing(page) == named(told[q.step - 1])
        press(page, "ArrowRight", "ArrowRight")
        assert standing(page) == named(told[q.step - 1]), "an open question is not stepped over"
        choice = q.answer if n != 1 else (q.answer + 1) % len(q.options)
        press(page, str(choice + 1))
        assert standing(page) == named(told[q.step])
        assert (
            say("stage.predict.wrong" if n == 1 else "stage.predict.right") in page.locator(".sentence").inner_text()
        )
        assert say(q.why, **q.args) in page.locator(".sentence").inner_text()
    assert page.locator(".score").inner_text() == say("stage.predict.score", right=2, asked=3)


def test_a_trace_without_rounds_says_so(stage: Open) -> None:
    page = stage(traces.kind("empty"))
    press(page, "ArrowRight", "End", "Shift+ArrowLeft", "Space")
    assert page.locator(".sentence").inner_text() == say("stage.empty")


def test_the_picture_of_a_round_is_saved_as_svg(stage: Open) -> None:
    page = stage(traces.kind("lazy"))
    press(page, *["ArrowRight"] * 5)
    with page.expect_download() as got:
        page.get_by_role("button", name=say("stage.save"), exact=True).click()
    text = Path(got.value.path()).read_text("utf-8")
    tree = ElementTree.fromstring(text)
    assert tree.tag == "{http://www.w3.org/2000/svg}svg"
    assert "rows[0]" in "".join(tree.itertext())
    assert "class=" not in text
    assert "var(" not in text


def test_a_scripted_draft_is_marked_as_simulated_on_the_stage_and_in_its_picture(stage: Open) -> None:
    for kind, marks in (("scripted", 1), ("lazy", 0)):
        page = stage(traces.kind(kind))
        word = say("stage.simulated")
        assert page.locator(".settings .origin").count() == marks
        with page.expect_download() as got:
            page.get_by_role("button", name=say("stage.save"), exact=True).click()
        tree = ElementTree.fromstring(Path(got.value.path()).read_text("utf-8"))
        assert "".join(tree.itertext()).count(word) == marks


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("lang", ["en", "zh"])
def test_nothing_serious_for_people_who_listen_or_use_keys(stage: Open, theme: str, lang: str) -> None:
    page = stage(traces.kind("lazy"), theme=theme, lang=lang)
    found = []
    for keys in ([], ["ArrowRight"] * 4, ["Shift+ArrowRight"] * 2 + ["ArrowRight"] * 3, ["ArrowRight"]):
        press(page, *keys)
        found += serious(page)
    assert not found, "\n".join(found)
