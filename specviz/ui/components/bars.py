"""The draggable bars of the residual lesson in a Streamlit page: registered once, mounted by `bars`.

The browser draws what Python computed and reports where a handle wants to be; it knows no mathematics.
"""

from collections.abc import Callable
from typing import Any, NamedTuple

import streamlit as st

from specviz.paths import ASSETS

_FOLDER = ASSETS / "residual"
_mount = st.components.v2.component(
    "specviz.bars",
    html='<div class="specviz-bars">\n</div>',
    css=(_FOLDER / "bars.css").read_text("utf-8"),
    js=(_FOLDER / "bars.js").read_text("utf-8"),
)


class Wish(NamedTuple):
    """A handle moved: `law` ("p" or "q") should give `token` this share, in whole percent."""

    law: str
    token: int
    percent: int


def bars(payload: dict[str, Any], key: str, moved: Callable[[Wish], None]) -> None:
    """Draws `payload` (`figures.residual_bars`); `moved` is called before the next run, once per report."""

    def told() -> None:
        wish = st.session_state[key]["wish"]
        if wish and wish["law"] in ("p", "q") and 0 <= int(wish["token"]) < len(payload["tokens"]):
            moved(Wish(wish["law"], int(wish["token"]), int(wish["percent"])))

    _mount(key=key, data=payload, on_wish_change=told)
