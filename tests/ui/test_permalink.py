"""Links: complete, readable again, and honest about who can open them."""

from urllib.parse import parse_qsl, urlsplit

import pytest

from specviz.settings import RunSettings, View, from_query
from specviz.ui.permalink import is_local, link, page_of, query_of

HOSTILE = RunSettings(prompt='a&b=c#d ?é👩 "<>\n', stop=("\n", "&"), script=(1, 2), seed=2**53 - 1)


def test_a_link_carries_everything_and_is_read_back() -> None:
    view = View(
        lang="zh", round=3, step=41, grain="pass", predict=True, room=True, hidden=("settings",), versus=("k=8",)
    )
    address = link("http://lab.example:8501/step_lab?old=1#x", query_of(HOSTILE, view))
    assert address.startswith("http://lab.example:8501/step_lab?")
    assert "old" not in address
    settings, back, notes = from_query(dict(parse_qsl(urlsplit(address).query, keep_blank_values=True)))
    assert (settings, back, notes) == (HOSTILE, view, ())


def test_a_link_to_a_recording_carries_no_settings() -> None:
    query = query_of(None, View(trace="first", step=7))
    assert query["trace"] == "first"
    assert "prompt" not in query


@pytest.mark.parametrize(
    ("address", "slug", "wanted"),
    [
        ("http://lab.example:8501/step_lab?step=3#x", "residual", "http://lab.example:8501/residual"),
        ("https://lab.example/course/step_lab", "", "https://lab.example/course/"),
        ("", "residual", "/residual"),
    ],
)
def test_the_address_of_another_page(address: str, slug: str, wanted: str) -> None:
    assert page_of(address, slug) == wanted


HERE = ("http://localhost:8501/", "http://127.0.0.1/x", "http://[::1]:1/", "")
ELSEWHERE = ("http://192.168.0.7:8501/", "https://lab.example/")


@pytest.mark.parametrize("address", HERE + ELSEWHERE)
def test_a_local_address_is_known_as_one(address: str) -> None:
    assert is_local(address) is (address in HERE)
