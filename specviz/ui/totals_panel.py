"""The sums of a run, each with its definition and where it comes from, and the decoding time by stage."""

from collections.abc import Mapping
from dataclasses import dataclass
from html import escape

import streamlit as st

from specviz.figures.numbers import duration, prob
from specviz.trace import Totals, Trace, totals
from specviz.ui.i18n import t
from specviz.ui.provenance import Provenance

STAGES = ("draft", "verify", "judge", "repair", "other")


@dataclass(frozen=True)
class Figure:
    """One sum: `total.<name>` says what it is, `total.<name>.help`, filled from `params`, how it is made."""

    name: str
    value: str
    kind: Provenance
    params: Mapping[str, object]


def figures_of(trace: Trace) -> list[Figure]:
    """The sums of `trace`; rates without a denominator are a dash."""
    sums = totals(trace.rounds)
    drawn: Provenance = "simulated" if any(r.simulated for r in trace.rounds) else "measured"
    return [
        Figure("tokens_per_round", _rate(sums.tokens_per_round), drawn,
               {"committed": sums.committed, "rounds": sums.rounds}),
        Figure("tokens_per_pass", _rate(sums.committed / sums.target_passes if sums.target_passes else None), drawn,
               {"committed": sums.committed, "passes": sums.target_passes}),
        Figure("acceptance", _chance(sums.acceptance), drawn, {"accepted": sums.accepted, "judged": sums.judged}),
        Figure("overlap", _chance(sums.overlap), "computed", {"rows": sums.overlap_rows}),
        Figure("accepted_per_drafted", _chance(sums.accepted_per_drafted), drawn,
               {"accepted": sums.accepted, "drafted": sums.drafted}),
        Figure("target_passes", str(sums.target_passes), drawn, {"committed": sums.committed}),
        Figure("draft_passes", str(sums.draft_passes), drawn, {}),
    ]  # fmt: skip


def totals_panel(trace: Trace) -> None:
    """A table of totals for the rounds of `trace`."""
    rows = "".join(_row(f.name, f.value, f.kind, **f.params) for f in figures_of(trace))
    st.html(f'<table class="sv-totals"><tbody>{rows}{_time_row(trace, totals(trace.rounds))}</tbody></table>')


def _rate(x: float | None) -> str:
    return "–" if x is None else f"{x:.2f}"


def _chance(x: float | None) -> str:
    return "–" if x is None else prob(x)


def _row(name: str, value: str, kind: Provenance, **params: object) -> str:
    return (
        f'<tr data-total="{name}"><th scope="row">{escape(t(f"total.{name}"))}</th>'
        f'<td class="sv-value">{escape(value)}</td>'
        f'<td><span class="sv-badge sv-{kind}" title="{escape(t(f"ui.provenance.{kind}.help"))}">'
        f"{escape(t(f'ui.provenance.{kind}'))}</span></td>"
        f'<td class="sv-help">{escape(t(f"total.{name}.help", **params))}</td></tr>'
    )


def _time_row(trace: Trace, sums: Totals) -> str:
    made = trace.environment
    spent = sums.times.decoding
    value = duration(spent) if spent else "–"
    head = _row("time", value, "measured", device=made.device, dtype=made.dtype, threads=made.threads)
    if not spent:
        return head
    parts = [(s, getattr(sums.times, s)) for s in STAGES if getattr(sums.times, s) > 0]
    bar = "".join(f'<i class="sv-stage sv-{s}" style="width:{100 * x / spent:.2f}%"></i>' for s, x in parts)
    legend = "".join(
        f'<span><i class="sv-dot sv-{s}"></i>{escape(t(f"total.stage.{s}"))} {duration(x)}</span>' for s, x in parts
    )
    return f'{head}<tr><td colspan="4"><div class="sv-bar">{bar}</div><div class="sv-legend">{legend}</div></td></tr>'
