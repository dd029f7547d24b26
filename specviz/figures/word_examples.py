"""For every word of the glossary, the first place in a trace where the thing it names can be seen. HTML."""

from collections.abc import Iterable
from html import escape

from specviz.figures.chips import Names
from specviz.figures.markup import chip
from specviz.figures.numbers import prob, ratio
from specviz.figures.steps import row_name
from specviz.trace import Candidate, Round, Trace
from specviz.words import say

WORDS = (
    "target", "draft", "k", "round", "rows", "judge_row", "u", "own_sample", "accepted", "rejected", "unjudged",
    "replacement", "bonus", "residual", "committed", "pending",
)  # fmt: skip


def examples(trace: Trace, lang: str) -> dict[str, str]:
    """HTML per word; words that this trace has no instance of are left out."""
    names = Names(trace)
    found = dict(_of_the_run(trace, names, lang))
    for r in trace.rounds:
        for word, html in (*_of_candidates(r, names, lang), *_of_the_end(r, names, lang)):
            found.setdefault(word, html)
    return found


def _say(key: str, lang: str, **args: object) -> str:
    """A sentence of the catalogue, its arguments already HTML."""
    return say(f"fig.word.{key}", lang, **args)


def _of_the_run(trace: Trace, names: Names, lang: str) -> Iterable[tuple[str, str]]:
    made = trace.environment
    yield "target", f"<code>{escape(made.target)}</code>"
    if made.draft:
        yield "draft", f"<code>{escape(made.draft)}</code>"
    yield "k", _say("k", lang, k=trace.settings.get("k"), asked=", ".join(str(r.k) for r in trace.rounds[-3:]))
    if trace.rounds:
        r = trace.rounds[0]
        yield "round", _say("round", lang, n=len(trace.rounds), m=r.accepted, committed=len(r.committed))
        chips = " ".join(chip(names.at[r.t + i], "plain") for i in range(len(r.committed)))
        yield "committed", _say("committed", lang, tokens=chips)
        rows = [len(c.ids) for c in r.calls if c.stage == "verify"]
        if rows:
            yield "rows", _say("rows", lang, n=rows[0], last=rows[0] - 1)
        if r.repair == "lazy":
            yield "pending", _say("pending", lang, token=chip(names.at[r.t - 1], "target"))


def _of_candidates(r: Round, names: Names, lang: str) -> Iterable[tuple[str, str]]:
    for i, (c, text) in enumerate(zip(r.candidates, names.candidates(r), strict=True)):
        where = {"round": r.index + 1, "i": i + 1, "token": chip(text, c.fate)}
        if c.row is not None:
            yield "judge_row", _say("judge_row", lang, row=row_name(c.row), **where)
        if c.own is None and c.u is not None:
            yield "u", _say("u", lang, u=prob(c.u), ratio=_ratio(c), **where)
        if c.own is not None:
            own = chip(names.emitted(r) if c.fate == "rejected" else text, "target")
            yield "own_sample", _say("own_sample", lang, own=own, **where)
        yield c.fate, _say("fate", lang, **where)


def _ratio(c: Candidate) -> str:
    return ratio((c.p or 0.0) / c.q)


def _of_the_end(r: Round, names: Names, lang: str) -> Iterable[tuple[str, str]]:
    if r.emitted is None or not r.candidates:
        return
    token = chip(names.emitted(r), r.emitted.kind)
    where = {"round": r.index + 1, "token": token, "row": row_name(r.emitted.row)}
    yield r.emitted.kind, _say("emitted", lang, **where)
    if r.emitted.law == "residual":
        low, high, u = (prob(x) for x in (r.emitted.low, r.emitted.high, r.emitted.u))
        yield "residual", _say("residual", lang, low=low, high=high, u=u, **where)
