"""Where the time of a round went, by stage.

On a CPU a stage boundary reads the clock; on a GPU it records an event on the stream, and the events are read at the
end of the round: either after waiting for the last of them, or as far as the GPU has come, and the rest with the next
round. What the trace itself costs is booked as `recording` and is no part of decoding.
"""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import pairwise
from typing import Any

from specviz.trace import StageTimes, digits

NOBODY = ""  # the stage between two rounds, when others may compute


class Clock:
    """Attributes time to the stage that was current; on a CUDA `device` ("cuda:1") by events of its stream."""

    def __init__(self, device: str = "cpu") -> None:
        self._device, self._cuda = device, device.startswith("cuda")
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

    def read(self, *, wait: bool = True) -> StageTimes:
        """Seconds per stage since the last `read`, until now. Without `wait` what a GPU has not finished is left for
        the next time; the clock stands still until the next `to`.
        """
        self.to(NOBODY)
        last = len(self._marks) - 1
        if self._cuda and wait:
            self._marks[last][1].synchronize()
        while self._cuda and last and not self._marks[last][1].query():
            last -= 1
        spent = dict.fromkeys(StageTimes.__struct_fields__, 0.0)
        for (stage, start), (_, end) in pairwise(self._marks[: last + 1]):
            if stage != NOBODY:
                spent[stage] += start.elapsed_time(end) / 1e3 if self._cuda else end - start
        del self._marks[:last]
        return StageTimes(**{stage: digits(max(0.0, s)) for stage, s in spent.items()})

    def _now(self) -> Any:
        if not self._cuda:
            return time.perf_counter()
        import torch  # only a GPU run pays for it, and this module stays importable without torch

        event = torch.cuda.Event(enable_timing=True)
        event.record(torch.cuda.current_stream(self._device))
        return event
