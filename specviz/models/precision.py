"""What is fastest on this machine, found by a short measurement and remembered: dtype "auto", CPU threads, and for
how few rows a packed matrix is worth it.

Measured is what speculation does: a pass over one token and a pass over a few, on a short context. Only speed is
looked at; which ids a run commits may differ between formats, which is why the lab does not choose one by itself. A
small model is as fast on one thread as on all, and leaves the others to whoever else computes.
"""

import json
import os
from collections.abc import Callable, Iterable, Sequence
from functools import cache
from pathlib import Path

import torch

from specviz.bench.passes import time_passes
from specviz.engine.language_model import CachedModel, Weights
from specviz.engine.llama_pass import LlamaPass
from specviz.engine.projection import FIRST
from specviz.models.registry import cache_folder

CONTEXT, BLOCK, REPEATS = 32, 5, 5
CLOSE = 1.1
NOTE = "fastest-2.json"  # a new name whenever passes change so much that old choices may be wrong


def fastest(formats: Iterable[str], load_as: Callable[[str], Weights], key: str) -> str:
    """The fastest of `formats`. `load_as(dtype)` gives the target in one of them; `key` says which model it is.

    Remembered for the model, device, torch version and number of threads; a note that cannot be read is made anew.
    """
    formats = tuple(formats)
    if len(formats) == 1:
        return formats[0]
    return _remembered(key, formats, lambda: min(formats, key=lambda dtype: _seconds(load_as(dtype))))


def best_threads(target: Weights, key: str) -> int:
    """The number of threads for a model on the CPU: the fewest that come within `CLOSE` of the fastest.

    `OMP_NUM_THREADS`, where the reader has set it, stands.
    """
    most = most_threads()
    if target.device.type != "cpu" or most == 1 or "OMP_NUM_THREADS" in os.environ:
        return most
    counts = sorted({1, max(1, most // 2), most})
    return int(_remembered(f"{key} {target.dtype} threads", map(str, counts), lambda: str(_measured(target, counts))))


def pack_well(weights: Weights, threads: int, key: str) -> None:
    """Has packed matrices, where there are any, used from the number of rows on from which they are faster on this
    many threads. Measured are passes over two and three tokens.
    """
    forward = weights.forward
    if not isinstance(forward, LlamaPass) or not forward.packed:
        return

    def seconds(first: int) -> float:
        forward.pack_from(first)
        return _on(threads, lambda: _seconds(weights, range(min(FIRST), max(FIRST))))

    choice = _remembered(f"{key} on {threads} packed from", map(str, FIRST), lambda: str(min(FIRST, key=seconds)))
    forward.pack_from(int(choice))


@cache
def most_threads() -> int:
    """What torch had when the first pair was loaded; runs change it afterwards."""
    return torch.get_num_threads()


def _measured(target: Weights, counts: Sequence[int]) -> int:
    seconds = {n: _on(n, lambda: _seconds(target)) for n in counts}
    return next(n for n in counts if seconds[n] <= CLOSE * min(seconds.values()))


def _on(threads: int, work: Callable[[], float]) -> float:
    """What `work` says when torch computes on this many threads."""
    before = torch.get_num_threads()
    try:
        torch.set_num_threads(threads)
        return work()
    finally:
        torch.set_num_threads(before)


def _remembered(key: str, choices: Iterable[str], measure: Callable[[], str]) -> str:
    """What was noted under `key`, if it is one of `choices`; else what `measure` says, noted for the next time."""
    note = cache_folder() / NOTE
    known = _read(note).get(key)
    if known in tuple(choices):
        return known
    choice = measure()
    note.parent.mkdir(parents=True, exist_ok=True)
    scratch = note.with_suffix(".part")
    scratch.write_text(json.dumps(_read(note) | {key: choice}, indent=1, sort_keys=True), "utf-8")
    scratch.replace(note)
    return choice


def key_of(checksum: str, device: torch.device) -> str:
    """What a choice depends on."""
    name = torch.cuda.get_device_name(device) if device.type == "cuda" else device.type
    return f"{checksum} {name} torch {torch.__version__} threads {most_threads()}"


def _seconds(weights: Weights, lengths: Sequence[int] = (1, BLOCK)) -> float:
    """One pass over each of `lengths` tokens after a short context, together."""
    ids = [i % weights.vocab_size for i in range(CONTEXT)]
    return sum(time_passes(CachedModel(weights), ids, lengths, REPEATS).seconds)


def _read(note: Path) -> dict[str, str]:
    try:
        value = json.loads(note.read_text("utf-8"))
    except (OSError, ValueError):
        return {}
    return value if isinstance(value, dict) else {}
