"""Weights moving through a chip tile by tile, and a row of branches guessed or waited for: two timelines. Pure HTML.

Both are lanes of blocks on one time axis. Lengths are true to the numbers; only the number of tiles is drawn smaller
than it is. Classes are those of `assets/ui/timelines.css`.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape

from specviz.figures.markup import size
from specviz.figures.numbers import duration
from specviz.theory.roofline import PassTime
from specviz.words import say

TILES = 8
SWEEP_SECONDS = 6.0


@dataclass(frozen=True)
class Block:
    """A stretch of a lane: `kind` chooses its look, `label` is printed in it when there is room."""

    kind: str
    start: float
    length: float
    label: str = ""


@dataclass(frozen=True)
class Lane:
    name: str
    blocks: tuple[Block, ...]

    @property
    def end(self) -> float:
        return max((b.start + b.length for b in self.blocks), default=0.0)

    def busy(self, whole: float) -> float:
        """Share of `whole` in which the lane does something."""
        return sum(b.length for b in self.blocks) / whole if whole else 0.0


def tile_lanes(spent: PassTime, lang: str, tiles: int = TILES) -> tuple[Lane, Lane]:
    """The matrices of a pass in `tiles` equal tiles: a tile is worked on as soon as it is there and the units are
    free, while the next one loads."""
    load, work = spent.weights / tiles, spent.arithmetic / tiles
    loads, works, free = [], [], 0.0
    for i in range(tiles):
        loads.append(Block("load", i * load, load, str(i + 1)))
        start = max((i + 1) * load, free)
        works.append(Block("work", start, work, str(i + 1)))
        free = start + work
    return (
        Lane(say("fig.tiles.memory", lang), tuple(loads)),
        Lane(say("fig.tiles.units", lang), tuple(works)),
    )


def tiles(spent: PassTime, lang: str) -> str:
    """The two lanes with a sweep over them, and what one tile is in numbers."""
    lanes = tile_lanes(spent, lang)
    whole = max(lane.end for lane in lanes)
    idle = 1.0 - lanes[1].busy(whole)
    facts = say(
        "fig.tiles.facts", lang, bytes=size(spent.weight_bytes / TILES), load=duration(spent.weights / TILES),
        work=duration(spent.arithmetic / TILES), idle=f"{idle:.1%}", slow=f"{SWEEP_SECONDS / whole:,.0f}", n=TILES,
    )  # fmt: skip
    return _timeline(lanes, whole, sweep=True, caption=facts)


def branch_lanes(right: Sequence[bool], resolve: float, flush: float, lang: str) -> tuple[Lane, Lane]:
    """A row of branches, one unit of work each. Waiting: every branch stalls for `resolve`. Guessing: a right guess
    stalls for nothing, a wrong one wastes `resolve` and costs `flush` on top."""
    waited, guessed = [], []
    at = now = 0.0
    for i, good in enumerate(right, 1):
        waited += [Block("work", at, 1.0, str(i)), Block("wait", at + 1.0, resolve)]
        at += 1.0 + resolve
        guessed.append(Block("work", now, 1.0, f"{i} {'✓' if good else '✗'}"))
        now += 1.0
        if not good:
            guessed.append(Block("lost", now, resolve + flush, "✗"))
            now += resolve + flush
    return Lane(say("fig.branch.wait", lang), tuple(waited)), Lane(say("fig.branch.guess", lang), tuple(guessed))


def branches(right: Sequence[bool], resolve: float, flush: float, lang: str) -> str:
    """Both lanes on one axis, with their lengths compared."""
    waited, guessed = lanes = branch_lanes(right, resolve, flush, lang)
    told = say(
        "fig.branch.facts", lang, waited=f"{waited.end:.0f}", guessed=f"{guessed.end:.0f}",
        factor=f"{waited.end / guessed.end:.2f}",
    )  # fmt: skip
    return _timeline(lanes, max(lane.end for lane in lanes), sweep=False, caption=told)


def _timeline(lanes: Sequence[Lane], whole: float, *, sweep: bool, caption: str) -> str:
    curtain = f'<i class="tl-curtain" style="animation-duration:{SWEEP_SECONDS:g}s"></i>' if sweep else ""
    rows = "".join(
        f'<div class="tl-name">{escape(lane.name)}</div>'
        f'<div class="tl-lane">{"".join(_block(b, whole) for b in lane.blocks)}{curtain}</div>'
        for lane in lanes
    )
    told = escape(caption)
    return f'<div class="tl" role="img" aria-label="{told}">{rows}</div><p class="tl-facts">{told}</p>'


def _block(b: Block, whole: float) -> str:
    share = 100 * b.length / whole
    label = escape(b.label) if share > 3 else ""
    return (
        f'<b class="tl-{b.kind}" style="left:{100 * b.start / whole:.3f}%;width:max(1px,{share:.3f}%)">{label}</b>'
    )  # fmt: skip
