"""The picture that comes in the page itself: the stage, drawn before Streamlit's front end has begun to load.

A page that opens with a recorded trace on its stage knows all of it when the browser first asks. So the answer holds
the stage's own script and sheets, the trace, and the place where it will stand; the browser draws it at once, and the
live stage takes its place a second later. It cannot be touched and is not read out: that is for the live one.
"""

import re
from collections.abc import Mapping
from functools import cache
from html import escape

from specviz.errors import SpecvizError
from specviz.figures.bundle import css, expression
from specviz.figures.offline import json_in_page
from specviz.figures.payload import payload
from specviz.paths import ASSETS
from specviz.ui.arrival import arrival, place
from specviz.ui.resources import FIRST, recorded
from specviz.ui.router import DOORS
from specviz.words import say

_BLOCK = """<div id="specviz-first" class="{bare} {room}" hidden inert aria-hidden="true">
<template shadowrootmode="open"><style>
{css}
</style><main>{above}<div class="specviz-stage {room}"></div></main></template></div>
<script type="application/json" id="specviz-first-data">{{"at":{at},"payload":{payload}}}</script>
<script>
{{
  const [host, data] = ["specviz-first", "specviz-first-data"].map((id) => document.getElementById(id));
  ({script})(host, JSON.parse(data.textContent));
}}
</script>
"""


def first_picture(slug: str, query: Mapping[str, str], locale: str | None) -> str:
    """HTML of the picture for the page `slug` ("" is the first screen) at `query`; nothing if none is known so early:
    the link is to a run, which is to be decoded again, or to a recording that there is not.

    `locale` is the language the browser asks for first.
    """
    came = arrival(query, locale)
    view, name = (came.view, came.recording) if slug else (came.view.but(step=0, round=0), FIRST)
    try:
        trace = recorded(name) if name else None
    except SpecvizError:  # told by the page, when it is there
        trace = None
    if trace is None:
        return ""
    step, at_round = place(trace, view.step, view.round)
    return _BLOCK.format(
        bare="" if slug and "settings" not in view.hidden else "bare",
        room="room" if view.room else "",
        above="" if slug else _welcome(view.lang),
        css=_sheets(),
        at=json_in_page({"step": step, "round": at_round, "grain": view.grain}),
        payload=_payload(name, view.lang, view.predict),
        script=expression("first.js"),
    )


@cache
def _welcome(lang: str) -> str:
    """What stands above the stage of the first screen."""
    doors = "".join(f"<span>{escape(say(f'ui.door.{slug}', lang))}</span>" for slug in DOORS)
    lead = re.sub(r"\*\*(.+?)\*\*", r"<b>\1</b>", escape(say("ui.start.lead", lang)))
    return f'<div class="doors"><h1>{escape(say("ui.start.title", lang))}</h1>{doors}</div><p>{lead}</p>'


@cache
def _sheets() -> str:
    return f"{css()}\n{(ASSETS / 'ui' / 'first_picture.css').read_text('utf-8')}"


@cache
def _payload(name: str, lang: str, predict: bool) -> str:
    return json_in_page(payload(recorded(name), lang, predict=predict))
