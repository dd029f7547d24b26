"""Results of a calculator: numbers with unit, definition and provenance, and ways to take them along."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from html import escape

import streamlit as st

from specviz.ui.csv_file import csv_file
from specviz.ui.i18n import t
from specviz.ui.provenance import Provenance


@dataclass(frozen=True)
class Result:
    """One number. `calc.<key>` is its name, `calc.<key>.help` (filled from `params`) what it is.

    `value` goes to the CSV unrounded (None where it does not exist), `shown` to the screen, unit included.
    """

    key: str
    value: float | None
    shown: str
    kind: Provenance = "computed"
    unit: str = ""
    params: Mapping[str, object] = field(default_factory=dict)

    @property
    def label(self) -> str:
        return t(f"calc.{self.key}")


def table(results: Sequence[Result]) -> None:
    """The numbers one under another."""
    st.html(f'<table class="sv-totals"><tbody>{"".join(map(_row, results))}</tbody></table>')


def _row(r: Result) -> str:
    return (
        f'<tr data-result="{r.key}"><th scope="row">{escape(r.label)}</th>'
        f'<td class="sv-value">{escape(r.shown)}</td>'
        f'<td><span class="sv-badge sv-{r.kind}" title="{escape(t(f"ui.provenance.{r.kind}.help"))}">'
        f"{escape(t(f'ui.provenance.{r.kind}'))}</span></td>"
        f'<td class="sv-help">{escape(t(f"calc.{r.key}.help", **r.params))}</td></tr>'
    )


def as_text(results: Sequence[Result]) -> str:
    """One line per number: name, value with unit, where it comes from."""
    return "\n".join(f"{r.label}: {r.shown} ({t(f'ui.provenance.{r.kind}')})" for r in results)


def as_csv(results: Sequence[Result]) -> bytes:
    """UTF-8 CSV: key, name, value, unit, provenance."""
    rows = ((r.key, r.label, r.value, r.unit, r.kind) for r in results)
    return csv_file(("key", "name", "value", "unit", "provenance"), rows)


def take_along(results: Sequence[Result], link: str, key: str) -> None:
    """The results as text and the link to them, each with a copy button, and the CSV file."""
    with st.expander(t("calc.take")):
        st.caption(t("calc.take.text"))
        st.code(as_text(results), language=None, wrap_lines=True)
        st.caption(t("calc.take.link"))
        st.code(link, language=None, wrap_lines=True)
        st.download_button(
            t("calc.take.csv"), as_csv(results), f"specviz-{key}.csv", "text/csv", key=f"csv_{key}", on_click="ignore"
        )
