"""Where the time of a round went, by stage.

On a CPU a stage boundary reads the clock; on a GPU it records an event on the stream, and the events are read once
at the end of the round, so that timing adds one synchronisation per round and none inside it. What the trace itself
costs is booked as `recording` and is no part of decoding.
"""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from specviz.trace import StageTimes, digits


class Clock:
    """Attributes time to the stage that was current. `device_type` "cuda" selects events."""

    def __init__(self, device_type: str = "cpu") -> None:
        self._cuda = device_type == "cuda"
        self._marks: list[tuple[str, Any]] = []

    def to(self, stage: str) -> None:
        """From now on time belongs to `stage`."""
        self._marks.append((stage, self._now()))

    @contextmanager
    def aside(self, stage: str) -> Iterator[None]:
        """Time inside belongs to `stage`, then again to the stage before."""
        before = self._marks[-1][0] if self._marks else "other"
        self.to(stage)
        yield
        self.to(before)

    def read(self) -> StageTimes:
        """Seconds per stage since the first mark after the last `read`."""
        self.to("other")
        spent = dict.fromkeys(StageTimes.__struct_fields__, 0.0)
        if self._cuda:
            self._marks[-1][1].synchronize()
        for (stage, start), (_, end) in zip(self._marks, self._marks[1:], strict=False):
            spent[stage] += start.elapsed_time(end) / 1e3 if self._cuda else end - start
        self._marks.clear()
        return StageTimes(**{stage: digits(max(0.0, s)) for stage, s in spent.items()})

    def _now(self) -> Any:
        if not self._cuda:
            return time.perf_counter()
        import torch  # only a GPU run pays for it, and this module stays importable without torch

        event = torch.cuda.Event(enable_timing=True)
        event.record()
        return event
