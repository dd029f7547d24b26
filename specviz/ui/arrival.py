"""What a reader comes for: read from the address and the browser, once for the page's first answer and once for the
session that follows it, in the same way. Needs no session.
"""

from collections.abc import Mapping
from typing import NamedTuple

from specviz.errors import SpecvizError
from specviz.figures.steps import steps
from specviz.hosting import limited
from specviz.settings import RunSettings, View, from_query
from specviz.trace import Trace
from specviz.ui.i18n import from_browser
from specviz.ui.resources import FIRST


class Arrival(NamedTuple):
    """Settings and view as they begin, what had to be corrected in the address, and whether it is a link of ours."""

    settings: RunSettings
    view: View
    notes: tuple[SpecvizError, ...]
    linked: bool

    @property
    def recording(self) -> str | None:
        """Name of the recorded trace that goes on the stage; None for a link to a run, to be decoded again."""
        return self.view.trace or (None if self.linked else FIRST)


def arrival(query: Mapping[str, str], locale: str | None) -> Arrival:
    """What the address's parameters ask for, in the language they name or else the browser's (`locale`: "zh-CN")."""
    settings, view, notes = from_query(query)
    settings, lowered = limited(settings)
    if "lang" not in query:
        view = view.but(lang=from_browser(locale))
    return Arrival(settings, view, (*notes, *lowered), linked="v" in query)


def place(trace: Trace, step: int, at_round: int) -> tuple[int, int]:
    """Step and round to open `trace` at: `step`, or else the first step of `at_round` (or the last there is)."""
    told = steps(trace)
    last = max(0, len(told) - 1)
    step = min(step, last) or next((n for n, s in enumerate(told) if s.round >= at_round), last)
    return step, told[step].round if told else 0
