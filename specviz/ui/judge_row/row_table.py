"""The table a reader fills in: for each candidate, and for the bonus, the row that decides it; graded at once.

The right answers and the kinds of mistake come from `engine.row_quiz`; this file asks and answers.
"""

from collections.abc import Sequence
from typing import Literal

import streamlit as st

from specviz.engine.row_quiz import choices, mistake, right_row, sees
from specviz.figures.plain import plain
from specviz.figures.row_arrows import Arrow, row_arrows
from specviz.figures.steps import row_name
from specviz.ui.i18n import lang, t
from specviz.ui.inputs import Choice, select
from specviz.ui.picture import drawing

OPEN = ""  # not answered yet


def row_table(repair: Literal["lazy", "eager"], newest: str, candidates: Sequence[str]) -> None:
    """Questions, picture and grades for one convention."""
    k = len(candidates)
    picture = st.container()
    answers = _answers(repair, candidates)
    arrows = [Arrow(node, row, not mistake(repair, node, row, k)) for node, row in answers.items()]
    with picture:
        drawing(row_arrows(repair, newest, candidates, arrows, lang()), f"rows_{repair}")
    right = sum(a.right for a in arrows)
    if right == k + 1:
        st.success(t("judge_row.all", repair=t(f"setting.repair.{repair}")), icon="✅")
    elif arrows:
        st.caption(t("judge_row.score", right=right, of=k + 1))
    for a in arrows:
        st.markdown(f"{'✅' if a.right else '🔁'} **{_name(a.node, k)}** · {_why(repair, a, k)}")


def questions(repair: str, k: int) -> tuple[Choice, ...]:
    """One choice per candidate and one for the bonus, each with its own URL parameter."""
    rows = (OPEN, *map(str, choices(k)))
    return tuple(Choice(f"jr_{repair}_{node}", rows, OPEN) for node in range(k + 1))


def _answers(repair: str, candidates: Sequence[str]) -> dict[int, int]:
    k = len(candidates)
    given = {}
    for node, (column, question) in enumerate(zip(st.columns(k + 1), questions(repair, k), strict=True)):
        label = _name(node, k) + (f" {plain(candidates[node])}" if node < k else "")
        with column:
            value = select(question, lambda row: row_name(int(row)) if row else "–", label=label)
        if value:
            given[node] = int(value)
    return given


def _name(node: int, k: int) -> str:
    return t("fig.rows.bonus") if node == k else f"d{node + 1}"


def _why(repair: Literal["lazy", "eager"], a: Arrow, k: int) -> str:
    """The explanation for an answer, right or not: what the row has read, and so which place it speaks of."""
    kind = mistake(repair, a.node, a.row, k)
    row = f"`{row_name(a.row)}`"
    if kind == "missing":
        return t(f"judge_row.missing.{repair}", row=row, last=f"`{row_name(right_row(repair, k, k))}`")
    read = sees(repair, a.row)
    what = t("judge_row.read.none") if read == 0 else t("judge_row.read.one") if read == 1 else t(
        "judge_row.read.many", n=read
    )  # fmt: skip
    place = t("judge_row.after", n=k) if read == k else f"d{read + 1}"
    fact = t("judge_row.fact", row=row, what=what, place=place)
    verdict = t(f"judge_row.{kind or 'right'}", name=_name(a.node, k))
    return f"{fact} {verdict}"
