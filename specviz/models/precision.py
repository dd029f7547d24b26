"""dtype "auto": the number format in which this machine is fastest, found by a short measurement and remembered.

Measured is what speculation does: a pass over one token and a pass over five, on a short context. Only speed is
looked at; which ids a run commits may differ between formats, which is why the lab does not choose by itself.
"""

import json
from collections.abc import Callable, Iterable
from pathlib import Path

import torch

from specviz.bench.passes import time_passes
from specviz.engine.language_model import CachedModel, Weights
from specviz.models.registry import cache_folder

CONTEXT, BLOCK, REPEATS = 32, 5, 5


def fastest(formats: Iterable[str], load_as: Callable[[str], Weights], key: str) -> str:
    """The fastest of `formats`. `load_as(dtype)` gives the target in one of them; `key` says which model it is.

    Remembered for the model, device, torch version and number of threads; a note that cannot be read is made anew.
    """
    formats = tuple(formats)
    if len(formats) == 1:
        return formats[0]
    note = cache_folder() / "dtype.json"
    known = _read(note)
    if known.get(key) in formats:
        return known[key]
    seconds = {dtype: _seconds(load_as(dtype)) for dtype in formats}
    choice = min(formats, key=seconds.__getitem__)
    note.parent.mkdir(parents=True, exist_ok=True)
    scratch = note.with_suffix(".part")
    scratch.write_text(json.dumps(_read(note) | {key: choice}, indent=1, sort_keys=True), "utf-8")
    scratch.replace(note)
    return choice


def key_of(checksum: str, device: torch.device) -> str:
    """What a choice depends on."""
    name = torch.cuda.get_device_name(device) if device.type == "cuda" else device.type
    return f"{checksum} {name} torch {torch.__version__} threads {torch.get_num_threads()}"


def _seconds(target: Weights) -> float:
    """A one-token pass plus a five-token pass after a short context."""
    ids = [i % target.vocab_size for i in range(CONTEXT)]
    return sum(time_passes(CachedModel(target), ids, (1, BLOCK), REPEATS).seconds)


def _read(note: Path) -> dict[str, str]:
    try:
        value = json.loads(note.read_text("utf-8"))
    except (OSError, ValueError):
        return {}
    return value if isinstance(value, dict) else {}
