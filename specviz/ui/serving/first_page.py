"""The page the browser asks for first: Streamlit's own, and in it where the server is.

Streamlit's front end looks for its server under the address of the page, is told 404 on every deep link, waits, and
asks one level higher: .2 s. It need not look where the page says `window.__streamlit.BACKEND_BASE_URL`, which
Streamlit keeps for those who host it. The page's own files are found relative to the same place, so a proxy with a
prefix is as good as no proxy.
"""

import re
from collections.abc import Awaitable, Callable
from pathlib import Path

import streamlit as st
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

STATIC = Path(st.__file__).parent / "static"
_WHERE = '<script>window.__streamlit = { BACKEND_BASE_URL: new URL(".", location).href }</script>'
_NAMED = re.compile(r'(?:href|src)="\./(static/[^"]+)"')


def first_page(html: str) -> str:
    """`html` with the address of the server, which is where the page's relative links lead."""
    return html.replace("</head>", f"{_WHERE}</head>", 1)


def answer(html: str) -> Callable[[Request], Awaitable[Response]]:
    """An endpoint that answers with `html`; a browser asks for it again each time, as for Streamlit's own."""

    async def page(_: Request) -> Response:
        return HTMLResponse(html, headers={"Cache-Control": "no-cache"})

    return page


def files(html: str, folder: Path = STATIC) -> dict[str, bytes]:
    """Contents of the files below `folder` that `html` names, by name (`static/js/…`); one that is missing is left
    out."""
    names = dict.fromkeys(_NAMED.findall(html))
    return {name: (folder / name).read_bytes() for name in names if (folder / name).is_file()}
