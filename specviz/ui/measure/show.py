"""A report on the page: the answer, the gap, prices, acceptance, latency, peers, what to set elsewhere, and files."""

import streamlit as st

from specviz.bench import report as files
from specviz.bench.engines import command_lines
from specviz.bench.report import FamilyResult, Report
from specviz.figures.benchmark import accepted_lengths, pass_prices, rates_by_position, to_the_factor
from specviz.figures.numbers import duration
from specviz.figures.plain import plain
from specviz.settings import RunSettings, decode
from specviz.ui.charts import chart
from specviz.ui.engine_lines import engine_lines
from specviz.ui.i18n import lang, t
from specviz.ui.lesson import Lesson
from specviz.ui.results import Result, table

FACTOR = "× {:.3f}"


def show(report: Report, lesson: Lesson) -> None:
    """The whole report, most important first."""
    s, e = report.settings, report.environment
    where = {"pair": plain(str(s["pair"])), "device": plain(e.device), "dtype": e.dtype, "threads": e.threads}
    st.markdown(
        t("measure.of", **where, method=s["method"], k=files.lengths(report, lang()), temperature=s["temperature"])
    )
    for what in report.suspect:
        st.warning(t("bench.suspect", what=plain(what)), icon="⚠️")
    table(_answer(report))
    _files(report)
    lesson.show("gap")
    chart(to_the_factor(report.gap, lang()), "m_gap", t("alt.bench.gap", factor=FACTOR.format(report.ratio)))
    lesson.show("prices")
    c1 = report.passes[0]
    chart(
        pass_prices(report.passes, report.draft_step, lang()), "m_prices",
        t("alt.bench.prices", one=duration(c1), most=duration(report.passes[-1]), n=len(report.passes)),
    )  # fmt: skip
    lesson.show("acceptance")
    left, right = st.columns(2)
    with left:
        rates = {_family(f): f.by_position for f in report.families}
        chart(rates_by_position(rates, lang()), "m_rates", t("alt.bench.rates"))
    with right:
        chart(accepted_lengths(report.overall.histogram, lang()), "m_lengths", t("alt.bench.lengths"))
    st.dataframe(_family_rows(report), hide_index=True, key="m_families")
    if report.peers:
        lesson.show("peers")
        st.dataframe(_peer_rows(report), hide_index=True, key="m_peers")
    lesson.show("advice")
    _advice(report)


def _answer(report: Report) -> list[Result]:
    plain_rate, rate = (side.tokens / side.seconds for side in (report.plain, report.speculative))
    gaps = {
        name: " / ".join(duration(g) for g in side.gap_p50_p90_p99)
        for name, side in (("plain", report.plain), ("speculative", report.speculative))
    }
    c = report.draft_step / report.passes[0]
    error = report.gap["positions"] / report.ratio - 1
    interval = f"{FACTOR.format(report.ratio)} ({report.ratio_low:.2f} – {report.ratio_high:.2f})"
    return [
        Result("m_ratio", report.ratio, interval, "measured"),
        Result("m_predicted", report.gap["positions"], f"{FACTOR.format(report.gap['positions'])} ({error:+.0%})"),
        Result("m_plain", plain_rate, f"{plain_rate:.1f} tokens/s", "measured", "tokens/s"),
        Result("m_speculative", rate, f"{rate:.1f} tokens/s", "measured", "tokens/s"),
        Result("m_c", c, f"{c:.3f}", "measured"),
        Result("m_overhead", report.overhead, duration(report.overhead), "measured", "s"),
        Result("m_gaps_plain", report.plain.gap_p50_p90_p99[1], gaps["plain"], "measured", "s"),
        Result("m_gaps", report.speculative.gap_p50_p90_p99[1], gaps["speculative"], "measured", "s"),
        Result("m_prefill", report.speculative.prefill_seconds, duration(report.speculative.prefill_seconds),
               "measured", "s"),
        Result("m_peak", report.peak_bytes, f"{report.peak_bytes / 1e9:.2f} GB", "measured", "bytes"),
    ]  # fmt: skip


def _family(f: FamilyResult) -> str:
    return t("bench.overall") if f.family == "overall" else f.family


def _family_rows(report: Report) -> list[dict[str, object]]:
    return [
        {
            t("bench.family"): _family(f),
            "α": f.alpha,
            t("bench.accepted_per_drafted"): f.accepted_per_drafted,
            "τ": f.tokens_per_round,
            t("bench.factor"): f.ratio,
            t("bench.best_k"): t("bench.off") if f.best_k == 0 else f"{f.best_k} ({f.best_k_factor:.2f})",
        }
        for f in (*report.families, report.overall)
    ]


def _peer_rows(report: Report) -> list[dict[str, object]]:
    ours = report.peers["ours"]["tokens_per_second"]
    return [
        {
            t("bench.peer"): t(f"bench.peer.{name}"),
            t("bench.rate"): peer["tokens_per_second"],
            t("measure.against"): peer["tokens_per_second"] / ours,
            t("bench.same"): f"{peer['same_ids']:.0f} / {peer['prompts']:.0f}",
        }
        for name, peer in report.peers.items()
    ]


def _advice(report: Report) -> None:
    best = report.overall.best_k
    key = "measure.advice.off" if best == 0 else "measure.advice.on"
    st.markdown(t(key, k=best, factor=f"{report.overall.best_k_factor:.2f}"))
    (s, _), e = decode(RunSettings, report.settings), report.environment
    if s.method not in ("draft", "lookup") and best:
        return  # no other engine drafts in this way
    draft = None if s.method == "lookup" else e.draft or "DRAFT"
    sampled, grams = s.temperature > 0 and s.draft_choice == "sample", (s.lookup_min, s.lookup_max)
    engine_lines(command_lines(e.target, draft, best, sampled=sampled, lookup=grams))


def _files(report: Report) -> None:
    left, right, _ = st.columns([1, 1, 3])
    name = f"specviz-bench-{report.settings['k']}"
    left.download_button(
        t("measure.json"), files.write(report), f"{name}.json", "application/json", key="m_json", on_click="ignore"
    )
    right.download_button(
        t("measure.markdown"), files.markdown(report, lang()), f"{name}.md", "text/markdown", key="m_md",
        on_click="ignore",
    )  # fmt: skip
