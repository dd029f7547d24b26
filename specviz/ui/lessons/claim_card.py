"""One claim of the lesson `claims`: the statement, the reader's guess, our numbers, the verdict, the reason."""

from html import escape

import streamlit as st

from specviz.figures.claim_ratios import claim_ratios, comparable
from specviz.theory.claims import Checked, Row, check, claims
from specviz.ui.charts import chart
from specviz.ui.csv_file import csv_file
from specviz.ui.i18n import lang, t
from specviz.ui.inputs import Choice, select
from specviz.ui.lesson import Lesson
from specviz.ui.provenance import badge

VERDICTS = ("agrees", "partly", "misleads", "disagrees")
KINDS = tuple(dict.fromkeys(claim.kind for claim in claims().values()))
KIND = Choice("c_topic", ("all", *KINDS), "all")
_MARK = {True: "✓", False: "✗", None: ""}


def claim_choice(kind: str) -> Choice:
    """The claims of one kind, or all."""
    ids = [c.id for c in claims().values() if kind in ("all", c.kind)]
    return Choice("c_claim", ids, ids[0])


@st.fragment
def claim_card(lesson: Lesson) -> None:
    """The picker and the card under it; nothing is revealed before a guess or a look."""
    left, right = st.columns([3, 7])
    with left:
        kind = select(KIND, lambda k: t("claims.all") if k == "all" else t(f"claims.kind.{k}"))
    choice = claim_choice(kind)
    if st.session_state.get(choice.key) not in choice.options:
        st.session_state.pop(choice.key, None)
    with right:
        chosen = select(choice, lambda claim_id: lesson.title(f"c_{claim_id}"))
    checked = check(chosen)
    claim = checked.claim
    with st.container(border=True):
        where = f"[{claim.title}]({claim.url})" if claim.url else claim.title
        st.markdown(f"**{lesson.title(f'c_{chosen}')}**  \n{where}, {claim.where}")
        words = {v: t(f"claims.verdict.{v}") for v in VERDICTS}
        guess = st.radio(
            t("claims.guess"), VERDICTS, index=None, format_func=words.__getitem__, horizontal=True,
            key=f"guess_{chosen}",
        )  # fmt: skip
        if guess is None and not st.toggle(t("claims.look"), key=f"look_{chosen}"):
            return
        _verdict(checked, guess)
        st.markdown(lesson.text(f"c_{chosen}"))
        _numbers(checked)


def _verdict(checked: Checked, guess: str | None) -> None:
    told = t("claims.told", verdict=t(f"claims.verdict.{checked.verdict}"))
    if guess is None:
        st.info(told)
    elif guess == checked.verdict:
        st.success(f"**{t('ui.quiz.right')}** {told}", icon="✅")
    else:
        st.warning(f"**{t('ui.quiz.wrong')}** {told}", icon="🔁")


def _numbers(checked: Checked) -> None:
    """Our numbers beside the claim's, as a picture where there is something to divide, and as a table."""
    st.markdown(badge("computed"))
    compared = comparable(checked.rows)
    if compared:
        alt = t("alt.claim", n=len(compared), wrong=sum(r.agrees is False for r in compared))
        chart(claim_ratios(checked.rows, lang()), f"c_ratios_{checked.claim.id}", alt)
    head = "".join(f"<th>{escape(t(f'claims.col.{c}'))}</th>" for c in ("quantity", "claimed", "ours", "agrees"))
    body = "".join(map(_row, checked.rows))
    rows = ((r.quantity, r.of, r.claimed, r.ours, r.agrees) for r in checked.rows)
    st.download_button(
        t("calc.take.csv"), csv_file(("quantity", "of", "claimed", "ours", "agrees"), rows),
        f"specviz-{checked.claim.id}.csv", "text/csv", key=f"csv_{checked.claim.id}", on_click="ignore",
    )  # fmt: skip
    with st.expander(t("claims.table", n=len(checked.rows)), expanded=len(checked.rows) <= 12):
        st.html(f'<table class="sv-totals"><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>')


def _row(row: Row) -> str:
    name = f"{t(f'claims.quantity.{row.quantity}')} {row.of}".strip()
    claimed = "" if row.claimed is None else f"{row.claimed:.4g}"
    return (
        f"<tr><td>{escape(name)}</td><td>{claimed}</td><td>{row.ours:.4g}</td>"
        f"<td>{_MARK[row.agrees]}</td></tr>"
    )  # fmt: skip


def overview(lesson: Lesson) -> None:
    """All claims with their verdicts, recomputed now: closed, for it gives everything away."""
    with st.expander(t("claims.overview", n=len(claims()))):
        rows = [
            {
                t("claims.col.claim"): lesson.title(f"c_{claim_id}"),
                t("claims.col.kind"): t(f"claims.kind.{claim.kind}"),
                t("claims.col.verdict"): t(f"claims.verdict.{check(claim_id).verdict}"),
            }
            for claim_id, claim in claims().items()
        ]
        st.dataframe(rows, hide_index=True)
