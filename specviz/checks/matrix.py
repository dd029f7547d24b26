"""Fault × check: which check notices which mistake. The checks are those of `check`, in small sizes."""

from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple

from specviz.checks.edges import edges
from specviz.checks.ends import counting, stopping
from specviz.checks.laws import chi_square_cells, enumeration
from specviz.checks.models import acceptance, greedy, refilled, self_draft
from specviz.checks.result import Result, guarded
from specviz.checks.subject import Subject
from specviz.faults import CORRECT_BUILD, Build, Fault
from specviz.settings import RunSettings

DRAWS = 1500
Column = Callable[[Build, RunSettings, Subject, int], Result]

COLUMNS: dict[str, Column] = {
    "enumeration": lambda build, settings, _subject, seed: enumeration(build, settings=settings, seed=seed + 1),
    "chi_square": lambda build, settings, _subject, seed: next(
        chi_square_cells(build, settings=settings.but(k=2), draws=DRAWS, seed=DRAWS * seed)
    ),
    "edges": lambda build, _settings, _subject, seed: edges(build, seed=seed),
    "greedy": lambda build, _settings, subject, _seed: greedy(subject, build, ks=(3,), tokens=16),
    "refilled": lambda build, _settings, subject, seed: refilled(subject, build, ks=(3,), tokens=14, seed=seed),
    "acceptance": lambda build, _settings, subject, seed: acceptance(subject, build, ks=(3,), tokens=24, seed=seed),
    "self_draft": lambda build, _settings, subject, _seed: self_draft(subject, build, ks=(3,), tokens=14),
    "stopping": lambda build, _settings, _subject, seed: stopping(build, seed=seed),
    "counting": lambda build, _settings, _subject, seed: counting(build, seed=seed),
}


class Row(NamedTuple):
    """A fault (None: the correct engine) and what every check says of it."""

    fault: Fault | None
    results: dict[str, Result]


def one(fault: Fault | None, check: str, subject: Subject, seed: int = 0) -> Result:
    """What one check says of one build; a build that raises has failed it."""
    build, settings = (fault.build, dict(fault.settings)) if fault else (CORRECT_BUILD, {})
    return guarded(check, lambda: COLUMNS[check](build, RunSettings(**settings), subject, seed))


def rows(faults: Iterable[Fault | None], subject: Subject) -> Iterator[Row]:
    """The matrix, row by row."""
    for fault in faults:
        yield Row(fault, {check: one(fault, check, subject) for check in COLUMNS})
