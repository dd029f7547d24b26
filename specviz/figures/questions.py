"""Questions for predict-first: asked before a step is shown, graded and explained from the trace itself.

One question per round, seeded by the run, so that a class gets the same ones. Four kinds: is the candidate accepted,
which row judges it, how many tokens will be committed, how long is the target's cache afterwards. A question needs
nothing that is hidden: what it takes to answer is on the screen or in the question.
"""

import random
from dataclasses import dataclass

from specviz.figures.chips import Names
from specviz.figures.numbers import apart, prob
from specviz.figures.steps import Args, Step, row_name, steps
from specviz.trace import SAVED_NEXT, Candidate, Round, Trace


@dataclass(frozen=True)
class Question:
    """`step` (index into the list of steps) stays hidden until one of `options` is chosen; `answer` is the right one.

    `key` and `why` are sentences of the catalogue, filled from `args`. An option is a catalogue key if it starts with
    `stage.`, else it is shown as it is.
    """

    step: int
    key: str
    why: str
    args: Args
    options: tuple[str, ...]
    answer: int


def questions(trace: Trace, names: Names | None = None) -> tuple[Question, ...]:
    """One question per round with candidates, in the order of the steps."""
    names = names or Names(trace)
    told = list(enumerate(steps(trace, names)))
    asked = []
    for r in trace.rounds:
        mine = [(n, s) for n, s in told if s.round == r.index]
        rng = random.Random(f"{trace.settings.get('seed', 0)}:{r.index}")
        kinds = [_verdict, _row, _committed, _cache] if r.judged else []
        rng.shuffle(kinds)
        found = next((q for kind in kinds if (q := kind(r, mine, names, rng))), None)
        if found:
            asked.append(found)
    return tuple(asked)


Told = list[tuple[int, Step]]


def _judged(r: Round, mine: Told, rng: random.Random) -> tuple[int, int, Candidate]:
    """A candidate to ask about: the rejected one, or one of the accepted."""
    i = rng.randrange(r.judged)
    return next(n for n, s in mine if s.kind == "judge" and s.index == i), i, r.candidates[i]


def _verdict(r: Round, mine: Told, names: Names, rng: random.Random) -> Question | None:
    n, i, c = _judged(r, mine, rng)
    if r.rule != "full_q" or c.p is None or c.u is None or not c.q:
        return None
    args = _about(r, i, c, names)
    draw, limit = apart(c.u, min(1.0, c.p / c.q))
    args |= {"p": prob(c.p), "q": prob(c.q), "u": draw, "limit": "1" if c.p >= c.q else limit}
    fates = ("stage.fate.accepted", "stage.fate.rejected")
    return Question(n, "ask.verdict", f"ask.verdict.{c.fate}", args, fates, fates.index(f"stage.fate.{c.fate}"))


def _row(r: Round, mine: Told, names: Names, rng: random.Random) -> Question | None:
    n, i, c = _judged(r, mine, rng)
    if c.row is None:
        return None
    lowest = SAVED_NEXT if r.repair == "eager" else 0
    last = max(i, c.row) + 1
    rows = sorted({row for row in (c.row - 1, c.row, c.row + 1, last) if lowest <= row})
    options = tuple(row_name(row) for row in rows)
    return Question(n, "ask.row", f"ask.row.{r.repair}", _about(r, i, c, names), options, rows.index(c.row))


def _committed(r: Round, mine: Told, names: Names, rng: random.Random) -> Question | None:
    n = next(n for n, s in mine if s.kind == "commit")
    right, m = len(r.committed), r.accepted
    if r.emitted is None:
        return None
    args: Args = {"m": m, "k": len(r.candidates), "n": right}
    return _number(
        n, "ask.committed", f"ask.committed.{r.emitted.kind}", args, right, (right - 1, right + 1, len(r.candidates))
    )


def _cache(r: Round, mine: Told, names: Names, rng: random.Random) -> Question | None:
    if r.stop:
        return None
    n = next(n for n, s in mine if s.kind == "repair")
    right = r.cache.target[3]
    args: Args = {"t": r.t, "m": r.accepted, "length": right, "before": r.cache.target[2]}
    return _number(n, "ask.cache", f"ask.cache.{r.repair}", args, right, (right - 1, right + 1, r.cache.target[2]))


def _number(step: int, key: str, why: str, args: Args, right: int, others: tuple[int, ...]) -> Question:
    numbers = sorted({right, *others})
    return Question(step, key, why, args, tuple(map(str, numbers)), numbers.index(right))


def _about(r: Round, i: int, c: Candidate, names: Names) -> Args:
    return {"i": i + 1, "token": names.candidates(r)[i], "row": row_name(c.row if c.row is not None else SAVED_NEXT)}
