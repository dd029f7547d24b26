"""The induction behind greedy equality as a table: one line per round, one mark per claim. HTML."""

from collections.abc import Sequence
from html import escape

from specviz.theory.induction import InductionStep
from specviz.words import say

COLUMNS = ("round", "hypothesis", "accepted", "own", "conclusion")


def induction_table(steps: Sequence[InductionStep], lang: str) -> str:
    head = "".join(f'<th scope="col">{escape(say(f"fig.induction.{c}", lang))}</th>' for c in COLUMNS)
    return (
        f'<table class="pc-table"><thead><tr>{head}</tr></thead><tbody>{"".join(map(_line, steps))}</tbody></table>'
    )


def _line(s: InductionStep) -> str:
    accepted = " ".join(map(_mark, s.accepted_equal)) or "–"
    own = "–" if s.own_equals is None else _mark(s.own_equals)
    kind = "" if s.holds else ' class="pc-broken"'
    return (
        f'<tr{kind}><th scope="row">{s.round + 1} <small>t = {s.t}</small></th><td>{_mark(s.hypothesis)}</td>'
        f"<td>{accepted}</td><td>{own}</td><td>{_mark(s.conclusion)}</td></tr>"
    )


def _mark(holds: bool) -> str:
    return f'<b class="pc-{"yes" if holds else "no"}">{"✓" if holds else "✗"}</b>'
