"""A law that is edited by hand: exact from typed weights, in whole percent when one entry is dragged.

Percents always add up to 100 (largest remainders), so that the fractions of a proof stay short.
"""

from collections.abc import Sequence
from fractions import Fraction
from math import isfinite
from typing import Any

from specviz.errors import SpecvizError
from specviz.theory.enumerate import fractions

FEWEST, MOST = 3, 8
"""Tokens of a law that is still a picture."""


def law_of(weights: Sequence[float]) -> Any:
    """The law [V] of `Fraction` with these weights, each taken as the decimal that was typed.

    Raises `SpecvizError`: `law_size` for fewer than 3 or more than 8 weights, `law_weights` for a negative or
    infinite one or when all are 0.
    """
    if not FEWEST <= len(weights) <= MOST:
        raise SpecvizError("law_size", n=len(weights), low=FEWEST, high=MOST)
    if not all(isfinite(w) and w >= 0 for w in weights) or not sum(weights) > 0:
        raise SpecvizError("law_weights", values=" ".join(f"{w:g}" for w in weights))
    row = fractions([repr(w) for w in weights])
    return row / row.sum()


def percents(law: Sequence[Any], total: int = 100) -> tuple[int, ...]:
    """`law` in whole parts of `total`: rounded down, and the largest remainders get what is left."""
    exact = [Fraction(x) * total / sum(map(Fraction, law)) for x in law]
    whole = [int(x) for x in exact]
    by_remainder = sorted(range(len(exact)), key=lambda i: exact[i] - whole[i], reverse=True)
    for i in by_remainder[: total - sum(whole)]:
        whole[i] += 1
    return tuple(whole)


def with_share(law: Sequence[Any], token: int, percent: int) -> tuple[int, ...]:
    """Percents in which `token` has `percent` and the others share the rest as they did before."""
    wanted = max(0, min(100, percent))
    others = [Fraction(0) if i == token else Fraction(x) for i, x in enumerate(law)]
    if not sum(others):
        others = [Fraction(int(i != token)) for i in range(len(law))]
    rest = percents(others, 100 - wanted)
    return tuple(wanted if i == token else x for i, x in enumerate(rest))
