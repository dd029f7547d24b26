"""The app under AppTest: one way to open a page, and what it put on the stage. The models are the real ones."""

import json
from typing import Any

from streamlit.testing.v1 import AppTest

from specviz.paths import ROOT
from specviz.trace import Trace

SECONDS = 120


def open_page(slug: str, *, locale: str = "en-US", **query: str) -> AppTest:
    """The page `slug` in a new session that came with `query` in its address."""
    at = AppTest.from_file(str(ROOT / "app.py"), default_timeout=SECONDS)
    at.context = {"locale": locale}
    for name, value in query.items():
        at.query_params[name] = value
    at.run()
    return at if slug == "start" else at.switch_page(f"pages/{slug}.py").run()


def on_stage(at: AppTest) -> dict[str, Any]:
    """What the page sent to the stage: `payload` and `at`."""
    return json.loads(at.get("bidi_component")[0].proto.json)


def shown(at: AppTest) -> Trace:
    return at.session_state["shown"].trace


def said(at: AppTest) -> list[str]:
    """Messages on the page: errors and warnings."""
    return [m.value for m in (*at.error, *at.warning)]
