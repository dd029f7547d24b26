"""The measuring page: the recorded report, a report from a file, a real (tiny) run, and what it refuses."""

import re

import pytest
from msgspec.structs import replace
from streamlit.testing.v1 import AppTest

from specviz.bench import report as files
from specviz.ui.measure.choose import RECORDED
from tests.pages.lab import open_page, said


def opened(**query: str) -> AppTest:
    at = open_page("measure", **query)
    assert not at.exception, [e.value for e in at.exception]
    return at


def result(at: AppTest, key: str) -> str:
    for html in at.get("html"):
        found = re.search(rf'data-result="{key}".*?sv-value">(.*?)</td>', html.proto.body)
        if found:
            return found[1]
    raise AssertionError(f"no result {key}")


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_the_recorded_report_is_shown_with_its_own_numbers(lang):
    at = opened(lang=lang)
    recorded = files.read(RECORDED.read_bytes())
    assert result(at, "m_ratio").startswith(f"× {recorded.ratio:.3f}")
    assert f"{recorded.gap['positions']:.3f}" in result(at, "m_predicted")
    assert not said(at)


def test_a_file_replaces_the_report_and_a_bad_file_does_not():
    at = opened()
    before = result(at, "m_ratio")
    at.file_uploader(key="m_file").upload("bad.json", b"{}", "application/json").run()
    assert result(at, "m_ratio") == before
    assert any("not a specviz benchmark" in text for text in said(at))
    recorded = files.read(RECORDED.read_bytes())
    other = files.write(replace(recorded, ratio=9.5))
    at.file_uploader(key="m_file").upload("good.json", other, "application/json").run()
    assert result(at, "m_ratio").startswith("× 9.500")


def test_a_number_out_of_range_is_refused_with_the_range():
    at = opened(m_k="99")
    assert any("99" in text and "16" in text for text in said(at))


def test_a_run_shows_what_it_measured():
    at = opened(m_k="2", m_new="4", m_prompts="1", m_turns="1")
    at.button(key="m_run").click().run()
    assert not at.exception
    done = at.session_state["m_report"]
    assert done.settings["k"] == 2
    assert done.overall.prompts == 5
    assert result(at, "m_ratio").startswith(f"× {done.ratio:.3f}")


def test_a_public_server_does_not_measure(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SPECVIZ_HOSTED", "1")
    at = opened()
    assert not any(b.key == "m_run" for b in at.button)
    assert any("on your own machine" in i.value for i in at.info)
