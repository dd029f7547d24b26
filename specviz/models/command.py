"""`python -m specviz models` and `models get NAME`: the list of pairs, and a fetch with its progress on one line."""

import sys
from typing import TYPE_CHECKING, Self

from tqdm import tqdm

from specviz.models.fetch import Cancelled, Progress, Watch
from specviz.models.fetching import fetch_pair, resumes, to_fetch
from specviz.models.listing import Listing, listings
from specviz.models.memory import free
from specviz.models.sizes import gib, mb
from specviz.settings import RunSettings
from specviz.words import say

if TYPE_CHECKING:
    from specviz.models.loading import LoadedPair


def list_pairs() -> int:
    """Print every pair with a name: what it is, licence, size, source, whether it is here, and what loading takes."""
    from specviz.models.device import resolve_device

    device, dtype = str(resolve_device("auto")), RunSettings().dtype
    room = free(device)
    for row in listings():
        print(f"{row.pair}  ({say(f'model.state.{_state(row)}')})")
        print(f"    {say(f'model.what.{row.pair}')}")
        print(f"    {say('model.origin.' + row.origin)}; {row.licence}; {say('model.size', size=mb(row.size))}")
        need = gib(row.memory(dtype, device))
        print(f"    {say('model.would_use', device=device, dtype=dtype, needed=need, free=gib(room))}")
        if row.problem:
            print(f"    {row.problem}")
    print(say("model.others"))
    print(say("model.spread"))
    return 0


def get(name: str) -> int:
    """Fetch a pair; Ctrl-C stops it. Raises `SpecvizError` when it cannot be had."""
    with _Bars() as bars:
        try:
            folder = fetch_pair(name, Watch(bars.show))
        except (KeyboardInterrupt, Cancelled):
            print(say("model.stopped" if resumes(name) else "model.cancelled"), file=sys.stderr)
            return 130
    print(say("model.fetched", pair=name, folder=folder))
    return 0


def fetched_and_loaded(settings: RunSettings) -> "LoadedPair":
    """The pair of `settings`, brought from the hub with its progress shown when it is not here."""
    from specviz.models.loading import load

    if to_fetch(settings.pair):
        with _Bars() as bars:
            fetch_pair(settings.pair, Watch(bars.show))
    return load(settings.pair, settings.dtype, settings.device)


def _state(row: Listing) -> str:
    if row.problem:
        return "damaged"
    return "present" if row.present else "absent"


class _Bars:
    """One tqdm bar per stage, the last one closed when the block is left."""

    def __init__(self) -> None:
        self._bar: tqdm | None = None
        self._stage = ""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._close()

    def show(self, progress: Progress) -> None:
        """Bring the bar to where `progress` is."""
        if progress.stage != self._stage:
            self._close()
            self._stage = progress.stage
            counted = {} if progress.stage == "convert" else {"unit": "B", "unit_scale": True}
            self._bar = tqdm(total=progress.total, desc=say(f"model.stage.{progress.stage}"), **counted)
        self._bar.update(progress.done - self._bar.n)

    def _close(self) -> None:
        if self._bar is not None:
            self._bar.close()
