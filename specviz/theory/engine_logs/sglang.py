"""SGLang: the decode-batch line, gauges, per-request JSON.

`accept len` is τ: accepted drafts plus the target's own token, per pass, over the last log interval. `accept rate`
changed its meaning with PR #23530 (April 2026): before, accept len ÷ draft tokens with the bonus above and the root
below; since, (accept len − 1) ÷ (draft tokens − 1), which is accepted/drafted. So the rate is never taken over: it
is derived from the length and k, and the printed one only tells which definition was in use.
(scheduler_metrics_mixin.py @00eef542; PRs #11572, #13212, #23530, #33518.)
"""

import re
from typing import Any

from specviz.errors import SpecvizError
from specviz.theory.engine_logs.prometheus import Samples
from specviz.theory.engine_logs.reading import NUMBER, Reading, decimal, fill, from_tally
from specviz.theory.tally import Tally

ENGINE = "sglang"
_LENGTH = re.compile(rf"accept len: ({NUMBER})(?:, accept rate: ({NUMBER}))?")


def from_line(line: str, k: int | None) -> Reading | None:
    """A `Decode batch` line that has an `accept len`; None otherwise (a batch without speculation has none)."""
    match = _LENGTH.search(line) if "Decode batch" in line else None
    if not match:
        return None
    return _from_length("line", decimal(match.group(1)), decimal(match.group(2)), k, ())


def _from_length(
    form: str, length: float | None, rate: float | None, k: int | None, notes: tuple[SpecvizError, ...]
) -> Reading:
    derived_rate = (length - 1) / k if k and length is not None else None
    return Reading(
        ENGINE,
        form,
        tokens_per_round=length,
        accepted_over_drafted=derived_rate,
        k=k,
        derived=frozenset({"accepted_over_drafted"} if derived_rate is not None else ()),
        why={} if k else {"accepted_over_drafted": "needs_k"},
        notes=(*notes, *_which_rate(length, rate, k)),
    )


def _which_rate(length: float | None, rate: float | None, k: int | None) -> list[SpecvizError]:
    """Which definition a printed rate follows, within the rounding of both numbers."""
    if length is None or rate is None or not k:
        return []
    if length > k + 1.005:
        return [SpecvizError("log_length_impossible", length=length, limit=k + 1)]
    if abs(rate - (length - 1) / k) <= 0.005 + 0.005 / k + 1e-9:
        return []
    if abs(rate - length / (k + 1)) <= 0.005 + 0.005 / (k + 1) + 1e-9:
        return [SpecvizError("log_sglang_old_rate", rate=rate, derived=round((length - 1) / k, 4))]
    return [SpecvizError("log_rate_mismatch", rate=rate, ratio=round((length - 1) / k, 5))]


def from_samples(page: Samples, k: int | None) -> Reading | None:
    """The gauges `sglang:spec_accept_length` and `_rate`; they hold the last interval only."""
    length = page.gauge("sglang:spec_accept_length")
    if length is None:
        return None
    draft_tokens = page.gauge("sglang:spec_num_draft_tokens")
    known_k = k if draft_tokens is None or draft_tokens < 1 else round(draft_tokens) - 1
    rate = page.gauge("sglang:spec_accept_rate")
    return _from_length("metrics", length, rate, known_k, (SpecvizError("log_gauge"),))


def from_json(node: dict[str, Any], k: int | None) -> Reading | None:
    """The per-request fields `spec_*` of meta_info (PR #33518)."""
    rounds, accepted = node.get("spec_verify_ct"), node.get("spec_num_correct_drafts")
    drafted, histogram = node.get("spec_num_proposed_drafts"), node.get("spec_correct_drafts_histogram")
    if not all(isinstance(n, int) and n >= 0 for n in (rounds, accepted, drafted)):
        return None
    if isinstance(histogram, list) and histogram and k:
        tally = Tally.from_histogram(histogram, k)
        if (tally.rounds, tally.drafted, tally.accepted) == (rounds, drafted, accepted):
            return from_tally(ENGINE, "request", tally)
    return fill({"engine": ENGINE, "form": "request", "rounds": rounds, "accepted": accepted, "drafted": drafted})
