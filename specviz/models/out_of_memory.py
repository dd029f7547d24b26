"""Running out of memory, said in one sentence and survived: what was taken is released before the message is made.

Around every load, run, check and benchmark, wherever it was started.
"""

import gc
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import torch

from specviz.errors import SpecvizError
from specviz.models.memory import free
from specviz.models.sizes import gib

_CPU_WORDS = ("not enough memory", "can't allocate memory")  # the CPU's allocator raises a plain RuntimeError


def is_out_of_memory(e: BaseException) -> bool:
    """Whether an allocator, of any device, had no more to give."""
    if isinstance(e, (MemoryError, torch.OutOfMemoryError)):
        return True
    return isinstance(e, RuntimeError) and any(words in str(e) for words in _CPU_WORDS)


def nothing_to_drop() -> None:
    """No caches are kept beside the work itself."""


@contextmanager
def out_of_memory_said(device: str, drop: Callable[[], None] = nothing_to_drop) -> Iterator[None]:
    """Around work on `device`: no memory becomes a `SpecvizError` that says what to lower.

    `drop` lets go of what can be done without, before what the work had taken is released.
    """
    try:
        yield
        return
    except (MemoryError, RuntimeError) as e:
        if not is_out_of_memory(e):
            raise
        failed = e
    drop()
    release(failed)
    raise SpecvizError("out_of_memory", device=device, free=gib(free(device)))


def release(failed: BaseException) -> None:
    """Give back to the machine what the work that ended in `failed` had taken.

    An exception keeps the frames it came through, and those keep their tensors, for as long as somebody keeps it.
    """
    seen: BaseException | None = failed
    while seen is not None:
        traceback.clear_frames(seen.__traceback__)
        seen = seen.__cause__ or seen.__context__
    give_back()


def give_back() -> None:
    """What nobody holds goes back to the machine: a GPU's allocator would keep it, and it would count as taken."""
    gc.collect()
    if torch.cuda.is_available():
        torch.cuda.empty_cache()
