"""One self-contained HTML page that replays a trace from disk: the stage, its styles and the trace, no network."""

import json

from specviz.figures.bundle import css, expression
from specviz.figures.payload import payload
from specviz.trace import Trace
from specviz.words import say

_PAGE = """<!doctype html>
<html lang="{lang}">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'">
<title>{title}</title>
<style>
:root {{ color-scheme: light dark; }}
body {{ margin: 0; padding: 12px clamp(8px, 2vw, 24px); background: light-dark(#fbfaf8, #14161b); }}
main {{ max-width: 1240px; margin: auto; }}
{css}
</style>
<main><div class="specviz-stage"></div></main>
<script type="application/json" id="trace">{data}</script>
<script>
const mount = {script};
mount({{
  parentElement: document.querySelector("main"),
  data: {{ payload: JSON.parse(document.getElementById("trace").textContent), at: {{ round: 0, step: 0, grain: "verdict" }} }},
  setStateValue() {{}},
}});
document.querySelector(".stage").focus();
</script>
</html>
"""  # noqa: E501


def offline_html(trace: Trace, lang: str, *, predict: bool = False) -> str:
    """The page as text."""
    data = json_in_page(payload(trace, lang, predict=predict))
    return _PAGE.format(lang=lang, title=say("stage.name", lang), css=css(), data=data, script=expression())


def json_in_page(value: object) -> str:
    """`value` as JSON for a script element, which nothing in it can end: `<` is written `\\u003c`."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")
