"""Running out of memory, said in one sentence and survived: what was taken is released before the message is made."""

import gc
import traceback
from collections.abc import Iterator
from contextlib import contextmanager

import torch

from specviz.errors import SpecvizError
from specviz.models.memory import free, gib

_CPU_WORDS = ("not enough memory", "can't allocate memory")  # the CPU's allocator raises a plain RuntimeError


@contextmanager
def out_of_memory_said(device: str) -> Iterator[None]:
    """Around a load or a run on `device`: no memory becomes a `SpecvizError` that says what to lower."""
    try:
        yield
        return
    except (MemoryError, RuntimeError) as e:
        known = isinstance(e, (MemoryError, torch.OutOfMemoryError)) or any(words in str(e) for words in _CPU_WORDS)
        if not known:
            raise
        traceback.clear_frames(e.__traceback__)  # the frames hold tensors
    release(device)
    raise SpecvizError("out_of_memory", device=device, free=gib(free(device)))


def release(device: str) -> None:
    """Give memory that nothing refers to any more back to the machine."""
    gc.collect()
    if device.startswith("cuda"):
        torch.cuda.empty_cache()
