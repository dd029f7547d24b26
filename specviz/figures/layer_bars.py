"""Every layer of a cache against a fresh prefill, as bars on a log scale. HTML."""

from collections.abc import Sequence
from html import escape

from specviz.figures.markup import log_bar, power
from specviz.words import say

LOW, HIGH, TOLERANCE = 1e-9, 10.0, 1e-5


def layer_bars(target: Sequence[float], draft: Sequence[float], lang: str) -> str:
    """`target`, `draft`: per layer, max |ΔK| ÷ max |K|. Above `TOLERANCE` a layer does not hold what it should."""
    return f'<div class="pc-layers">{_part("target", target, lang)}{_part("draft", draft, lang)}</div>'


def _part(model: str, values: Sequence[float], lang: str) -> str:
    rows = "".join(
        f'<tr><th scope="row">{escape(say("fig.layers.layer", lang, i=i))}</th>'
        f"<td>{log_bar(v, LOW, HIGH, 'accepted' if v <= TOLERANCE else 'rejected')}"
        f'<span class="pc-number">{power(v)} {"✓" if v <= TOLERANCE else "✗"}</span></td></tr>'
        for i, v in enumerate(values)
    )
    title = escape(say(f"fig.ledger.{model}", lang))
    return f'<table class="pc-table pc-part-{model}"><caption>{title}</caption><tbody>{rows}</tbody></table>'
