"""Does a build emit the target's law? Exactly, over every draw, and by χ², over random ones; on toy chains."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from specviz.checks.result import Result
from specviz.checks.statistics import FALSE_ALARM, chi_square, draws_needed
from specviz.checks.toys import PROMPT, chain_pair, exact_law, first_tokens, right_law
from specviz.engine.draws import CounterDraws
from specviz.faults import CORRECT_BUILD, Build
from specviz.settings import RunSettings
from specviz.theory.enumerate import total_variation

PLAIN = RunSettings()
EXACT = 1e-6
"""The chains' logits are float32."""
DRAFTERS: dict[str, dict[str, Any]] = {
    "draft": {},
    "argmax": {"draft_choice": "argmax"},
    "lookup": {"method": "lookup"},
    "adaptive": {"length_policy": "adaptive", "confidence": 0.4},
}
FILTERS: dict[str, dict[str, Any]] = {
    "none": {},
    "top_k": {"top_k": 2},
    "top_p": {"top_p": 0.8},
    "penalty": {"repetition_penalty": 1.5},
}
TEMPERATURES = (1.0, 0.5)
REPAIRS = ("lazy", "eager")
LENGTHS = (1, 2, 3, 4)
SEEDS_APART = 1_000_000  # from one combination to the next: more than any of them draws


@dataclass(frozen=True)
class Cell:
    """One combination of settings, and the χ² sample it needs."""

    drafter: str
    k: int
    filter: str
    temperature: float
    repair: str

    @property
    def settings(self) -> RunSettings:
        return RunSettings(
            k=self.k,
            temperature=self.temperature,
            repair=self.repair,
            **DRAFTERS[self.drafter],
            **FILTERS[self.filter],
        )


def all_cells() -> tuple[Cell, ...]:
    """The full product."""
    return tuple(
        Cell(d, k, f, t, r) for d in DRAFTERS for k in LENGTHS for f in FILTERS for t in TEMPERATURES for r in REPAIRS
    )


def cover() -> tuple[Cell, ...]:
    """Cells in which every two levels of every two factors meet: from Latin squares, 16 of the 256."""
    drafters, filters = tuple(DRAFTERS), tuple(FILTERS)
    return tuple(
        Cell(drafters[i], LENGTHS[j], filters[i ^ j], TEMPERATURES[_bit(i, j, 0)], REPAIRS[_bit(i, j, 1)])
        for i in range(4)
        for j in range(4)
    )


def _bit(i: int, j: int, which: int) -> int:
    """Two columns of an orthogonal array OA(16, 4³·2², strength 2): bits of j doubled in GF(4), plus i."""
    doubled = (0, 2, 3, 1)[j]
    return (doubled ^ i) >> which & 1


def enumeration(build: Build = CORRECT_BUILD, *, settings: RunSettings = PLAIN, seed: int = 1) -> Result:
    """The exact law of the first tokens under `build` against the target's, the worst of a few shapes."""
    worst, cases = 0.0, 0
    for vocab, k, n in ((3, 1, 2), (3, 2, 2), (2, 2, 3)):
        pair = chain_pair(vocab, seed)
        prompt = tuple(i % vocab for i in PROMPT)
        for repair in REPAIRS:
            here = settings.but(k=k, repair=repair)
            exact, right = exact_law(build, pair, here, n, prompt), right_law(pair[0], here, n, prompt)
            worst, cases = max(worst, float(total_variation(exact, right))), cases + exact.size
    return Result("enumeration", worst, "≤", EXACT, "enumeration", {"cases": cases})


def sample(build: Build, cell_settings: RunSettings, n: int, draws: int, first_seed: int = 0) -> np.ndarray:
    """Counts [V] * n of the first n tokens over `draws` runs with the seeds from `first_seed` on."""
    pair, counts = chain_pair(), np.zeros((3,) * n)
    unclipped = cell_settings.but(max_new_tokens=n + cell_settings.k)
    for seed in range(first_seed, first_seed + draws):
        counts[first_tokens(build, pair, unclipped, n, draws=CounterDraws(seed))] += 1
    return counts


def chi_square_cells(
    build: Build = CORRECT_BUILD,
    cells: tuple[Cell, ...] = (),
    *,
    draws: int | None = None,
    settings: RunSettings | None = None,
    tokens: int = 3,
    seed: int = 0,
) -> Iterator[Result]:
    """Joint χ² of the first three tokens, one result per cell; together they raise a false alarm once in a million.

    `draws` None: as many as a total variation of .05 needs. `settings` tests these instead of the cells.
    """
    chosen = [c.settings for c in cells or cover()] if settings is None else [settings]
    for share in shares(chosen, seed):
        yield chi_square_cell(*share, build, draws=draws, tokens=tokens)


def shares(combinations: Sequence[RunSettings], seed: int = 0) -> list[tuple[RunSettings, int, float]]:
    """Arguments of `chi_square_cell` for tests of `combinations` together: seeds of its own for each, and an equal
    part of the false-alarm rate."""
    level = FALSE_ALARM / len(combinations)
    return [(settings, seed + SEEDS_APART * i, level) for i, settings in enumerate(combinations)]


def chi_square_cell(
    settings: RunSettings,
    seed: int,
    level: float,
    build: Build = CORRECT_BUILD,
    *,
    draws: int | None = None,
    tokens: int = 3,
) -> Result:
    """Joint χ² of the first tokens under one combination of settings, at a false-alarm rate of `level`."""
    law = right_law(chain_pair()[0], settings, tokens)
    n = draws or draws_needed(int((law > 0).sum()) - 1, level)
    found = chi_square(sample(build, settings, tokens, n, seed), law)
    params = {"statistic": f"{found.statistic:.1f}", "df": found.df, "draws": n}
    return Result("chi_square", found.p, "≥", level, "chi_square", params)


def chi_square_worst(results: list[Result]) -> Result:
    """One result for many cells: the smallest p, with the number of draws in all."""
    worst = min(results, key=lambda r: r.figure)
    draws = sum(r.params["draws"] for r in results)
    params = {**worst.params, "cells": len(results), "total": draws}
    return Result("chi_square", worst.figure, "≥", worst.threshold, "chi_square_cells", params)
