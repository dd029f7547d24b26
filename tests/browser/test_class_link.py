"""A link for a class in a browser: made by a teacher, opened on a fresh server by a student."""

from playwright.sync_api import expect

from specviz.words import say
from tests.browser.app import PHONE, App, quiet


def test_escape_leaves_class_mode_from_the_stage(app: App) -> None:
    page = app.open("step_lab?v=1&trace=first&room=1")
    header = page.get_by_test_id("stHeader")
    expect(header).to_be_hidden()
    page.locator(".stage").focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Escape")
    expect(header).to_be_visible()


def test_a_student_sees_what_the_teacher_left_and_nothing_else(app: App, fresh_app: App) -> None:
    page = app.open("step_lab?v=1&trace=reject&step=6")
    page.get_by_role("button", name=say("ui.share")).click()
    page.get_by_text(say("class.title")).click()
    quiet(page)
    for part in ("menu", "settings", "share"):
        page.locator(".st-key-class_hidden input").click()
        page.get_by_role("option", name=say(f"class.{part}")).click()
        quiet(page)
    page.keyboard.press("Escape")
    page.locator(".st-key-class_predict label").click()
    quiet(page)
    copied = page.get_by_test_id("stCode").inner_text().strip()
    expect(page.get_by_role("button", name=say("ui.run"), exact=True)).to_be_visible()

    student = fresh_app.open(copied.removeprefix(f"{app.base}/"), size=PHONE)
    stage = student.locator(".stage")
    expect(stage).to_be_visible()
    assert "predicting" in stage.get_attribute("class")
    expect(student.get_by_role("button", name=say("ui.run"), exact=True)).to_have_count(0)
    expect(student.get_by_role("button", name=say("ui.share"))).to_have_count(0)
    expect(student.get_by_test_id("stSidebarNav")).to_have_count(0)
    stage.focus()
    student.keyboard.press("ArrowRight")
    expect(student.locator(".choices button").first).to_be_visible()
    assert student.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth") <= 0
