"""Text Generation Inference: the histogram `tgi_request_skipped_tokens`, all it has.

It records ids − 1 for every generation message, prefill and decode alike, although its documentation says per
request. So its sum is the accepted candidates, its count the rounds plus one message per prefill:
tokens per round ≈ 1 + sum ÷ (count − requests). What was drafted is not recorded. (@db931fcf, backend.rs.)
"""

from specviz.errors import SpecvizError
from specviz.theory.engine_logs.prometheus import Samples
from specviz.theory.engine_logs.reading import Reading

ENGINE = "tgi"


def from_samples(page: Samples, k: int | None) -> Reading | None:
    """Sum, count, and the number of requests; without the last τ is diluted, and a note says so."""
    accepted = page.total("tgi_request_skipped_tokens_sum")
    messages = page.total("tgi_request_skipped_tokens_count")
    if accepted is None or messages is None:
        return None
    requests = page.total("tgi_request_success")
    rounds = messages - (requests or 0)
    return Reading(
        ENGINE,
        "metrics",
        rounds=rounds if requests is not None and rounds >= 0 else None,
        accepted=accepted,
        tokens_per_round=1 + accepted / rounds if rounds > 0 else None,
        k=k,
        derived=frozenset({"rounds", "tokens_per_round"}),
        why={"drafted": "never_recorded", "accepted_over_drafted": "never_recorded", "rounds": "needs_requests"},
        notes=(SpecvizError("log_tgi_approximate" if requests is not None else "log_tgi_diluted"),),
    )
