"""A round as the list of changes it makes to the two caches: every write and every cut, in the order they happen.

Made from the record of a round; the norms of the real key vectors are added where somebody measured them.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from specviz.trace import Model, Round


@dataclass(frozen=True)
class Change:
    """`model`'s cache is written from position `start` on, or cut there. `count` positions, `norms` of the written
    keys (empty: not measured)."""

    model: Model
    kind: Literal["write", "cut"]
    start: int
    count: int
    norms: tuple[float, ...] = ()

    @property
    def end(self) -> int:
        return self.start + self.count


def changes_of(r: Round) -> tuple[Change, ...]:
    """What round `r` did: drafting, verify pass, then repair of the target and of the draft; no prefill."""
    before = [c for c in r.calls if c.stage not in ("prefill", "repair")]
    out = [Change(c.model, "write", c.start, len(c.ids)) for c in before]
    for model in ("target", "draft"):
        lengths = getattr(r.cache, model)
        writes = [c for c in r.calls if c.stage == "repair" and c.model == model]
        keep = min([lengths[3], *(c.start for c in writes)])
        if keep < lengths[2]:
            out.append(Change(model, "cut", keep, lengths[2] - keep))
        out += [Change(model, "write", c.start, len(c.ids)) for c in writes]
    return tuple(out)


def lengths_after(r: Round, changes: Sequence[Change], done: int) -> dict[str, int]:
    """Both cache lengths once the first `done` changes have happened."""
    length = {"target": r.cache.target[0], "draft": r.cache.draft[0]}
    for c in changes[:done]:
        length[c.model] = c.end if c.kind == "write" else c.start
    return length


def first_cut(rounds: Sequence[Sequence[Change]]) -> int:
    """Number, from 1, of the first round in which something is cut; 1 if there is none."""
    return next((n for n, changes in enumerate(rounds, 1) if any(c.kind == "cut" for c in changes)), 1)


def until_cut(changes: Sequence[Change]) -> int:
    """How many changes there are up to the first cut, it included; all of them if nothing is cut."""
    return next((n for n, c in enumerate(changes, 1) if c.kind == "cut"), len(changes))
