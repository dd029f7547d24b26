"""Does one pass over a block give the rows that one-token passes give? And with a mask that is not causal?

The rows of the block pass are held against those of n passes over one token each, from the same context. Under the
causal mask they differ by rounding only; under a mask that shows a row anything else they are other laws.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import torch

from specviz.engine.language_model import CachedModel, Weights
from specviz.engine.sampling import host, softmax
from specviz.theory.masks import MaskKind, allowed

ROUNDING_STEPS = 16


@dataclass(frozen=True)
class RowPair:
    """Row i of the block pass and the row of the one-token pass at the same place.

    `difference`: max |Δ| over the logits; `variation`: ½ Σ |Δ| over the probabilities, the total variation distance;
    `block_top`, `single_top`: the most likely id by either.
    """

    difference: float
    variation: float
    block_top: int
    single_top: int


@dataclass(frozen=True)
class BlockComparison:
    """All rows of one block of n tokens.

    `scale`: the largest |logit|; `rounding`: what `ROUNDING_STEPS` steps of the weights' number format are at that
    scale, the level that a difference must stay under to pass for rounding.
    """

    rows: tuple[RowPair, ...]
    scale: float
    rounding: float
    block_passes: int
    single_passes: int

    @property
    def difference(self) -> float:
        return max(r.difference for r in self.rows)


def compare_rows(
    weights: Weights, context: Sequence[int], block: Sequence[int], kind: MaskKind = "causal"
) -> BlockComparison:
    """Both ways to compute the rows of `block` (at least one id) after `context` (may be empty)."""
    whole, stepped = CachedModel(weights), CachedModel(weights)
    whole.sync(context), stepped.sync(context)
    whole.take_passes(), stepped.take_passes()
    mask = None
    if kind != "causal":
        mask = torch.from_numpy(allowed(kind, len(context), len(block))).to(weights.device)
    rows = host(whole.extend(block, mask=mask))
    singles = np.concatenate([host(stepped.extend([i])) for i in block])
    scale = float(np.abs(singles).max())
    return BlockComparison(
        rows=tuple(map(_pair, rows, singles)),
        scale=scale,
        rounding=ROUNDING_STEPS * torch.finfo(weights.dtype).eps * scale,
        block_passes=len(whole.take_passes()),
        single_passes=len(stepped.take_passes()),
    )


def _pair(row: np.ndarray, single: np.ndarray) -> RowPair:
    variation = float(np.abs(softmax(row) - softmax(single)).sum()) / 2
    return RowPair(float(np.abs(row - single).max()), variation, int(row.argmax()), int(single.argmax()))
