"""What a mistake shows: the check of its layer and the picture of its view; and the right part put back."""

from typing import TYPE_CHECKING

import streamlit as st

from specviz.figures.check_table import RunLine, check_table, runs_table
from specviz.figures.law_table import mass
from specviz.figures.watched import watched_chart
from specviz.ui import faulty
from specviz.ui.charts import chart
from specviz.ui.fault_texts import fault_text
from specviz.ui.faulty import Card
from specviz.ui.i18n import lang, t
from specviz.ui.losslessness.checks_part import line_of
from specviz.ui.picture import picture

if TYPE_CHECKING:
    from specviz.checks.outcomes import Outcome


def show_symptom(card: Card) -> None:
    """The failing check, then the law it writes or the runs it makes."""
    with st.spinner(t("bug_lab.running")):
        result = faulty.checked(card.id, False)
        picture(check_table([line_of(result)], lang()), "symptom")
        if card.view in ("marginal", "joint"):
            _law(card)
            return
        pairs = zip(faulty.runs(card.id, True), faulty.runs(card.id, False), strict=True)
        lines = [(_line(right), _line(wrong)) for right, wrong in pairs]
    st.markdown(t(f"bug_lab.view.{card.view}"))
    if lines:
        picture(runs_table(lines, lang()), "runs")


def show_words(card: Card) -> None:
    """What the mistake does and how it is noticed."""
    words = fault_text(card.id, lang())
    st.markdown(f"**{t('bug_lab.does')}** {words.does}")
    st.markdown(f"**{t('bug_lab.notice')}** {words.notice}")


def _law(card: Card) -> None:
    found = faulty.laws(card.id)
    st.markdown(t(f"bug_lab.view.{card.view}", distance=mass(found.distance, exact=False)))
    figure = watched_chart(found.cells, list(found.emitted), found.right, None, (), None, lang())
    chart(figure, "bl_law", t("bug_lab.alt.law", distance=mass(found.distance, exact=False)))


def _line(outcome: "Outcome") -> RunLine:
    return RunLine(outcome.run, outcome.ids, outcome.stop, outcome.totals, outcome.violated, outcome.error)


def show_fix(card: Card) -> None:
    """What was written, the fix, and the same check on the build with the right part put back."""
    words = fault_text(card.id, lang())
    left, right = st.columns(2, gap="medium")
    with left:
        st.markdown(f"**{t('bug_lab.wrote')}** {words.wrote}")
        st.markdown(f"**{t('hidden.fix')}** {words.fix}")
        st.markdown(f"**{t('bug_lab.report')}** {words.report}")
    with right:
        fixed = st.toggle(t("bug_lab.put_back"), key=f"bl_fixed:{card.id}")
        with st.spinner(t("bug_lab.running")):
            result = faulty.checked(card.id, fixed)
        picture(check_table([line_of(result)], lang()), "fixed")
        if fixed and result.passed:
            st.success(t("bug_lab.green"), icon="✅")
