"""The three closed forms of Leviathan, Kalman, Matias 2023 (arXiv 2211.17192): the model before any measurement.

They assume i.i.d. acceptance, a verify pass as cheap as one plain step, no repair and no overhead. `cost` drops those
assumptions. `c` is the time of one draft step over the time of one target step; `c_hat` the same for operations.
"""

from collections.abc import Sequence
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from specviz.theory.acceptance import geometric_tokens, tokens_grid
from specviz.theory.checks import draft_length, number, probability

Convention = Literal["lazy", "eager"]
"""How the caches are repaired after a round: see DESIGN, the two repair conventions."""


def walltime_factor(alpha: float, k: int, c: float) -> float:
    """Theorem 3.8: (1 − α^{k+1}) / ((1 − α)(kc + 1)). 1 at k = 0; below 1 it is slower than plain decoding."""
    return ideal_factor(geometric_tokens(alpha, k), k, c)


def ideal_factor(tokens_per_round: float, k: int, c: float, convention: Convention = "lazy") -> float:
    """τ over the cost of a round in target steps, with free verification and no overhead, for any τ.

    lazy: τ / (kc + 1), which is Theorem 3.8. eager: τ / (kc + 2), because every round also steps the target's own
    token into both caches (the draft's row over it proposes d_1 of the next round, so the draft too takes k steps).
    k = 0 is plain decoding: 1 in both.
    """
    number("c", c, 0.0)
    number("τ", tokens_per_round, 1.0, draft_length(k) + 1.0)
    if k == 0:
        return 1.0
    return tokens_per_round / (k * c + (1.0 if convention == "lazy" else 2.0))


def operations_factor(alpha: float, k: int, c_hat: float) -> float:
    """Theorem 3.11: (1 − α)(kĉ + k + 1) / (1 − α^{k+1}): arithmetic per token, relative to plain decoding. ≥ 1."""
    return (k * number("ĉ", c_hat, 0.0) + k + 1.0) / geometric_tokens(alpha, k)


def improvement_exists(alpha: float, c: float) -> bool:
    """Corollary 3.9: some k beats plain decoding iff α > c."""
    return probability("α", alpha) > number("c", c, 0.0)


def guaranteed_factor(alpha: float, c: float) -> float | None:
    """Corollary 3.9: when α > c the best factor is at least (1 + α)/(1 + c), its value at k = 1; else None."""
    return (1.0 + alpha) / (1.0 + c) if improvement_exists(alpha, c) else None


def walltime_grid(alphas: Sequence[float] | NDArray[np.float64], k_max: int, c: float) -> NDArray[np.float64]:
    """Theorem 3.8 for every α and k = 0…k_max; shape (len(alphas), k_max + 1). The heat map and both curves."""
    return tokens_grid(alphas, k_max) / (np.arange(k_max + 1) * number("c", c, 0.0) + 1.0)
