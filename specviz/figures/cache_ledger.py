"""Both caches of a round, position by position, after any number of its changes. HTML; one column per position."""

from collections.abc import Sequence
from html import escape

from specviz.figures.cache_changes import Change, lengths_after
from specviz.figures.chips import Names
from specviz.figures.markup import chip
from specviz.trace import Round
from specviz.words import say

BEFORE = 2  # committed positions shown to the left of the round


def cache_ledger(names: Names, r: Round, changes: Sequence[Change], done: int, lang: str) -> str:
    """The state after the first `done` of `changes`, the last of them brought forward.

    A cell shows the norm of its key vector where one was measured. Until the round is over, what it wrote is
    provisional; a cell that is just being cut is struck through.
    """
    first, last = max(0, r.t - BEFORE), r.t + len(r.candidates) + 1
    span = range(first, last)
    over = done == len(changes)
    lines = (
        _line("position", [f"<small>{p}</small>" for p in span], lang),
        _line("proposed", [_proposed(names, r, p) for p in span], lang),
        *(
            _line(model, _cells(model, span, r, changes, done, over, lang), lang, f"pc-lane-{model}")
            for model in ("target", "draft")
        ),
        _line("text", [_text(names, r, p, over) for p in span], lang),
    )
    return f'<div class="pc-scroll"><table class="pc-ledger"><tbody>{"".join(lines)}</tbody></table></div>'


def sentence(names: Names, r: Round, changes: Sequence[Change], done: int, lang: str) -> str:
    """What the last of the first `done` changes did, in words; plain text."""
    key = "fig.ledger.start"
    if not done:
        return say(f"{key}.{r.repair}", lang, t=r.t, newest=names.at[r.t - 1])
    c = changes[done - 1]
    model = say(f"fig.ledger.{c.model}", lang)
    length = lengths_after(r, changes, done)[c.model]
    if c.kind == "cut":
        return say("fig.ledger.cut", lang, model=model, start=c.start, n=c.count, length=length)
    words = "fig.ledger.write.one" if c.count == 1 else "fig.ledger.write.many"
    return say(words, lang, model=model, start=c.start, end=c.end - 1, n=c.count, length=length)


def _line(name: str, cells: Sequence[str], lang: str, kind: str = "") -> str:
    body = "".join(c if c.startswith("<td") else f"<td>{c}</td>" for c in cells)
    return f'<tr class="{kind}"><th scope="row">{escape(say(f"fig.ledger.{name}", lang))}</th>{body}</tr>'


def _proposed(names: Names, r: Round, p: int) -> str:
    if p < r.t:
        return chip(names.at[p], "prompt")
    i = p - r.t
    return chip(names.candidates(r)[i], r.candidates[i].fate) if i < len(r.candidates) else ""


def _text(names: Names, r: Round, p: int, over: bool) -> str:
    """The committed text; what this round adds appears when it is over."""
    if p < r.t:
        return chip(names.at[p], "prompt")
    i = p - r.t
    if not over or i >= len(r.committed):
        return ""
    fate = "accepted" if i < r.accepted else r.emitted.kind if r.emitted else "accepted"
    return chip(names.at[p], fate)


def _cells(
    model: str, span: range, r: Round, changes: Sequence[Change], done: int, over: bool, lang: str
) -> list[str]:
    length = lengths_after(r, changes, done)[model]
    now = changes[done - 1] if done else None
    began = lengths_after(r, changes, 0)[model]
    norms = _norms(model, changes[:done])
    out = []
    for p in span:
        new = now is not None and now.model == model and now.start <= p < now.end
        if new and now is not None and now.kind == "cut":
            state = "cut"
        elif p < length:
            state = "held" if over or p < began else "provisional"
        elif p < r.t and r.repair == "lazy":
            state = "pending"
        else:
            state = "empty"
        tip = escape(say(f"fig.ledger.cell.{state}", lang))
        norm = f"{norms[p]:.1f}" if p in norms and state != "empty" else ""
        kind = f"pc-kv pc-kv-{state}{' pc-now' if new else ''}"
        out.append(f'<td><span class="{kind}" title="{tip}">{norm}</span></td>')
    return out


def _norms(model: str, changes: Sequence[Change]) -> dict[int, float]:
    found: dict[int, float] = {}
    for c in changes:
        if c.model == model and c.kind == "write":
            found |= dict(zip(range(c.start, c.end), c.norms, strict=False))
    return found
