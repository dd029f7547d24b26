"""What the first answer holds: the picture of a recording where the page will show it, and nothing from a link."""

import json
import re
from typing import Any

import pytest

from specviz.figures.payload import payload
from specviz.settings import RunSettings, View, to_query
from specviz.ui.resources import FIRST, recorded
from specviz.ui.serving.first_picture import first_picture
from specviz.words import say

LAB = "step_lab"


def held(html: str) -> dict[str, Any]:
    return json.loads(re.search(r'id="specviz-first-data">(.*?)</script>', html, re.DOTALL)[1])


@pytest.mark.parametrize("lang", ["en", "zh"])
@pytest.mark.parametrize("slug", ["", LAB])
def test_a_visit_gets_the_first_recording_from_its_beginning_in_the_browsers_language(slug: str, lang: str) -> None:
    html = first_picture(slug, {}, {"en": "en-GB", "zh": "zh-CN"}[lang])
    expected = payload(recorded(FIRST), lang)
    assert held(html) == {
        "at": {"step": 0, "round": 0, "grain": "verdict"},
        "payload": json.loads(json.dumps(expected)),
    }
    assert (say("ui.start.title", lang) in html) == (slug == "")
    assert "**" not in html.partition("<main>")[2].partition("</main>")[0]


def test_a_link_to_a_recording_opens_it_where_the_link_says() -> None:
    view = View(lang="zh", trace="code", step=30, grain="token", predict=True, room=True)
    html = first_picture(LAB, to_query((view,)), "en")
    data = held(html)
    at = data["payload"]["steps"][30][0]
    assert data["at"] == {"step": 30, "round": at, "grain": "token"}
    assert data["payload"]["rev"] == payload(recorded("code"), "zh")["rev"]
    assert data["payload"]["questions"]
    assert 'class=" room"' in html
    assert 'class="specviz-stage room"' in html


def test_the_first_screen_begins_at_the_beginning_whatever_the_address_says() -> None:
    html = first_picture("", to_query((View(trace="code", step=30),)), "en")
    assert held(html)["at"]["step"] == 0
    assert held(html)["payload"]["rev"] == payload(recorded(FIRST), "en")["rev"]


@pytest.mark.parametrize(
    "query",
    [
        to_query((RunSettings(seed=4), View())),
        to_query((View(trace="nobody"),)),
        {"trace": "../../x"},
        {"trace": "A"},
    ],
)
def test_there_is_none_for_a_run_or_for_what_is_not_there(query: dict[str, str]) -> None:
    assert first_picture(LAB, query, "en") == ""


@pytest.mark.parametrize(
    "text", ["</script><script>alert(1)</script>", '"><img src=x onerror=alert(1)>', "\u2028", "{}%s"]
)
def test_nothing_of_the_address_or_the_browsers_language_is_repeated(text: str) -> None:
    plain = first_picture(LAB, {}, "en")
    query = dict.fromkeys(("lang", "grain", "hidden", "step", "round", "k", "prompt", "pair", "versus", text), text)
    assert first_picture(LAB, query, text) == plain


def test_scripts_end_where_they_are_meant_to() -> None:
    html = first_picture(LAB, {}, "en")
    assert html.count("<script") == html.count("</script>") == 2
    assert html.count("<template") == html.count("</template>") == 1
    assert not re.search(r"https?://(?!www\.w3\.org/)", html)
