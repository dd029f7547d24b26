"""The first page against the front end that is installed: where it says the server is, and which files it names."""

from pathlib import Path

from specviz.ui.serving.first_page import STATIC, files, first_page

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
