"""Bounds for the numbers a formula is given. Out of range is an error that names the value and the range."""

from collections.abc import Sequence

from specviz.errors import SpecvizError

MAX_K = 1024
"""Longest round any formula here accepts; far above the 64 of the settings, so that limits can be looked at."""

MAX_BATCH = 65_536

LARGE = 1e18
"""Above every time, size and rate used here; keeps infinities and absurd integers out."""


def number(name: str, value: float, low: float, high: float = LARGE) -> float:
    """`value` as a float in `[low, high]`; raises `theory_range` for anything else, nan included."""
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise SpecvizError("theory_number", name=name, value=repr(value)[:40])
    if not low <= value <= high:
        raise SpecvizError("theory_range", name=name, value=value, low=low, high=high)
    return float(value)


def whole(name: str, value: int, low: int, high: int) -> int:
    """`value` as an int in `[low, high]`; raises `theory_whole` for 2.5 and `theory_range` when outside."""
    if isinstance(value, bool) or not isinstance(value, int | float) or value != value // 1:
        raise SpecvizError("theory_whole", name=name, value=repr(value)[:40])
    number(name, value, low, high)
    return int(value)


def probability(name: str, value: float) -> float:
    """`value` as a float in [0, 1]."""
    return number(name, value, 0.0, 1.0)


def probabilities(name: str, values: Sequence[float]) -> tuple[float, ...]:
    """At most `MAX_K` numbers in [0, 1]; the error names the position, counted from 1."""
    whole(f"len({name})", len(values), 0, MAX_K)
    return tuple(probability(f"{name}[{i}]", v) for i, v in enumerate(values, 1))


def draft_length(k: int) -> int:
    """`k` as an int in 0…MAX_K."""
    return whole("k", k, 0, MAX_K)
