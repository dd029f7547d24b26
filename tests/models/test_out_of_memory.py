"""No memory: a sentence for the reader, and the memory back."""

import gc
import weakref

import pytest
import torch

from specviz.errors import SpecvizError
from specviz.models.out_of_memory import out_of_memory_said


@pytest.mark.parametrize("error", [
    torch.OutOfMemoryError("CUDA out of memory"),
    RuntimeError("[enforce fail] DefaultCPUAllocator: can't allocate memory: you tried to allocate 8 bytes"),
    RuntimeError("DefaultCPUAllocator: not enough memory: you tried to allocate 8 bytes"),
    MemoryError(),
])  # fmt: skip
def test_every_kind_becomes_one_error_and_lets_go(error: Exception) -> None:
    seen = []

    def work() -> None:
        large = torch.zeros(10)
        seen.append(weakref.ref(large))
        raise error

    with pytest.raises(SpecvizError) as caught, out_of_memory_said("cpu"):
        work()
    assert caught.value.code == "out_of_memory"
    assert "GiB are free" in str(caught.value)
    gc.collect()
    assert seen[0]() is None, "though the error is kept"


def test_the_real_allocator_is_recognised() -> None:
    with pytest.raises(SpecvizError, match="Memory ran out on cpu"), out_of_memory_said("cpu"):
        torch.empty(2**60, dtype=torch.uint8)


def test_other_errors_pass() -> None:
    with pytest.raises(RuntimeError, match="shape"), out_of_memory_said("cpu"):
        raise RuntimeError("shape mismatch")
    with out_of_memory_said("cpu"):
        pass
