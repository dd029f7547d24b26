"""A link for a class: what it leaves out is gone from the page, and the share part makes such links."""

from urllib.parse import parse_qs, urlsplit

import pytest
from streamlit.testing.v1 import AppTest

from specviz.paths import ROOT
from specviz.settings import PARTS, RunSettings, View, from_query, to_query
from specviz.words import LANGUAGES, say
from tests.pages.lab import SECONDS, on_stage, open_page, said


def hiding(*parts: str, **query: str) -> AppTest:
    words = ", ".join(f'"{part}"' for part in parts)
    return open_page("step_lab", v="1", trace="first", hidden=f"[{words}]", **query)


def present(at: AppTest) -> set[str]:
    """The parts of PARTS that are on the page; the menu is not visible to AppTest."""
    headings, keys = {s.value for s in at.subheader}, {w.key for kind in (at.button, at.toggle) for w in kind}
    marks = {
        "settings": "run" in keys,
        "predict": "w_predict" in keys,
        "share": bool(at.code),
        "candidates": bool(at.dataframe),
        "totals": say("total.title") in headings,
        "what_if": say("what_if.title") in headings,
        "compare": say("compare.title") in headings,
    }
    return {name for name, there in marks.items() if there}


ALL = set(PARTS) - {"menu"}


def test_nothing_is_left_out_unless_the_link_says_so() -> None:
    assert present(hiding()) == ALL


@pytest.mark.parametrize("part", PARTS)
def test_what_the_link_leaves_out_is_not_on_the_page_and_all_else_is(part: str) -> None:
    at = hiding(part)
    assert not at.exception
    assert not said(at)
    assert present(at) == ALL - {part}
    assert on_stage(at)["payload"]["rounds"], "the stage always stays"


def test_everything_can_be_left_out_and_a_word_nobody_knows_is_said() -> None:
    assert not present(hiding(*PARTS))
    at = hiding("everything")
    assert len(said(at)) == 1
    assert "everything" in said(at)[0]
    assert present(at) == ALL


def link(at: AppTest) -> tuple[str, dict[str, str]]:
    parts = urlsplit(at.code[0].value)
    return parts.path, {name: values[0] for name, values in parse_qs(parts.query).items()}


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_teacher_makes_a_link_and_keeps_the_page_as_it_was(lang: str) -> None:
    at = hiding(lang=lang)
    at.selectbox(key="class_page").set_value("residual")
    at.multiselect(key="class_hidden").set_value(["settings", "menu"])
    at.toggle(key="class_predict").set_value(True)
    at = at.toggle(key="class_room").set_value(True).run()
    assert not at.exception
    path, query = link(at)
    assert path == "/residual"
    _, view, notes = from_query(query)
    assert not notes
    assert (view.hidden, view.predict, view.room) == (("settings", "menu"), True, True)
    assert (view.trace, view.lang) == ("first", lang)
    assert present_in(at, lang)


def present_in(at: AppTest, lang: str) -> bool:
    return at.button(key="run").label == say("ui.run", lang) and not at.session_state["view"].room


def test_the_first_screen_has_the_shortest_path() -> None:
    at = hiding()
    at = at.selectbox(key="class_page").set_value("start").run()
    assert link(at)[0] == "/"


def test_the_link_follows_the_page_where_the_teacher_has_not_chosen_otherwise() -> None:
    at = hiding()
    at = at.toggle(key="w_predict").set_value(True).run()
    assert link(at)[1]["predict"] == "1"


def test_what_is_left_out_can_be_had_back() -> None:
    at = hiding("settings", "totals")
    at = at.button(key="class_show_all").click().run()
    assert present(at) == ALL
    assert link(at)[1]["hidden"] == "[]"


def test_a_room_gets_a_qr_code_and_one_machine_alone_gets_advice() -> None:
    for host, there in (("192.168.0.7", True), ("localhost", False)):
        at = from_host(host)
        assert at.code[0].value.startswith(f"http://{host}:8501/step_lab?")
        assert bool(at.get("image")) is there
        assert any(say("ui.share.local") == c.value for c in at.caption) is not there


def test_a_link_too_long_for_a_qr_code_says_so() -> None:
    at = from_host("192.168.0.7", **to_query((RunSettings(stop=("很久" * 32,) * 8, max_new_tokens=1), View())))
    assert not at.exception
    assert not at.get("image")
    assert any(say("ui.share.long") == c.value for c in at.caption)


def from_host(host: str, **query: str) -> AppTest:
    """The Step Lab as a reader sees it who came by this host."""
    at = AppTest.from_file(str(ROOT / "app.py"), default_timeout=SECONDS)
    at.context = {"locale": "en-US", "url": f"http://{host}:8501/step_lab"}
    for name, value in query.items():
        at.query_params[name] = value
    return at.run().switch_page("pages/step_lab.py").run()


def test_a_class_link_to_a_lesson_brings_its_settings_to_the_lab() -> None:
    at = open_page("residual", v="1", trace="hot", hidden='["menu"]', room="1", lang="zh")
    assert not at.exception
    assert at.session_state["view"].room
    at = at.switch_page("pages/step_lab.py").run()
    assert at.session_state["shown"].trace.run_settings.temperature == 1.5
