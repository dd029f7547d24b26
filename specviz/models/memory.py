"""How much memory a pair needs and how much is free, on the CPU and on a GPU. Imports torch only to ask a GPU.

The need is counted from the weights' headers: the weights, the packed copy some models get beside them (see
`engine.packing`), and an allowance for the caches of a few runs and for working space.
"""

from collections.abc import Iterable
from pathlib import Path

import psutil

from specviz.engine.packing import packed_bytes
from specviz.errors import SpecvizError
from specviz.models.model_folder import ModelFolder
from specviz.models.sizes import gib

BYTES = {"float32": 4, "bfloat16": 2, "float16": 2}
SPREAD = "spread"
"""A device in settings: the target over all GPUs of this machine, as accelerate lays it out; a draft model on the
first of them. Tried with accelerate's hooks between layers, never yet with several GPUs: none were at hand."""

WORKING_SPACE = 256 * 2**20  # bytes, beside the weights
_CGROUP = Path("/sys/fs/cgroup")


def needed(models: Iterable[int], dtype: str, device: str) -> int:
    """Bytes for `models` of so many weights each in `dtype` on `device`, and to work with them."""
    return sum(n * BYTES[dtype] + packed_bytes(n, dtype, device) for n in models) + WORKING_SPACE


def free(device: str) -> int:
    """Bytes that may still be taken on `device` (spread: on all GPUs); on the CPU what a container allows."""
    if device == SPREAD:
        import torch

        return sum(torch.cuda.mem_get_info(i)[0] for i in range(torch.cuda.device_count()))
    if device.startswith("cuda"):
        import torch

        return torch.cuda.mem_get_info(device)[0]
    return min(psutil.virtual_memory().available, _container_room())


def fits(folders: Iterable[ModelFolder], dtype: str, device: str) -> bool:
    """Whether there is room for `folders` on `device`."""
    return needed((f.parameters for f in folders), dtype, device) <= free(device)


def check_fits(folders: Iterable[ModelFolder], dtype: str, device: str, pair: str) -> None:
    """Raise `SpecvizError` with both figures when `folders` do not fit into what is free on `device`."""
    need, room = needed((f.parameters for f in folders), dtype, device), free(device)
    if need > room:
        raise SpecvizError(
            "memory_short", pair=pair, needed=gib(need), free=gib(room), device=device, dtype=dtype
        )  # fmt: skip


def _container_room() -> int:
    """What the control group of this process leaves; practically unlimited where none limits it."""
    try:
        limit = (_CGROUP / "memory.max").read_text().strip()
        used = int((_CGROUP / "memory.current").read_text())
    except (OSError, ValueError):
        return 2**63
    return 2**63 if limit == "max" else max(0, int(limit) - used)
