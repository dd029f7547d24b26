"""Whose turn it is to use the models: a few sessions at a time, first come, first served.

A plain lock starves some sessions and hides how long the wait is; this queue tells each of them how many are ahead,
and turns the next one away when waiting would be hopeless. It knows nothing of models or of Streamlit.
"""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from specviz.errors import SpecvizError

POLL_SECONDS = 0.25
MOST_WAITING = 32  # a class that presses Run at the same moment


@dataclass
class Turns:
    """At most `places` holders and `most_waiting` others at once. Waiting is an iteration, so that a waiting page can
    say so and be left.
    """

    places: int
    most_waiting: int = MOST_WAITING
    _line: list[object] = field(default_factory=list)
    _changed: threading.Condition = field(default_factory=threading.Condition)

    @contextmanager
    def stand_in_line(self) -> Iterator["Ticket"]:
        """A place in the line; it is given up when the block is left, however it is left.

        Raises `SpecvizError` when the line is full.
        """
        ticket = Ticket(self)
        with self._changed:
            waiting = len(self._line) - self.places
            if waiting >= self.most_waiting:
                raise SpecvizError("line_full", waiting=waiting)
            self._line.append(ticket)
        try:
            yield ticket
        finally:
            with self._changed:
                self._line.remove(ticket)
                self._changed.notify_all()

    def ahead_of(self, ticket: object) -> int:
        """How many must leave before `ticket` may start; 0 when it may."""
        return max(0, self._line.index(ticket) - self.places + 1)


class Ticket:
    """One place in the line."""

    def __init__(self, turns: Turns) -> None:
        self._turns = turns

    def waiting(self) -> Iterator[int]:
        """Yields how many are ahead, again and again, and ends when it is this ticket's turn."""
        turns = self._turns
        while True:
            with turns._changed:
                ahead = turns.ahead_of(self)
            if not ahead:
                return
            yield ahead
            with turns._changed:
                turns._changed.wait(POLL_SECONDS)
