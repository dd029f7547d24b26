"""Where a mistake in the law shows, and what it writes there: a pair, the settings, and how many tokens to look at.

One position of PQ3 is enough for a wrong formula; a wrong row needs laws that differ from token to token, and a
shared draw needs two tokens in a row. Draws are runs of the whole decoder.
"""

from dataclasses import dataclass

import numpy as np

from specviz.checks.toys import Pair, chain_pair, exact_law, first_tokens, pq3, right_law
from specviz.faults import CORRECT_BUILD, FAULTS, Build
from specviz.settings import RunSettings

LAW_VIEWS = ("marginal", "joint")
TIED = ("top_k_judged_raw",)
"""Mistakes that the two equal entries of PQ3's q hide: the top two of q are all of it."""


@dataclass(frozen=True)
class Place:
    """`n` tokens of `pair` under `settings`: the cells of a histogram are the V^n sequences."""

    pair: Pair
    settings: RunSettings
    n: int

    @property
    def cells(self) -> tuple[tuple[int, ...], ...]:
        return tuple(np.ndindex((self.pair[0].vocab_size,) * self.n))


def build_of(fault: str) -> Build:
    """The build of a catalogued mistake; "" is the correct one."""
    return FAULTS[fault].build if fault else CORRECT_BUILD


def place_of(fault: str) -> Place:
    """The place where a mistake with a view in `LAW_VIEWS` shows; "" is looked at on PQ3."""
    if not fault:
        return Place(pq3(), RunSettings(k=1), 1)
    found = FAULTS[fault]
    joint = found.view == "joint"
    k = 2 if joint and fault != "bonus_row" else 1  # the bonus is the second token only when k is 1
    one_row = found.family == "sampling" and not joint and fault not in TIED
    pair = pq3() if one_row else chain_pair()
    return Place(pair, RunSettings(k=k, **found.settings), 2 if joint else 1)


def laws_of(fault: str) -> tuple[np.ndarray, np.ndarray]:
    """The law [V^n] that a mistake writes at its place, over every draw, and the one it should write."""
    place = place_of(fault)
    wrong = exact_law(build_of(fault), place.pair, place.settings, place.n)
    return wrong.ravel(), right_law(place.pair[0], place.settings, place.n).ravel()


def counts_of(fault: str, first_seed: int, draws: int) -> np.ndarray:
    """How often each cell [V^n] was written in runs with the seeds from `first_seed` on."""
    place, build = place_of(fault), build_of(fault)
    counts = np.zeros((place.pair[0].vocab_size,) * place.n, dtype=int)
    for seed in range(first_seed, first_seed + draws):
        counts[first_tokens(build, place.pair, place.settings.but(seed=seed), place.n)] += 1
    return counts.ravel()
