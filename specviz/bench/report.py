"""The record of one benchmark: written as JSON, read back and validated, shown as Markdown and by the page."""

from typing import Annotated, Any

import msgspec
from msgspec import Meta, Struct

from specviz.errors import SpecvizError
from specviz.settings import RunSettings, decode
from specviz.trace import Environment, Seconds, Short
from specviz.words import say

VERSION = 1
MAX_BYTES = 2_000_000
Number = Annotated[float, Meta(ge=-1e12, le=1e12)]
Numbers = Annotated[tuple[Number, ...], Meta(max_length=4096)]


class Record(Struct, frozen=True, forbid_unknown_fields=True):
    """Base of the records of a report."""


class FamilyResult(Record):
    """One prompt family: acceptance and its paired ratio. `histogram[m]` = rounds that accepted m."""

    family: Short
    prompts: int
    alpha: float | None
    accepted_per_drafted: float | None
    tokens_per_round: float | None
    by_position: tuple[float | None, ...]
    histogram: tuple[int, ...]
    ratio: float
    best_k: int
    best_k_factor: float


class Side(Record):
    """One way of decoding over all prompts: tokens per second, gap quantiles (P50, P90, P99), prompt reading."""

    seconds: Seconds
    tokens: int
    per_token_quartiles: Numbers
    gap_p50_p90_p99: Numbers
    prefill_seconds: Seconds


class Report(Record):
    """One run of `bench`. Factors are plain time ÷ speculative time; seconds where nothing else is said."""

    version: int
    environment: Environment
    settings: dict[str, Any]
    turns: int
    passes: Numbers
    draft_step: Seconds
    overhead: Seconds
    context: int
    plain: Side
    speculative: Side
    ratio: float
    ratio_low: float
    ratio_high: float
    families: Annotated[tuple[FamilyResult, ...], Meta(max_length=32)]
    overall: FamilyResult
    gap: dict[str, float]
    peak_bytes: int
    peers: dict[str, dict[str, float]] = {}
    suspect: tuple[Short, ...] = ()


def write(report: Report) -> bytes:
    return msgspec.json.format(msgspec.json.encode(report), indent=1)


def read(data: bytes) -> Report:
    """A validated report. Raises `SpecvizError` for anything else."""
    if len(data) > MAX_BYTES:
        raise SpecvizError("report_size", size=len(data), limit=MAX_BYTES)
    try:
        report = msgspec.json.decode(data, type=Report)
    except (msgspec.DecodeError, UnicodeError, RecursionError) as e:
        raise SpecvizError("report_format", reason=str(e)[:200]) from e
    if report.version != VERSION:
        raise SpecvizError("report_version", version=report.version, supported=VERSION)
    decode(RunSettings, report.settings)
    return report


def lengths(report: Report, lang: str = "en") -> str:
    """The k of a report, and that of the draft where the two differ."""
    s = decode(RunSettings, report.settings)[0]
    first = s.method == "lookup_first"
    return f"{s.k} ({say('stage.head.fallback', lang, k=s.draft_k)})" if first else f"{s.k}"


def markdown(report: Report, lang: str = "en") -> str:
    """The report as a page of text."""

    def line(key: str, **params: object) -> str:
        return say(f"bench.{key}", lang, **params)

    e, s = report.environment, report.settings
    c1 = report.passes[0]
    out = [
        f"# {line('title', pair=s['pair'])}",
        "",
        line("where", device=e.device, dtype=e.dtype, threads=e.threads, torch=e.torch, transformers=e.transformers),
        line(
            "what",
            method=s["method"],
            k=lengths(report, lang),
            temperature=s["temperature"],
            tokens=s["max_new_tokens"],
        ),
        "",
        f"**{line('ratio', ratio=_f(report.ratio), low=_f(report.ratio_low), high=_f(report.ratio_high))}**",
        "",
        f"| {line('side')} | {line('rate')} | P50 | P90 | P99 | {line('prefill')} |",
        "|---|---|---|---|---|---|",
    ]
    for name, side in (("plain", report.plain), ("speculative", report.speculative)):
        gaps = " | ".join(f"{1e3 * g:.2f} ms" for g in side.gap_p50_p90_p99)
        rate = side.tokens / side.seconds if side.seconds else 0.0
        out.append(f"| {line(name)} | {rate:.1f} | {gaps} | {1e3 * side.prefill_seconds:.1f} ms |")
    out += ["", f"| {line('pass')} | {line('milliseconds')} | ÷ C_T(1) |", "|---|---|---|"]
    for n, seconds in enumerate(report.passes, 1):
        out.append(f"| {n} | {1e3 * seconds:.2f} | {seconds / c1:.2f} |")
    out += [
        "",
        line("draft_step", ms=f"{1e3 * report.draft_step:.2f}", c=_f(report.draft_step / c1)),
        line("overhead", ms=f"{1e3 * report.overhead:.2f}"),
        "",
        f"| {line('family')} | α | {line('accepted_per_drafted')} | τ | {line('factor')} | {line('best_k')} |",
        "|---|---|---|---|---|---|",
    ]
    for f in (*report.families, report.overall):
        best = line("off") if f.best_k == 0 else f"{f.best_k} ({_f(f.best_k_factor)})"
        row = (_f(f.alpha), _f(f.accepted_per_drafted), _f(f.tokens_per_round), _f(f.ratio), best)
        out.append(f"| {f.family} | {' | '.join(row)} |")
    out += ["", f"| {line('gap')} | {line('factor')} |", "|---|---|"]
    out += [f"| {line(f'gap.{step}')} | {_f(value)} |" for step, value in report.gap.items()]
    if report.peers:
        out += ["", f"| {line('peer')} | {line('rate')} | {line('same')} |", "|---|---|---|"]
        for name, peer in report.peers.items():
            out.append(f"| {line(f'peer.{name}')} | {peer['tokens_per_second']:.1f} | {peer['same_ids']:.0f} |")
    out += ["", *(f"- {line('suspect', what=what)}" for what in report.suspect)]
    return "\n".join(out).rstrip() + "\n"


def _f(x: float | None) -> str:
    return "–" if x is None else f"{x:.3f}"
