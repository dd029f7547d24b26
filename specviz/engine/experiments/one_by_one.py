"""What the target's passes of plain decoding cost: the same text, one pass per token, the tokens given beforehand.

Nothing is drawn: the ids are those a run has committed, so that the times belong to the same text. Drawing and
bookkeeping are not in them.
"""

from collections.abc import Sequence

from specviz.engine.clock import Clock
from specviz.engine.language_model import CachedModel, Weights
from specviz.engine.sampling import host


def one_by_one(weights: Weights, prompt_ids: Sequence[int], new_ids: Sequence[int]) -> tuple[float, ...]:
    """Seconds of the target pass that gives each of `new_ids`, in order; reading the prompt is not among them."""
    model = CachedModel(weights)
    model.sync(prompt_ids[:-1])
    clock = Clock(str(weights.device))
    seconds = []
    for token in (prompt_ids[-1], *new_ids)[: len(new_ids)]:
        clock.to("verify")
        host(model.extend([token]))
        seconds.append(clock.read().verify)
    return tuple(seconds)
