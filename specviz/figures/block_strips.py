"""The blocks of a paged cache, step by step: what is valid, what a rejection left, what is only reserved. HTML.

One strip per step and allocator; a block is a box as wide as its slots. Widths are shares of the widest strip.
"""

from collections.abc import Sequence
from html import escape

from specviz.theory.paged_blocks import PagedStep
from specviz.words import say


def block_strips(steps: Sequence[PagedStep], block: int, k: int, lang: str) -> str:
    """`steps` of `paged_steps(block, k, …)`, the prefill first."""
    widest = max(-(-s.slots // block) for s in steps) * block
    lines = "".join(_step(i, s, block, k, widest, lang) for i, s in enumerate(steps))
    legend = "".join(
        f'<span><i class="pc-slot pc-slot-{kind}"></i>{escape(say(f"fig.blocks.{kind}", lang))}</span>'
        for kind in ("valid", "kept", "stale", "reserved")
    )
    return f'<div class="pc-blocks">{lines}<p class="sv-legend">{legend}</p></div>'


def _step(i: int, s: PagedStep, block: int, k: int, widest: int, lang: str) -> str:
    head = say("fig.blocks.prefill", lang, n=s.slots) if not i else say(
        "fig.blocks.step", lang, i=i, before=s.computed_before, slots=s.slots, after=s.computed_after
    )  # fmt: skip
    strips = _strip("vllm", s, block, k, s.blocks, widest, lang)
    strips += _strip("truncating", s, block, k, s.blocks_truncating, widest, lang)
    return f'<div class="pc-step"><p>{escape(head)}</p>{strips}</div>'


def _strip(who: str, s: PagedStep, block: int, k: int, held: int, widest: int, lang: str) -> str:
    written = min(s.slots, s.computed_before + k + 1) if s.computed_before else s.slots
    used = -(-s.slots // block)
    boxes = "".join(_block(b, block, s, written, b < held, widest) for b in range(max(used, held)))
    note = say("fig.blocks.held", lang, n=held)
    if who == "truncating" and s.freed:
        note += " · " + say("fig.blocks.freed", lang, n=s.freed)
    return (
        f'<div class="pc-alloc"><span class="pc-name">{escape(say(f"fig.blocks.{who}", lang))}</span>'
        f'<div class="pc-strip">{boxes}</div><small>{escape(note)}</small></div>'
    )


def _block(b: int, block: int, s: PagedStep, written: int, held: bool, widest: int) -> str:
    low, high = b * block, (b + 1) * block
    kept_from = s.computed_before if s.computed_before else s.computed_after
    edges = [("valid", 0, kept_from), ("kept", kept_from, s.computed_after),
             ("stale", s.computed_after, written), ("reserved", written, s.slots)]  # fmt: skip
    parts = "".join(
        f'<i class="pc-slot pc-slot-{kind}" style="width:{100 * n / block:.2f}%"></i>'
        for kind, start, end in edges
        if (n := min(high, end) - max(low, start)) > 0
    )
    kind = "" if held else " pc-freed"
    return f'<span class="pc-block{kind}" style="width:{100 * block / widest:.2f}%">{parts}</span>'
