"""Who may look at what in one pass over a block: the causal mask, and three that are not. numpy only."""

from typing import Literal, get_args

import numpy as np

MaskKind = Literal["causal", "one_ahead", "whole_block", "only_self"]
MASKS: tuple[MaskKind, ...] = get_args(MaskKind)


def allowed(kind: MaskKind, context: int, n: int) -> np.ndarray:
    """The mask [n, context + n] of a block of n tokens after `context` cached ones; True where a row may look.

    All of them see the whole context. Within the block: `causal` itself and what precedes it; `one_ahead` one token
    more; `whole_block` everything; `only_self` nothing of the block but itself.
    """
    reach = {"causal": 0, "one_ahead": 1, "whole_block": n}.get(kind)
    block = np.eye(n, dtype=bool) if reach is None else np.tri(n, n, reach, dtype=bool)
    return np.concatenate([np.ones((n, context), dtype=bool), block], axis=1)
