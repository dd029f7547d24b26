"""How the app is served: what `app.py` tells Streamlit's server, so that a page is there sooner.

Nothing here is needed for a page to work: it takes waiting out of the way between the browser and the first picture.
"""

from typing import Any

import streamlit as st
from starlette.middleware import Middleware
from starlette.routing import Route

from specviz.paths import PAGES
from specviz.ui.serving.first_page import STATIC, answer, files, first_page
from specviz.ui.serving.from_memory import FromMemory
from specviz.ui.serving.start import started


def options() -> dict[str, Any]:
    """What `st.App` takes besides the script: routes, middleware, and what happens when the server starts."""
    base = f"/{st.get_option('server.baseUrlPath').strip('/')}".rstrip("/")
    html = first_page((STATIC / "index.html").read_text("utf-8"))
    slugs = ["", *(page.stem for page in PAGES.glob("*.py"))]
    return {
        "routes": [Route(f"{base}/{slug}", answer(html, slug)) for slug in slugs],
        "middleware": [Middleware(FromMemory, files={f"{base}/{name}": body for name, body in files(html).items()})],
        "lifespan": started,
    }
