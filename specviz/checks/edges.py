"""Draws at the edges, which no sample of any size would meet: one forced number each."""

from collections.abc import Iterator, Mapping

import numpy as np

from specviz.checks.result import Result
from specviz.engine.draws import LARGEST, STEPS, CounterDraws, ForcedDraws, Kind
from specviz.engine.markov import MarkovLM
from specviz.faults import CORRECT_BUILD, Build
from specviz.settings import RunSettings
from specviz.trace import Round

T = 1
"""Position of the first candidate, after a prompt of one token."""


def edges(build: Build = CORRECT_BUILD, *, seed: int = 0) -> Result:
    """Counts the cases that go wrong; the note names the first."""
    found = list(_cases(build, seed))
    wrong = [name for name, right in found if not right]
    params = {"cases": len(found), "first": wrong[0] if wrong else "–"}
    return Result("edges", len(wrong), "=", 0, "edges", params)


def _cases(build: Build, seed: int) -> Iterator[tuple[str, bool]]:
    def first_round(p: list[float], q: list[float], forced: Mapping[Kind, float], **settings: float) -> Round:
        target, draft = MarkovLM([p] * len(p)), MarkovLM([q] * len(q))
        chosen = RunSettings(max_new_tokens=8, seed=seed, **({"k": 1} | settings))
        draws = ForcedDraws(CounterDraws(seed), {(T, kind, 0, 0): u for kind, u in forced.items()})
        return next(build.rounds(target, draft, chosen, (0,), draws=draws))

    def accepts(p: list[float], q: list[float], u: float, drafted: float = 0.0) -> bool:
        return first_round(p, q, {Kind.DRAFT: drafted, Kind.ACCEPT: u}).accepted == 1

    yield "u = 0, p(x) = 0", not accepts([0, 1], [1, 0], 0.0)
    yield "u = p/q", not accepts([0.25, 0.75], [0.5, 0.5], 0.5)
    yield "u < p/q", accepts([0.25, 0.75], [0.5, 0.5], 0.5 - 1 / STEPS)
    same = [0.3, 0.7]
    yield "u → 1, p = q", accepts(same, same, LARGEST) and accepts(same, same, LARGEST, LARGEST)
    yield "u = 0, p(0) = 0", first_round([0, 0, 1], [0, 1, 0], {Kind.TARGET: 0.0}).committed[0] == 2
    yield "u → 1, p(V) = 0", first_round([1, 0, 0], [0, 1, 0], {Kind.TARGET: LARGEST}).committed[0] == 0
    block = first_round([0.5, 0.5], [0.5, 0.5], {}, k=5)
    yield "k = 5", len({c.u for c in block.candidates}) == 5
    for temperature in (0.0, 1e-6, 0.1, 2.0):
        r = first_round([0.5, 0.3, 0.2], [0.2, 0.2, 0.6], {}, k=3, temperature=temperature)
        numbers = [x for c in r.candidates for x in (c.q, c.p, c.u) if x is not None]
        yield f"T = {temperature}", bool(np.isfinite(numbers).all() and r.committed)
    r = first_round([0.5, 0.3, 0.2], [0.2, 0.2, 0.6], {}, k=3, temperature=0.0)
    yield "T = 0", set(r.committed) == {0}
