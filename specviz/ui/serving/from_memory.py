"""Files that every browser asks for at once, answered from memory.

Streamlit reads a file in several steps, each on another thread: sixty small files are .1 s of the server's time for
every reader, while the others wait. Only exact names are answered here; anything else is Streamlit's.
"""

from collections.abc import Mapping

from starlette.responses import Response
from starlette.types import ASGIApp, Receive, Scope, Send

KINDS = {"js": "text/javascript", "css": "text/css", "woff2": "font/woff2"}
FOREVER = "public, immutable, max-age=31536000"  # the names carry a hash of what is in them


class FromMemory:
    """ASGI middleware: a GET for one of `files` (path → content) is answered, all else is passed on."""

    def __init__(self, app: ASGIApp, files: Mapping[str, bytes]) -> None:
        self._app = app
        self._answers = {
            path: Response(body, media_type=KINDS[kind], headers={"Cache-Control": FOREVER})
            for path, body in files.items()
            if (kind := path.rpartition(".")[2]) in KINDS
        }

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        mine = scope["type"] == "http" and scope["method"] == "GET" and self._answers.get(scope["path"])
        await (mine or self._app)(scope, receive, send)
