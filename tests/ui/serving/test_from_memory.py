"""What is answered from memory, and what is left to the app behind it."""

import asyncio
from typing import Any

import pytest

from specviz.ui.serving.from_memory import FOREVER, FromMemory

FILES = {"/static/a.js": b"let a", "/static/b.css": b"b {}", "/static/c.woff2": b"cc", "/static/d.txt": b"d"}


def asked(path: str, method: str = "GET", kind: str = "http") -> list[dict[str, Any]]:
    """The messages sent in answer; one that says `passed` when the app behind was asked."""
    sent: list[dict[str, Any]] = []

    async def behind(scope: Any, receive: Any, send: Any) -> None:
        await send({"type": "passed"})

    async def send(message: Any) -> None:
        sent.append(message)

    async def receive() -> Any:
        return {"type": "http.request"}

    asyncio.run(
        FromMemory(behind, FILES)({"type": kind, "method": method, "path": path, "headers": []}, receive, send)
    )
    return sent


@pytest.mark.parametrize(
    ("path", "kind"),
    [("/static/a.js", "text/javascript"), ("/static/b.css", "text/css"), ("/static/c.woff2", "font")],
)
def test_a_file_is_answered_whole_with_its_kind_and_for_ever(path: str, kind: str) -> None:
    start, body = asked(path)
    headers = {name.decode(): value.decode() for name, value in start["headers"]}
    assert start["status"] == 200
    assert body["body"] == FILES[path]
    assert headers["content-type"].startswith(kind)
    assert headers["content-length"] == str(len(FILES[path]))
    assert headers["cache-control"] == FOREVER


@pytest.mark.parametrize(
    ("path", "method", "kind"),
    [
        ("/static/a.js", "HEAD", "http"),
        ("/static/a.js", "POST", "http"),
        ("/static/a.js", "GET", "websocket"),
        ("/static/d.txt", "GET", "http"),
        ("/static/../static/a.js", "GET", "http"),
        ("/static/none.js", "GET", "http"),
        ("/", "GET", "http"),
    ],
)
def test_all_else_is_passed_on(path: str, method: str, kind: str) -> None:
    assert asked(path, method, kind) == [{"type": "passed"}]
