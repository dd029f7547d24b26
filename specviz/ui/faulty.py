"""Deliberate mistakes on a page: laws, draws, checks and short runs of their builds, kept and shared.

Wiring only: the mistakes are in `specviz.faults`, what is computed in `specviz.checks`. Both need torch, which is
loaded when a mistake is first asked for.
"""

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

import numpy as np
import streamlit as st

from specviz.settings import RunSettings
from specviz.theory.small_chains import TARGET_TENTHS, FractionChain
from specviz.ui import resources
from specviz.ui.i18n import t
from specviz.ui.live import Where

if TYPE_CHECKING:
    from specviz.checks.outcomes import Outcome
    from specviz.checks.result import Result
    from specviz.checks.subject import Subject

F = TypeVar("F", bound=Callable[..., Any])


def _kept(compute: F) -> F:
    """Results stay for the next reader; they are plain frozen data."""
    return st.cache_resource(max_entries=128, show_spinner=False)(compute)


class Card(NamedTuple):
    """What the catalogue says of a mistake, without its build."""

    id: str
    family: str
    view: str
    check: str
    level: str
    source: str


class Laws(NamedTuple):
    """What a mistake writes where it shows, and what it should: both [cells], each cell named by its tokens."""

    cells: tuple[str, ...]
    emitted: np.ndarray
    right: np.ndarray

    @property
    def distance(self) -> float:
        return float(np.abs(self.emitted - self.right).sum() / 2)


@_kept
def cards() -> dict[str, Card]:
    """The catalogue in its order."""
    from specviz.faults import CATALOGUE

    return {f.id: Card(f.id, f.family, f.view, f.check, f.level, f.source) for f in CATALOGUE}


@_kept
def laws(fault: str) -> Laws:
    """The exact laws of a mistake whose view is a law, or of the correct engine (""). Cells are named a, b, c.

    The correct engine's are p itself, on the first page a reader sees: no enumeration, no torch.
    """
    if not fault:
        p = FractionChain(TARGET_TENTHS, exact=False).law((0,))
        return Laws(tuple("abc"), p, p)
    from specviz.checks.shown import laws_of, place_of

    emitted, right = laws_of(fault)
    names = ("".join("abc"[x] for x in cell) for cell in place_of(fault).cells)
    return Laws(tuple(names), emitted, right)


@_kept
def counts(fault: str, first_seed: int, draws: int) -> np.ndarray:
    """Draws of the whole engine, counted by cell."""
    from specviz.checks.shown import counts_of

    return counts_of(fault, first_seed, draws)


@_kept
def checked(fault: str, fixed: bool) -> "Result":
    """What the check of a mistake's own layer says of it; `fixed`: of the correct engine under the same settings."""
    from specviz.checks.matrix import COLUMNS, one
    from specviz.checks.result import guarded
    from specviz.faults import CORRECT_BUILD, FAULTS

    found, subject = FAULTS[fault], _subject()
    if not fixed:
        return one(found, found.check, subject)
    settings = RunSettings(**found.settings)
    return guarded(found.check, lambda: COLUMNS[found.check](CORRECT_BUILD, settings, subject, 0))


@_kept
def runs(fault: str, fixed: bool) -> "tuple[Outcome, ...]":
    """The short runs that show a mistake, by its build or (`fixed`) by the correct one."""
    from specviz.checks.outcomes import outcomes
    from specviz.faults import CORRECT_BUILD, FAULTS

    found = FAULTS[fault]
    settings = RunSettings(**found.settings)
    return outcomes(CORRECT_BUILD if fixed else found.build, found.view, settings, _subject())


@_kept
def _subject() -> "Subject":
    from specviz.checks.subject import small_random_pair

    return small_random_pair()


def quick_checks(where: Where) -> "Iterator[Result]":
    """The quick checks on a loaded pair, as they end."""
    from specviz.checks.suite import results, subject_of

    yield from results(subject_of(resources.loaded_pair(*where)), quick=True)


def opened() -> dict[str, Card]:
    """The catalogue, with a word for the reader while it is first opened."""
    with st.spinner(t("ui.catalogue")):
        return cards()
