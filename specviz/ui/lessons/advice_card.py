"""The end of the lesson `decide`: the recommendation with its arithmetic, engine settings, and the checklist."""

import streamlit as st

from specviz.bench.engines import command_lines
from specviz.figures.factor_curves import factor_over_k
from specviz.figures.numbers import prob, ratio
from specviz.theory.decision import Decision, decide
from specviz.ui.charts import chart
from specviz.ui.engine_lines import engine_lines
from specviz.ui.i18n import lang, t
from specviz.ui.inputs import page_link
from specviz.ui.lesson import Lesson
from specviz.ui.lessons.decide_form import FIELDS, K_MAX, Asked
from specviz.ui.provenance import badge
from specviz.ui.results import Result, table, take_along
from specviz.ui.roofline import machine


def advice_card(asked: Asked, lesson: Lesson) -> None:
    """What to do, why, and what to take away."""
    found = decide(asked.answers, K_MAX)
    with st.container(border=True, key="advice"):
        verdict = t("decide.on", k=found.k) if found.on else t("decide.off")
        (st.success if found.on else st.warning)(f"**{verdict}**", icon="✅" if found.on else "⏹️")
        st.markdown(t(f"decide.reason.{found.reason}", **_reason(asked, found)))
        if found.on and asked.exact != "law":
            st.markdown(t(f"decide.note.{asked.exact}"))
        text, picture = st.columns([1, 1], gap="medium")
        with text:
            results = _arithmetic(asked, found)
            table(results)
        with picture:
            best = found.best
            alt = t("alt.over_k", k=best.k, factor=f"{best.factor:.2f}", low=best.flat_from, high=best.flat_to)
            chart(factor_over_k(best, found.k, lang()), "d_curve", alt)
        if found.on:
            _engines(found, asked)
        take_along(results, page_link((*machine.FIELDS, *FIELDS)), "decide")
    lesson.show("checklist")
    st.download_button(
        t("decide.take"), lesson.text("checklist"), "specviz-checklist.md", "text/markdown", on_click="ignore"
    )


def _reason(asked: Asked, found: Decision) -> dict[str, object]:
    answers = asked.answers
    return {
        "alpha": prob(answers.alpha), "c": ratio(answers.costs.c), "factor": f"{found.best.factor:.2f}",
        "k": found.best.k, "fit": f"{answers.fit:,}", "wanted": answers.wanted,
        "measured": "–" if answers.measured is None else f"{answers.measured:.2f}",
    }  # fmt: skip


def _arithmetic(asked: Asked, found: Decision) -> list[Result]:
    """The modelled round at its best k, term by term, in steps of the target."""
    answers, cost = asked.answers, found.cost
    step = cost.plain
    terms = {name: seconds / step for name, seconds in cost.parts.items()}
    shown = " + ".join(f"{value:.3f}" for value in terms.values())
    return [
        Result("alpha", answers.alpha, prob(answers.alpha), "assumed"),
        Result("c", answers.costs.c, ratio(answers.costs.c)),
        Result("tokens", cost.tokens, f"{cost.tokens:.3f}", unit="tokens/round"),
        Result("sum", cost.in_target_steps, f"{cost.in_target_steps:.3f}", unit="target steps",
               params={"terms": shown}),
        Result("factor", cost.factor, f"× {cost.factor:.3f}", params={"verdict": ""}),
        Result("best_k", found.best.k, str(found.best.k), params={
            "factor": f"{found.best.factor:.3f}", "low": found.best.flat_from, "high": found.best.flat_to}),
        Result("fit", answers.fit, f"{answers.fit:,}", params={"n": st.session_state["d_length"]}),
    ]  # fmt: skip


def _engines(found: Decision, asked: Asked) -> None:
    st.markdown(f"{t('decide.engines', k=found.k)} {badge('computed')}")
    draft = "DRAFT" if asked.on.draft else None
    engine_lines(command_lines("TARGET", draft, found.k, sampled=asked.exact == "law"))
