"""llama.cpp: the closing line of a run, the per-drafter statistics, counters, and the timings of a response.

The old line prints accepted and generated only: without the number of rounds the tokens per round cannot be had,
unless every round was full, which is the reader's to know. Since PR #24536 (June 2026) it prints the mean length and
the positions by vLLM's definitions; the counters (PR #26389) are vLLM's too.
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
    recover_rounds,
)
from specviz.theory.engine_logs.vllm import counters

ENGINE = "llama.cpp"
_LINE = re.compile(
    rf"draft acceptance(?: rate)? = ({NUMBER})\s{{0,8}}"
    r"\(\s{0,20}(\d{1,15}) accepted\s{0,20}/\s{0,20}(\d{1,15}) generated\)"
    rf"(?:, mean acceptance length =\s{{0,8}}({NUMBER}))?"
    rf"(?:, acceptance rate per position = \(({NUMBERS})\))?"
)
_STATISTICS = re.compile(r"statistics [\w.-]{1,60}: #calls")
_COUNT = re.compile(r"#(gen drafts|gen tokens|acc tokens) =\s{0,8}(\d{1,15})")
_STAT_POSITIONS = re.compile(rf"#acc rate/pos = \(({NUMBERS})\)")


def from_line(line: str, k: int | None) -> Reading | None:
    """A `draft acceptance` line, old or new, or a `statistics` line; None otherwise."""
    match = _LINE.search(line)
    if match:
        return _acceptance_line(match, k)
    return _statistics_line(line, k) if _STATISTICS.search(line) else None


def _acceptance_line(match: re.Match[str], k: int | None) -> Reading:
    accepted, drafted = int(match.group(2)), int(match.group(3))
    length, curve = decimal(match.group(4)), decimals(match.group(5))
    rounds = recover_rounds(accepted, length, curve) if length is not None and curve else None
    notes = check_rate(accepted, drafted, decimal(match.group(1)), 0.000005)
    known = {
        "engine": ENGINE,
        "form": "line" if length is not None else "line_old",
        "accepted": accepted,
        "drafted": drafted,
        "rounds": rounds,
        "derived": ("rounds",),
        "tokens_per_round": length,
        "first_i_accepted": curve,
        "k": len(curve) if curve else k,
        "notes": notes,
        "why": {} if curve else {"tokens_per_round": "needs_rounds", "rounds": "not_printed"},
    }
    return fill(_assume_full_rounds(known))


def _assume_full_rounds(known: dict[str, Any]) -> dict[str, Any]:
    """With k given and drafted a multiple of it, every round was full or the reader is told that this is assumed."""
    k, drafted = known.get("k"), known["drafted"]
    if known.get("tokens_per_round") is not None or not k or not drafted or drafted % k:
        return known
    note = SpecvizError("log_full_rounds_assumed", k=k, rounds=drafted // k)
    tokens = 1 + known["accepted"] * k / drafted
    return {
        **known,
        "tokens_per_round": tokens,
        "derived": ("tokens_per_round",),
        "notes": [*known.get("notes", []), note],
    }


def _statistics_line(line: str, k: int | None) -> Reading | None:
    counts = {name: int(value) for name, value in _COUNT.findall(line)}
    if len(counts) < 3:
        return None
    match = _STAT_POSITIONS.search(line)
    return fill(
        {
            "engine": ENGINE,
            "form": "statistics",
            "rounds": counts["gen drafts"],
            "drafted": counts["gen tokens"],
            "accepted": counts["acc tokens"],
            "first_i_accepted": decimals(match.group(1)) if match else None,
            "k": None if match else k,
        }
    )


def from_samples(page: Samples, k: int | None) -> Reading | None:
    """The counters `llamacpp:spec_decode_*`."""
    return counters(page, "llamacpp:", ENGINE, k)


def from_json(node: dict[str, Any], k: int | None) -> Reading | None:
    """`draft_n` and `draft_n_accepted` of the response's timings."""
    drafted, accepted = node.get("draft_n"), node.get("draft_n_accepted")
    if not all(isinstance(n, int) and n >= 0 for n in (drafted, accepted)):
        return None
    known = {"engine": ENGINE, "form": "timings", "drafted": drafted, "accepted": accepted, "k": k,
             "why": {"tokens_per_round": "needs_rounds"}}  # fmt: skip
    return fill(_assume_full_rounds(known))
