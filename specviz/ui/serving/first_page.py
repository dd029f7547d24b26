"""The page the browser asks for first: Streamlit's own, and in it where the server is, and a picture.

Streamlit's front end looks for its server under the address of the page, is told 404 on every deep link, waits, and
asks one level higher: .2 s. It need not look where the page says `window.__streamlit.BACKEND_BASE_URL`, which
Streamlit keeps for those who host it. The page's own files are found relative to the same place, so a proxy with a
prefix is as good as no proxy.
"""

import gzip
import re
from collections.abc import Callable
from functools import cache, lru_cache
from pathlib import Path

import streamlit as st
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

STATIC = Path(st.__file__).parent / "static"
PICTURED = ("", "step_lab")
"""Pages that open with a stage; "" is the first screen."""
_FONTS = {"Source Sans": "SourceSansVF-Upright", "Source Code Pro": "SourceCodeVF-Upright"}  # family → file
_FACE = """@font-face {{
  font-family: "{family}";
  font-weight: 100 900;
  font-display: swap;
  src: url("./static/media/{name}");
}}"""
_WHERE = '<script>window.__streamlit = { BACKEND_BASE_URL: new URL(".", location).href }</script>'
_NAMED = re.compile(r'(?:href|src)="\./(static/[^"]+)"')


def first_page(html: str) -> str:
    """`html` with the address of the server, which is where the page's relative links lead."""
    return html.replace("</head>", f"{_WHERE}</head>", 1)


def answer(html: str, slug: str) -> Callable[[Request], Response]:
    """An endpoint that answers page `slug` with `html`, and at its end the picture that the page opens with.

    A browser asks for it again each time, as for Streamlit's own. A plain function: Starlette runs it in a thread.
    """

    def page(request: Request) -> Response:
        packed = "gzip" in request.headers.get("accept-encoding", "")
        if slug not in PICTURED:
            return _page(html, packed)
        from specviz.ui.serving.first_picture import first_picture  # the server is there before this is

        locale = request.headers.get("accept-language", "").split(",")[0].split(";")[0]
        picture = first_picture(slug, request.query_params, locale)
        faces = f"<style>\n{font_faces()}\n</style>\n"
        return _page(html.replace("</body>", f"{faces}{picture}</body>", 1) if picture else html, packed)

    return page


def _page(html: str, packed: bool) -> Response:
    """Packed where the browser allows it: Streamlit never packs the page at the root, and the others each time."""
    headers = {"Cache-Control": "no-cache", "Vary": "Accept-Encoding, Accept-Language"}
    if not packed:
        return HTMLResponse(html, headers=headers)
    return HTMLResponse(_gzip(html), headers=headers | {"Content-Encoding": "gzip"})


@lru_cache(maxsize=32)
def _gzip(html: str) -> bytes:
    return gzip.compress(html.encode())


@cache
def font_faces(folder: Path = STATIC) -> str:
    """`@font-face` rules for the two faces the stage is drawn with, as Streamlit's front end makes them later."""
    found = ((family, next(folder.glob(f"static/media/{name}*.woff2"), None)) for family, name in _FONTS.items())
    return "\n".join(_FACE.format(family=family, name=file.name) for family, file in found if file)


def files(html: str, folder: Path = STATIC) -> dict[str, bytes]:
    """Contents of the files below `folder` that `html` names, by name (`static/js/…`); one that is missing is left
    out."""
    names = dict.fromkeys(_NAMED.findall(html))
    return {name: (folder / name).read_bytes() for name in names if (folder / name).is_file()}
