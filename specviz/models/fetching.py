"""A fetch that goes on in the background while readers come and go: one per pair, watched and stopped from anywhere.

The command line calls `fetch_pair` itself; the page starts a `Fetching` and looks at its `state` now and then.
"""

import threading
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Literal

from specviz.errors import SpecvizError
from specviz.models import smollm2
from specviz.models.fetch import Cancelled, Progress, Watch
from specviz.models.registry import HUB, find

BEGINNING = Progress("download")
FETCHERS: dict[str, Callable[[Watch], Path]] = {"smollm2": smollm2.fetch}


def fetch_pair(pair: str, watch: Watch) -> Path:
    """Bring a pair onto this machine; the folder of its target. A pair of the hub is written as in `registry`.

    Raises `SpecvizError`, and `Cancelled` when `watch` says so.
    """
    if resumes(pair):
        from specviz.models import hub

        return hub.fetch(_repositories(pair), watch)
    if pair not in FETCHERS:
        raise SpecvizError("fetch_unknown", name=pair, known=", ".join(FETCHERS))
    return FETCHERS[pair](watch)


def resumes(pair: str) -> bool:
    """Whether a stopped fetch keeps the files that are whole, as the hub's does; others come whole or not at all."""
    return pair.startswith(HUB)


def to_fetch(pair: str) -> bool:
    """Whether loading this pair would first have to fetch it from the hub. Raises `SpecvizError` as `find` does."""
    if not resumes(pair):
        return False
    from specviz.models import hub

    return not all(hub.here(repo) for repo in _repositories(pair))


def _repositories(pair: str) -> list[str]:
    source = find(pair)
    return [place.repo for place in (source.target, source.draft) if place]


@dataclass(frozen=True)
class FetchState:
    """Where a background fetch is. `error` belongs to "failed"."""

    status: Literal["idle", "running", "done", "cancelled", "failed"] = "idle"
    progress: Progress = BEGINNING
    error: SpecvizError | None = None


class Fetching:
    """Thread-safe. `fetch` is what runs in the background; it must come back soon after `cancelled` turns true."""

    def __init__(self, fetch: Callable[[Watch], Path]) -> None:
        self._fetch = fetch
        self._lock = threading.Lock()
        self._state = FetchState()
        self._stop = threading.Event()
        self._thread: threading.Thread | None = None

    @property
    def state(self) -> FetchState:
        return self._state

    def start(self) -> None:
        """Begin, unless it is running already."""
        with self._lock:
            if self._state.status == "running":
                return
            self._stop.clear()
            self._state = FetchState("running")
            self._thread = threading.Thread(target=self._run, name="specviz-fetch", daemon=True)
            self._thread.start()

    def cancel(self) -> None:
        """Ask it to stop; `state` says when it has."""
        self._stop.set()

    def join(self, timeout: float | None = None) -> None:
        """Wait until it is no longer running."""
        if self._thread is not None:
            self._thread.join(timeout)

    def _run(self) -> None:
        try:
            self._fetch(Watch(self._report, self._stop.is_set))
        except Cancelled:
            self._state = FetchState("cancelled")
        except SpecvizError as e:
            self._state = FetchState("failed", error=e)
        except Exception as e:  # nobody waits for this thread: what it met must be seen on the page
            error = SpecvizError("fetch_failed", name=type(e).__name__, reason=str(e)[:300])
            error.__cause__ = e
            self._state = FetchState("failed", error=error)
        else:
            self._state = replace(self._state, status="done")

    def _report(self, progress: Progress) -> None:
        self._state = replace(self._state, progress=progress)


_running: dict[str, Fetching] = {}
_lock = threading.Lock()


def fetching(pair: str) -> Fetching:
    """The background fetch of a pair: the same object for everybody in this process."""
    with _lock:
        if pair not in _running:
            _running[pair] = Fetching(lambda watch: fetch_pair(pair, watch))
        return _running[pair]
