"""The model calls of a run in order, one box per forward pass, a seam after every round. HTML."""

from collections.abc import Sequence
from html import escape

from specviz.trace import Round, totals
from specviz.words import say


def pass_strip(rounds: Sequence[Round], name: str, lang: str) -> str:
    """One line for a run: amber for the draft, blue for the target (with its number of tokens), framed for repair."""
    sums = totals(rounds)
    boxes = '<span class="pc-seam"></span>'.join("".join(_boxes(r, lang)) for r in rounds)
    counted = say(
        "fig.passes.count", lang, target=sums.target_passes, rounds=sums.rounds, draft=sums.draft_passes,
        tokens=sums.committed,
    )  # fmt: skip
    return (
        f'<div class="pc-run"><span class="pc-name">{escape(name)}</span>'
        f'<div><div class="pc-strip">{boxes}</div><small>{escape(counted)}</small></div></div>'
    )


def _boxes(r: Round, lang: str) -> list[str]:
    out = []
    for c in r.calls:
        if c.stage == "prefill":
            continue
        kind = "repair" if c.stage == "repair" else "work"
        words = say(f"fig.passes.{c.model}.{kind}", lang, n=len(c.ids))
        label = str(len(c.ids)) if c.model == "target" else ""
        out.append(f'<i class="pc-pass-{c.model} pc-pass-{kind}" title="{escape(words)}">{label}</i>')
    return out
