"""What `python -m specviz check` runs: every check on one pair, as a table. Exit status 1 when one fails."""

import os
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future, ProcessPoolExecutor
from contextlib import contextmanager
from dataclasses import replace
from multiprocessing import get_context

import torch

from specviz.checks.edges import edges
from specviz.checks.ends import counting, stopping
from specviz.checks.laws import (
    all_cells,
    chi_square_cell,
    chi_square_cells,
    chi_square_worst,
    cover,
    enumeration,
    shares,
)
from specviz.checks.matrix import COLUMNS, Row, rows
from specviz.checks.models import acceptance, greedy, own_forward, refilled, same_ids, self_draft
from specviz.checks.result import Result, guarded
from specviz.checks.samples import one_position, sequences
from specviz.checks.subject import Subject, small_random_pair
from specviz.faults import CATALOGUE
from specviz.models import LoadedPair, load
from specviz.models.out_of_memory import out_of_memory_said
from specviz.words import say

PROMPTS = ("Once upon a time", "2 + 3 = ", "def add(a, b):", "从前有一只猫")
QUICK_DRAWS = 400
TOKEN_LIMIT = 24
"""Prompts are cut to this many tokens, so that the time of a check does not depend on the tokenizer."""
NEEDS_DRAFT = ("acceptance", "one_position", "sequence_start", "sequence_length", "sequence_tokens")


def main(pair: str, quick: bool = False, full: bool = False) -> int:
    """Check `pair` and print the table while it is made. 0 when all passed, else 1. `SpecvizError` for a bad pair.

    `quick` takes small samples and leaves out whole texts; `full` runs the whole product of settings.
    """
    loaded = load(pair)
    subject = subject_of(loaded)
    print(say("check.head", target=loaded.target.name, draft=loaded.draft.name if loaded.draft else "–"))
    failed = 0
    with out_of_memory_said(loaded.device):
        for result in results(subject, pair, quick=quick, full=full):
            failed += not result.passed
            print(line(result), flush=True)
    if subject.draft is None:
        print(say("check.no_draft", checks=", ".join(NEEDS_DRAFT)))
    print(say("check.failed", n=failed) if failed else say("check.passed"))
    return 1 if failed else 0


def faults() -> int:
    """Print fault × check on toys and small random models. 1 when a check of a fault's own layer misses it."""
    names = tuple(COLUMNS)
    print(" " * 26 + " ".join(name[:11].ljust(11) for name in names))
    missed = 0
    for row in rows([None, *CATALOGUE], small_random_pair()):
        missed += missed_by_its_own(row)
        marks = [_mark(row, name).ljust(11) for name in names]
        print((row.fault.id if row.fault else "–").ljust(26) + " ".join(marks), flush=True)
    print(say("check.faults_missed", n=missed) if missed else say("check.faults_caught"))
    return 1 if missed else 0


def missed_by_its_own(row: Row) -> bool:
    """Whether the check of a fault's own layer passes it, or, for the correct engine, any check fails it."""
    if row.fault is None:
        return not all(r.passed for r in row.results.values())
    return row.results[row.fault.check].passed


def results(subject: Subject, pair: str = "", *, quick: bool = False, full: bool = False) -> Iterator[Result]:
    """All checks on one pair, as they end. The χ² of the toys runs in other processes meanwhile."""
    with _aside(full) if not quick else _none() as aside:
        for name, check in _checks(subject, quick):
            yield guarded(name, check)
        if quick:
            yield chi_square_worst(list(chi_square_cells(cells=cover()[:4], draws=QUICK_DRAWS)))
            return
        if subject.draft is not None:
            yield from sequences(subject)
        if pair and subject.exact:
            yield guarded("greedy_near", lambda: greedy(_in_16_bit(pair), ks=(4,)))
        yield chi_square_worst([cell.result() for cell in aside])


def _checks(subject: Subject, quick: bool) -> Iterator[tuple[str, Callable[[], Result]]]:
    few = replace(subject, prompts=subject.prompts[:1]) if quick else subject
    ks = (3,) if quick else (1, 4)
    yield "enumeration", lambda: _worst([enumeration(seed=s) for s in range(1, 2 if quick else 6)])
    yield "edges", edges
    yield "stopping", stopping
    yield "counting", counting
    yield "own_forward", lambda: own_forward(subject)
    yield "greedy", lambda: greedy(few, ks=ks)
    yield "same_ids", lambda: same_ids(few, seeds=(0,) if quick else (0, 1))
    yield "refilled", lambda: refilled(few, ks=ks)
    yield "self_draft", lambda: self_draft(few, ks=ks)
    if subject.draft is not None:
        yield "acceptance", lambda: acceptance(few, ks=ks)
        yield "one_position", lambda: one_position(subject)


def subject_of(loaded: LoadedPair) -> Subject:
    """A loaded pair with the prompts of the checks."""
    prompts = tuple(tuple(loaded.tokenizer.encode(text)[:TOKEN_LIMIT]) for text in PROMPTS)
    return Subject(loaded.target, loaded.draft, prompts)


def line(result: Result) -> str:
    """One line of the table."""
    figure, threshold = result.shown
    mark = "✓" if result.passed else "✗"
    head = f"{mark} {result.check:16} {figure:>9} {threshold:12} {result.compares()}"
    note = result.says()
    return f"{head}\n  {note}" if note else head


def chi_square_all(pool: Executor, full: bool) -> list[Future[Result]]:
    """The χ² of every combination of settings (`full`) or of the pairwise cover, each a task of its own."""
    combinations = [cell.settings for cell in (all_cells() if full else cover())]
    return [pool.submit(chi_square_cell, *share) for share in shares(combinations)]


@contextmanager
def _aside(full: bool) -> Iterator[list[Future[Result]]]:
    """The χ² of the toys in processes of their own, one per core; torch here keeps to one thread meanwhile."""
    before = torch.get_num_threads()
    torch.set_num_threads(1)
    context = get_context("spawn")
    try:
        with ProcessPoolExecutor(os.cpu_count(), context, initializer=torch.set_num_threads, initargs=(1,)) as pool:
            yield chi_square_all(pool, full)
    finally:
        torch.set_num_threads(before)


@contextmanager
def _none() -> Iterator[list[Future[Result]]]:
    yield []


def _in_16_bit(pair: str) -> Subject:
    subject = subject_of(load(pair, "bfloat16"))
    return replace(subject, prompts=subject.prompts[:2])


def _worst(results: list[Result]) -> Result:
    return max(results, key=lambda r: r.figure)


def _mark(row: Row, name: str) -> str:
    result = row.results[name]
    own = row.fault is not None and row.fault.check == name
    return ("·" if result.passed else "✗") + ("*" if own else "") + ("!" if result.error else "")
