"""The two tables of the glossary: metrics with their formulas, words with a place where they can be seen."""

from collections.abc import Sequence
from html import escape

from specviz.figures.metrics import metrics
from specviz.figures.word_examples import WORDS, examples
from specviz.trace import Round, Trace
from specviz.ui.i18n import lang, t
from specviz.ui.picture import picture


def metric_table(rounds: Sequence[Round]) -> None:
    lines = "".join(
        f'<tr data-metric="{m.id}"><th scope="row">{escape(t(f"glossary.metric.{m.id}"))}</th>'
        f'<td class="sv-value">{escape(m.value)}</td>'
        f'<td><span class="sv-badge sv-{m.kind}" title="{escape(t(f"ui.provenance.{m.kind}.help"))}">'
        f"{escape(t(f'ui.provenance.{m.kind}'))}</span></td>"
        f'<td class="sv-help">{escape(t(f"glossary.metric.{m.id}.formula", **m.args))}</td></tr>'
        for m in metrics(rounds)
    )
    picture(f'<table class="sv-totals pc-metrics"><tbody>{lines}</tbody></table>', "metrics")


def word_table(trace: Trace) -> None:
    found = examples(trace, lang())
    none = f'<span class="pc-name">{escape(t("glossary.not_here"))}</span>'
    lines = "".join(
        f'<tr data-word="{w}"><th scope="row">{escape(t(f"glossary.word.{w}"))}</th>'
        f"<td>{escape(t(f'glossary.word.{w}.meaning'))}<p>{found.get(w, none)}</p></td></tr>"
        for w in WORDS
    )
    picture(f'<table class="pc-table pc-words"><tbody>{lines}</tbody></table>', "words")
