"""Two runs of one prompt, token under token: the fates in each, and the places where the ids part. HTML."""

from html import escape

from specviz.figures.chips import Names
from specviz.figures.markup import chip
from specviz.trace import Trace
from specviz.words import say


def first_difference(a: Trace, b: Trace) -> int | None:
    """Index of the first generated token that is not the same in both, None when one continues the other."""
    new = (t.ids[len(t.prompt_ids) :] for t in (a, b))
    return next((i for i, (x, y) in enumerate(zip(*new, strict=False)) if x != y), None)


def run_lines(right: Trace, other: Trace, names: tuple[str, str], lang: str) -> str:
    """The generated tokens of both runs, named by `names`; those of `other` that are not `right`'s are marked."""
    return f'<div class="pc-runs">{_line(right, None, names[0], lang)}{_line(other, right, names[1], lang)}</div>'


def _line(trace: Trace, reference: Trace | None, name: str, lang: str) -> str:
    start = len(trace.prompt_ids)
    texts, fates = Names(trace).at[start:], _fates(trace)
    wanted = reference.ids[start:] if reference else trace.ids[start:]
    parts = []
    for i, (token, text) in enumerate(zip(trace.ids[start:], texts, strict=True)):
        same = i < len(wanted) and wanted[i] == token
        tip = say(f"stage.fate.{fates[i]}", lang)
        mark = chip(text, fates[i], title=f"{i + 1} · {tip}")
        parts.append(mark if same else f'<span class="pc-other">{mark}</span>')
    return f'<div class="pc-run"><span class="pc-name">{escape(name)}</span><p>{" ".join(parts)}</p></div>'


def _fates(trace: Trace) -> list[str]:
    """The fate of every generated token."""
    return [
        fate for r in trace.rounds for fate in (*["accepted"] * r.accepted, *([r.emitted.kind] if r.emitted else []))
    ]
