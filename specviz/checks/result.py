"""What a check found: a figure against a threshold. Words are in the catalogue under `check.<id>`."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any, Literal

from specviz.models.out_of_memory import is_out_of_memory
from specviz.words import say


@dataclass(frozen=True)
class Result:
    """`passed` follows from `figure`, `relation` and `threshold`; a figure that is not a number fails.

    `note` is a key under `check.note`, filled from `params`; `error` is what the build under test raised, if it did.
    """

    check: str
    figure: float
    relation: Literal["≤", "≥", "="]
    threshold: float
    note: str = ""
    params: Mapping[str, Any] = field(default_factory=lambda: MappingProxyType({}))
    error: str = ""

    @property
    def passed(self) -> bool:
        a, b = self.figure, self.threshold
        return bool(a <= b if self.relation == "≤" else a >= b if self.relation == "≥" else a == b)

    def compares(self, lang: str = "en") -> str:
        """What is held against what."""
        return say(f"check.{self.check}", lang)

    def says(self, lang: str = "en") -> str:
        """The note, in words."""
        if self.error:
            return self.error
        return say(f"check.note.{self.note}", lang, **self.params) if self.note else ""

    @property
    def shown(self) -> tuple[str, str]:
        """Figure and threshold as text."""
        return number(self.figure), f"{self.relation} {number(self.threshold)}"


def number(x: float) -> str:
    """A figure for people: whole numbers whole, others to three digits, never 0.000 for what is not 0."""
    return str(int(x)) if float(x).is_integer() and abs(x) < 1e6 else f"{x:.3g}"


def guarded(name: str, check: Callable[[], Result]) -> Result:
    """The result of a check; a build that raises has failed it, and the result says with what.

    Running out of memory says nothing of the build and passes through.
    """
    try:
        return check()
    except Exception as e:  # a decoder with a mistake may raise anything, at any place
        if is_out_of_memory(e):
            raise
        return Result(name, float("nan"), "=", 0, error=f"{type(e).__name__}: {e}"[:200])
