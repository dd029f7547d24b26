"""vLLM: log lines since V0, Prometheus counters, per-request JSON.

V1's "accepted" excludes the bonus and stops at the first rejection; its per-position rates are P(first i accepted)
over all rounds; its mean acceptance length includes the target's own token. V0's "accepted" counts every position
that matched, also after a rejection, so neither accepted nor accepted/drafted can be had from it.
(vllm/v1/spec_decode/metrics.py @016a8587; forms by PRs #15151, #15902, #16665, #24127; V0 by issue #7301.)
"""

import re
from typing import Any

from specviz.errors import SpecvizError
from specviz.theory.engine_logs.prometheus import Samples
from specviz.theory.engine_logs.reading import (
    NUMBER,
    NUMBERS,
    Reading,
    check_rate,
    decimal,
    decimals,
    fill,
    from_tally,
    recover_rounds,
)
from specviz.theory.tally import Tally

ENGINE = "vllm"
MAX_STEPS = 50_000
"""Longest per-step list that is read; a request has no more rounds than tokens."""
_LENGTH = re.compile(rf"Mean acceptance length: ({NUMBER})")
_ACCEPTED = re.compile(r"(?:Accepted: |Number of accepted tokens: )(\d{1,15})")
_DRAFTED = re.compile(r"(?:Drafted: |Number of draft tokens: )(\d{1,15})")
_POSITIONS = re.compile(rf"Per-position acceptance rate: ({NUMBERS})")
_PERCENT = re.compile(rf"Draft acceptance rate: ({NUMBER})%")
_RATE = re.compile(rf"Draft acceptance rate: ({NUMBER})(?!%)")
_V0 = re.compile(rf"System efficiency: {NUMBER}, Number of speculative tokens: (\d{{1,6}})")
_EMITTED = re.compile(r"Number of emitted tokens: (\d{1,15})")


def from_line(line: str, k: int | None) -> Reading | None:
    """A `SpecDecoding metrics:` or `Speculative metrics:` line, whatever precedes it; None if it is neither."""
    for title in ("SpecDecoding metrics:", "Speculative metrics:"):
        if title in line:
            body = line.split(title, 1)[1]
            return _v0_line(body) if _V0.search(body) else _v1_line(body, k)
    return None


def _first(pattern: re.Pattern[str], text: str) -> str | None:
    match = pattern.search(text)
    return match.group(1) if match else None


def _v1_line(body: str, k: int | None) -> Reading | None:
    accepted, drafted = _first(_ACCEPTED, body), _first(_DRAFTED, body)
    if accepted is None or drafted is None:
        return None
    n_accepted, n_drafted = int(accepted), int(drafted)
    length, curve = decimal(_first(_LENGTH, body)), decimals(_first(_POSITIONS, body))
    percent, rate = decimal(_first(_PERCENT, body)), decimal(_first(_RATE, body))
    printed_rate = percent / 100 if percent is not None else rate
    rounds = recover_rounds(n_accepted, length, curve) if length is not None and curve else None
    return fill(
        {
            "engine": ENGINE,
            "form": "v1_line" if length is not None else "v1_line_short",
            "accepted": n_accepted,
            "drafted": n_drafted,
            "rounds": rounds,
            "derived": ("rounds",),
            "tokens_per_round": length,
            "first_i_accepted": curve,
            "k": len(curve) if curve else k,
            "notes": check_rate(n_accepted, n_drafted, printed_rate, 0.0005),
            "why": {} if rounds else {"rounds": "rounding_hides_it" if curve else "not_printed"},
        }
    )


def _v0(form: str, k: int, drafted: int, emitted: int) -> Reading:
    rounds = drafted // k if k else 0
    return Reading(
        ENGINE,
        form,
        rounds=rounds,
        drafted=drafted,
        tokens_per_round=emitted / rounds if rounds else None,
        k=k,
        derived=frozenset({"rounds", "tokens_per_round"}),
        why=dict.fromkeys(("accepted", "accepted_over_drafted", "alpha", "judged"), "counted_after_rejection"),
        notes=(SpecvizError("log_vllm_v0"),),
    )


def _v0_line(body: str) -> Reading | None:
    k, drafted, emitted = _first(_V0, body), _first(_DRAFTED, body), _first(_EMITTED, body)
    if k is None or drafted is None or emitted is None:
        return None
    return _v0("v0_line", int(k), int(drafted), int(emitted))


def from_samples(page: Samples, k: int | None) -> Reading | None:
    """The counters `vllm:spec_decode_*`, summed over engines; V0's when it counts emitted tokens."""
    emitted = page.total("vllm:spec_decode_num_emitted_tokens")
    drafted = page.total("vllm:spec_decode_num_draft_tokens")
    if emitted is not None and drafted is not None:
        if k is None:
            return Reading(
                ENGINE,
                "v0_metrics",
                drafted=drafted,
                why={"rounds": "needs_k", "tokens_per_round": "needs_k", "accepted": "counted_after_rejection"},
                notes=(SpecvizError("log_vllm_v0"),),
            )
        return _v0("v0_metrics", k, drafted, emitted)
    return counters(page, "vllm:", ENGINE, k)


def counters(page: Samples, prefix: str, engine: str, k: int | None) -> Reading | None:
    """The V1 counters, under any prefix: llama.cpp exposes the same ones."""
    rounds = page.total(f"{prefix}spec_decode_num_drafts")
    drafted = page.total(f"{prefix}spec_decode_num_draft_tokens")
    accepted = page.total(f"{prefix}spec_decode_num_accepted_tokens")
    if accepted is None or drafted is None:
        return None
    name = f"{prefix}spec_decode_num_accepted_tokens_per_pos"
    by_position = page.totals_by(name, "position")
    positions = sorted((int(p), n) for p, n in by_position.items() if p.isdecimal() and len(p) < 5)
    curve = tuple(n / rounds for _, n in positions) if rounds and positions else None
    notes = (
        [SpecvizError("log_several_models")]
        if len(page.label_values(f"{prefix}spec_decode_num_draft_tokens", "model_name")) > 1
        else []
    )
    return fill(
        {
            "engine": engine,
            "form": "metrics",
            "rounds": rounds,
            "drafted": drafted,
            "accepted": accepted,
            "first_i_accepted": curve,
            "k": len(curve) if curve else k,
            "notes": notes,
        }
    )


def from_json(node: dict[str, Any], k: int | None) -> Reading | None:
    """The per-request object `metrics.speculative_decoding`; exact when it is the detailed one."""
    stats = node.get("speculative_decoding")
    if not isinstance(stats, dict):
        return None
    accepted, drafted = stats.get("per_step_accepted"), stats.get("per_step_drafted")
    if isinstance(accepted, list) and isinstance(drafted, list) and len(accepted) == len(drafted):
        if len(accepted) > MAX_STEPS:
            raise SpecvizError("log_too_long", length=len(accepted), limit=MAX_STEPS)
        return from_tally(ENGINE, "request_detailed", Tally.of(zip(accepted, drafted, strict=True)))
    histogram, length = stats.get("acceptance_histogram"), stats.get("num_spec_tokens", k)
    if isinstance(histogram, list) and histogram:
        tally = Tally.from_histogram(histogram, length)
        n_drafted = stats.get("num_draft_tokens", tally.drafted)
        if n_drafted == tally.drafted:
            return from_tally(ENGINE, "request", tally)
        return fill(
            {
                "engine": ENGINE,
                "form": "request",
                "rounds": tally.rounds,
                "drafted": n_drafted,
                "accepted": tally.accepted,
                "first_i_accepted": tally.first_i_accepted,
            }
        )
    return None
