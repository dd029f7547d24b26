"""The exact law of a program that compares uniform draws with thresholds, by running it on every case.

The decoder's own code is such a program: hand it these draws instead of random ones, and what comes out is the law of
that code, not of a copy of its formulas. A draw is kept as an interval. When the program asks `u < c` and c lies
inside, both answers are possible: the run goes on with one, and is repeated for the other. What a draw was found to
be holds for the rest of the run, wherever it is used again, so shared and re-used draws are enumerated rightly too.

The price is one run per case: for small vocabularies and few tokens.
"""

from collections.abc import Callable, Hashable
from fractions import Fraction
from typing import Any, TypeVar

from specviz.errors import SpecvizError

T = TypeVar("T", bound=Hashable)
MAX_RUNS = 2_000_000


class EveryDraw:
    """Draws of one run, with the interface of `specviz.engine.draws.Draws`. Made by `outcomes`."""

    simulated = True

    def __init__(self, answers: list[bool]) -> None:
        self._answers, self._asked = answers, 0
        self._known: dict[Hashable, Uniform] = {}

    def u(self, position: int, kind: Hashable, index: int = 0, level: int = 0) -> "Uniform":
        return self._known.setdefault((position, kind, index, level), Uniform(self))

    def answer(self) -> bool:
        """The answer to the next open question: the one on file, or a first yes."""
        if self._asked == len(self._answers):
            self._answers.append(True)
        self._asked += 1
        return self._answers[self._asked - 1]

    @property
    def mass(self) -> Any:
        """Probability that the draws lie where this run found them."""
        product: Any = 1
        for u in self._known.values():
            low, high = u.interval
            product = product * (high - low)
        return product


class Uniform:
    """`factor` times a number of which only `interval` = [low, high) is known; uniform on it.

    Only multiples of it and comparisons with numbers mean anything. Where it equals a threshold it counts as above:
    an event of probability 0. Compared with itself (`numpy.searchsorted` does that) it is neither below nor above.
    """

    __slots__ = ("_draws", "_factor", "interval")

    def __init__(self, draws: EveryDraw, interval: list[Any] | None = None, factor: Any = 1) -> None:
        self._draws, self._factor = draws, factor
        self.interval = [0, 1] if interval is None else interval

    def __lt__(self, threshold: Any) -> bool:
        if threshold is self:
            return False
        c = (threshold if isinstance(threshold, Fraction) else float(threshold)) / self._factor
        low, high = self.interval
        if not low < c < high:
            return bool(low < c)
        below = self._draws.answer()
        self.interval[1 if below else 0] = c
        return below

    def __gt__(self, threshold: Any) -> bool:
        return threshold is not self and not self < threshold

    __le__ = __lt__
    __ge__ = __gt__

    def __mul__(self, factor: Any) -> "Uniform":
        return Uniform(self._draws, self.interval, self._factor * factor)

    __rmul__ = __mul__


def outcomes(program: Callable[[EveryDraw], T], max_runs: int = MAX_RUNS) -> dict[T, Any]:
    """The law of what `program(draws)` returns: probability by outcome.

    The program must be a function of its draws alone. Raises `SpecvizError` after `max_runs` runs.

    >>> outcomes(lambda draws: draws.u(0, 0) < 0.25)
    {True: 0.25, False: 0.75}
    """
    law: dict[T, Any] = {}
    answers: list[bool] = []
    for _ in range(max_runs):
        draws = EveryDraw(answers)
        outcome = program(draws)
        law[outcome] = law.get(outcome, 0) + draws.mass
        while answers and not answers[-1]:
            answers.pop()
        if not answers:
            return law
        answers[-1] = False
    raise SpecvizError("too_many_cases", limit=max_runs)
