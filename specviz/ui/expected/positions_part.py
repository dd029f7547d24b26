"""Part 2 of `expected`: acceptance that differs by position: typed, counted in a trace, or read from a log."""

import streamlit as st

from specviz.errors import SpecvizError
from specviz.figures.numbers import prob
from specviz.figures.plain import plain
from specviz.figures.series import against_geometric
from specviz.theory.acceptance import Acceptance, GeometricError, alpha_for_tokens, geometric_error
from specviz.theory.engine_logs import Reading, combine, read_log
from specviz.theory.tally import RoundCount, Tally
from specviz.trace import MAX_BYTES, Trace, read
from specviz.ui import resources, state
from specviz.ui.charts import chart
from specviz.ui.i18n import lang, problem, t
from specviz.ui.inputs import Choice, current, page_link, pick
from specviz.ui.number_list import MAX_CHARS, number_list
from specviz.ui.provenance import Provenance
from specviz.ui.results import Result, table, take_along

SOURCE = Choice("e_source", ("typed", "trace", "log"), "typed")
KIND = Choice("e_kind", ("first", "conditional"), "first")
FIELDS = (SOURCE, KIND)
POSITIONS = "e_pos"
DEFAULT = ".73 .52 .35"
LOG_CHARS = 200_000


def positions() -> Acceptance:
    """The typed positions, wherever they are needed. Raises `SpecvizError` when they are no survival curve."""
    text = st.session_state.get(POSITIONS) or st.query_params.get(POSITIONS) or DEFAULT
    typed = number_list(text)
    return Acceptance.conditional(typed) if current(KIND) == "conditional" else Acceptance.first(typed)


@st.fragment
def positions_part(part: Choice) -> None:
    """The source of the positions, what follows from them, and what a single mean rate would have said."""
    controls, picture = st.columns([1, 1], gap="medium")
    with controls:
        source = pick(SOURCE)
        try:
            acceptance, kind = {"typed": _typed, "trace": _from_trace, "log": _from_log}[source]()
        except SpecvizError as error:
            problem(error)
            return
    if acceptance is None or not acceptance.k:
        return
    error = geometric_error(acceptance)
    with picture:
        alt = t("alt.geometric", true=f"{error.true:.3f}", said=f"{error.said:.3f}", rate=prob(error.rate))
        chart(against_geometric(acceptance, error.rate, lang()), "e_against", alt)
    results = _results(acceptance, error, kind)
    table(results)
    curve = " ".join(f"{s:.6g}" for s in acceptance.first_i)
    take_along(results, page_link((part,), e_source="typed", e_kind="first", e_pos=curve), "positions")


def _typed() -> tuple[Acceptance | None, Provenance]:
    st.text_input(
        t("input.pos"),
        value=DEFAULT,
        key=POSITIONS,
        bind="query-params",
        max_chars=MAX_CHARS,
        help=t("input.pos.help"),
    )
    pick(KIND)
    return positions(), "assumed"


def _from_trace() -> tuple[Acceptance | None, Provenance]:
    file = st.file_uploader(
        t("input.trace"), type="json", key="e_trace_file", max_upload_size=MAX_BYTES // 1_000_000,
        help=t("input.trace.help"),
    )  # fmt: skip
    shown = state.shown()
    trace = read(file.getvalue()) if file else shown.trace if shown else resources.recorded(resources.FIRST)
    made = trace.environment
    st.caption(t("expected.trace.made", target=made.target, draft=made.draft, device=made.device, dtype=made.dtype))
    tally = tally_of(trace)
    if not tally.drafted:
        raise SpecvizError("nothing_drafted")
    st.caption(t("expected.trace.counts", rounds=tally.rounds, drafted=tally.drafted, judged=tally.judged))
    drawn: Provenance = "simulated" if any(r.simulated for r in trace.rounds) else "measured"
    return tally.acceptance, drawn


def tally_of(trace: Trace) -> Tally:
    """The rounds of a trace, counted."""
    return Tally.of(RoundCount(r.accepted, len(r.candidates), stopped=r.emitted is None) for r in trace.rounds)


def _from_log() -> tuple[Acceptance | None, Provenance]:
    text = st.text_area(
        t("input.log"), key="e_log", height=120, max_chars=LOG_CHARS, placeholder=t("input.log.example"),
        help=t("input.log.help"),
    )  # fmt: skip
    k = st.number_input(t("input.log_k"), value=0, min_value=0, max_value=64, key="e_log_k", bind="query-params",
                        help=t("input.log_k.help"))  # fmt: skip
    if not (text or "").strip():
        st.info(t("expected.log.empty"))
        return None, "measured"
    readings = read_log(text, int(k or 0) or None)
    reading = combine(readings) if len(readings) > 1 else readings[0]
    reading = reading or readings[-1]
    _say(reading, len(readings))
    return reading.acceptance, "measured"


def _say(reading: Reading, count: int) -> None:
    """What the log said in our words, what it leaves unknown and why, and what is odd about it."""
    st.markdown(t("expected.log.read", engine=plain(reading.engine), n=count))
    known = [
        f"{t(f'calc.{key}')} **{value:.4g}**"
        for key, value in (
            ("tokens", reading.tokens_per_round), ("alpha", reading.alpha),
            ("drafted", reading.accepted_over_drafted),
        )
        if value is not None
    ]  # fmt: skip
    st.markdown(" · ".join(known))
    unknown = reading.unknown
    for key, quantity in (("tokens", "tokens_per_round"), ("alpha", "alpha"), ("positions", "first_i_accepted")):
        if quantity in unknown:
            st.caption(t("expected.log.unknown", what=t(f"calc.{key}"), why=t(f"log.why.{unknown[quantity]}")))
    for note in reading.notes:
        problem(note, note=True)


def _results(law: Acceptance, error: GeometricError, kind: Provenance) -> list[Result]:
    same = alpha_for_tokens(law.tokens_per_round, law.k)
    rates = " ".join("–" if r is None else prob(r) for r in law.conditional_rates)
    firsts = " ".join(map(prob, law.first_i))
    return [
        Result("tokens", law.tokens_per_round, f"{law.tokens_per_round:.3f}", unit="tokens/round"),
        Result("first", None, firsts, kind),
        Result("conditional", None, rates),
        Result("alpha", law.alpha, "–" if law.alpha is None else prob(law.alpha)),
        Result("drafted", law.accepted_over_drafted, prob(error.rate)),
        Result("said", error.said, f"{error.said:.3f}", params={"rate": prob(error.rate)}, unit="tokens/round"),
        Result("wrong", error.relative, f"{error.relative:+.1%}"),
        Result("same_alpha", same, prob(same)),
    ]
