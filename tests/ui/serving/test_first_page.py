"""The first page against the front end that is installed: where it says the server is, and which files it names."""

import gzip
import re
from pathlib import Path

import pytest
from starlette.requests import Request
from starlette.responses import Response

from specviz.ui.serving.first_page import PICTURED, STATIC, answer, files, first_page, font_faces

INSTALLED = (STATIC / "index.html").read_text("utf-8")


def test_the_page_says_where_the_server_is_before_the_front_end_runs() -> None:
    page = first_page(INSTALLED)
    assert page.count("BACKEND_BASE_URL") == 1
    assert page.index("BACKEND_BASE_URL") < page.index("</head>")
    assert len(page) - len(INSTALLED) < 120


def test_the_front_end_still_reads_where_the_server_is() -> None:
    entry = next(name for name in files(INSTALLED) if "/js/index." in name)
    assert b"window.__streamlit" in (STATIC / entry).read_bytes()
    assert b"BACKEND_BASE_URL" in (STATIC / entry).read_bytes()


def test_the_files_are_those_that_every_browser_asks_for() -> None:
    found = files(INSTALLED)
    assert {name.rpartition(".")[2] for name in found} == {"js", "css", "woff2"}
    assert len(found) == INSTALLED.count("./static/")
    assert all(body == (STATIC / name).read_bytes() for name, body in found.items())


def test_a_file_that_is_missing_is_left_out(tmp_path: Path) -> None:
    (tmp_path / "static").mkdir()
    (tmp_path / "static" / "here.js").write_bytes(b"1")
    html = '<script src="./static/here.js"></script><link href="./static/gone.css"><link href="./favicon.png">'
    assert files(html, tmp_path) == {"static/here.js": b"1"}


def asked(slug: str, **headers: str) -> Response:
    given = [(name.replace("_", "-").encode(), value.encode()) for name, value in headers.items()]
    scope = {"type": "http", "method": "GET", "path": f"/{slug}", "query_string": b"", "headers": given}
    return answer(first_page(INSTALLED), slug)(Request(scope))


@pytest.mark.parametrize("slug", ["", "step_lab", "models"])
def test_every_page_is_packed_for_a_browser_that_says_it_can_unpack(slug: str) -> None:
    plain, packed = asked(slug), asked(slug, accept_encoding="gzip, br")
    assert gzip.decompress(packed.body) == plain.body
    assert packed.headers["content-encoding"] == "gzip"
    assert "content-encoding" not in plain.headers
    assert len(packed.body) < 60_000
    assert (b"specviz-first" in plain.body) == (slug in PICTURED)


def test_the_language_asked_for_first_counts_whatever_its_weight() -> None:
    for wanted in ("zh-CN,zh;q=0.9,en;q=0.8", "zh;q=0.9"):
        assert b'"lang":"zh"' in asked("step_lab", accept_language=wanted).body


def test_the_faces_are_those_of_the_front_end_that_is_installed(tmp_path: Path) -> None:
    named = re.findall(r'url\("\./(.+?)"\)', font_faces())
    assert len(named) == 2
    assert all((STATIC / name).is_file() for name in named)
    assert font_faces(tmp_path) == ""
