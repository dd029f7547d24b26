"""Time of one forward pass of a loaded model against the number of tokens in it.

Each length is timed on the same cache content; lengths take turns, so that a machine that slows down slows all of
them. The first turn is warm-up and does not count; the median of the others does. Prefill is not timed.
"""

import time
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import median

import torch

from specviz.engine.language_model import CachedModel
from specviz.theory.checks import whole

REPEATS = 7


@dataclass(frozen=True)
class PassTimes:
    """`seconds[i]` = median time of a pass over `lengths[i]` tokens after `context` cached ones."""

    lengths: tuple[int, ...]
    seconds: tuple[float, ...]
    context: int
    repeats: int


def time_passes(
    model: CachedModel, ids: Sequence[int], lengths: Sequence[int], repeats: int = REPEATS
) -> PassTimes:  # fmt: skip
    """Times a pass for each of `lengths`; `ids` is the text held before it, and is fed again as the new tokens.

    Leaves the cache holding `ids`. Raises `context_limit` when `ids` and the longest pass do not fit.
    """
    whole("repeats", repeats, 1, 1_000)
    context = list(ids)
    fed = {n: [context[i % len(context)] for i in range(n)] for n in lengths}
    samples: dict[int, list[float]] = {n: [] for n in lengths}
    with torch.inference_mode():
        model.sync(context)
        for turn in range(repeats + 1):
            for n in lengths:
                seconds = _one(model, fed[n])
                model.truncate(len(context))
                if turn:
                    samples[n].append(seconds)
    medians = tuple(median(samples[n]) for n in lengths)
    return PassTimes(tuple(lengths), medians, len(context), repeats)


def _one(model: CachedModel, ids: list[int]) -> float:
    _settle(model)
    start = time.perf_counter()
    model.extend(ids)
    _settle(model)
    return time.perf_counter() - start


def _settle(model: CachedModel) -> None:
    if model.weights.device.type == "cuda":
        torch.cuda.synchronize(model.weights.device)
