"""What this machine's memory and matrix units really do: two short measurements, a few seconds together.

bandwidth   a matrix–vector product over weights far larger than the caches: each weight is read once and used once,
            which is what a decode step does
matrices    a product of two square matrices: each number is used hundreds of times

The best of several repetitions counts: everything else on the machine can only make it slower. Only numpy; with
a CUDA device torch is imported inside. Other programs running at the same time are not noticed.
"""

import os
import platform
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from specviz.theory.accelerator import Accelerator

STREAM_BYTES = {"cpu": 256_000_000, "cuda": 4_000_000_000}
MATRIX_SIZE = {"cpu": 1_024, "cuda": 8_192}
SECONDS_EACH = 1.5
LEAST_REPEATS = 3


@dataclass(frozen=True)
class MachineRates:
    """Bytes per second, operations per second in `dtype`, and the memory of the device (0 when it is not known)."""

    name: str
    device: str
    dtype: str
    bytes_per_second: float
    operations_per_second: float
    memory_bytes: float

    @property
    def accelerator(self) -> Accelerator:
        """The same as a row of the hardware table. These rates were reached: no efficiency factor belongs on them."""
        return Accelerator(
            id="this",
            name=self.name,
            kind="measured",
            memory_bytes=self.memory_bytes,
            bytes_per_second=self.bytes_per_second,
            peaks={self.dtype: self.operations_per_second},
            measured={self.dtype: self.operations_per_second},
        )


def measure(device: str = "cpu", seconds_each: float = SECONDS_EACH) -> MachineRates:
    """Measures for about `seconds_each` seconds per quantity: fp32 on a CPU, bf16 on a GPU ("cuda", "cuda:1")."""
    return _measure_cuda(device, seconds_each) if device.startswith("cuda") else _measure_cpu(seconds_each)


def _measure_cpu(seconds_each: float) -> MachineRates:
    rng = np.random.default_rng(0)
    columns = 4_096
    rows = STREAM_BYTES["cpu"] // 4 // columns
    weights = rng.random((rows, columns), np.float32)
    vector = rng.random(columns, np.float32)
    stream = _best(lambda: weights @ vector, seconds_each)
    n = MATRIX_SIZE["cpu"]
    left, right = (rng.random((n, n), np.float32) for _ in range(2))
    product = _best(lambda: left @ right, seconds_each)
    return MachineRates(
        name=platform.processor() or platform.machine(),
        device="cpu",
        dtype="fp32",
        bytes_per_second=weights.nbytes / stream,
        operations_per_second=2.0 * n**3 / product,
        memory_bytes=_cpu_memory(),
    )


def _measure_cuda(device: str, seconds_each: float) -> MachineRates:
    import torch

    columns = 8_192
    rows = STREAM_BYTES["cuda"] // 2 // columns
    options: dict[str, Any] = {"device": device, "dtype": torch.bfloat16}
    weights, vector = torch.rand((rows, columns), **options), torch.rand(columns, **options)
    n = MATRIX_SIZE["cuda"]
    left, right = (torch.rand((n, n), **options) for _ in range(2))

    def timed(work: Callable[[], object]) -> Callable[[], object]:
        def run() -> None:
            work()
            torch.cuda.synchronize(device)

        return run

    with torch.inference_mode():
        stream = _best(timed(lambda: weights @ vector), seconds_each)
        product = _best(timed(lambda: left @ right), seconds_each)
    properties = torch.cuda.get_device_properties(device)
    return MachineRates(
        name=properties.name,
        device=device,
        dtype="bf16",
        bytes_per_second=weights.numel() * 2 / stream,
        operations_per_second=2.0 * n**3 / product,
        memory_bytes=float(properties.total_memory),
    )


def _best(work: Callable[[], object], seconds: float) -> float:
    """Shortest of the repetitions that fit into `seconds` (at least `LEAST_REPEATS`), the first one not counted."""
    work()
    best, repeats, until = float("inf"), 0, time.perf_counter() + seconds
    while repeats < LEAST_REPEATS or time.perf_counter() < until:
        start = time.perf_counter()
        work()
        best, repeats = min(best, time.perf_counter() - start), repeats + 1
    return best


def _cpu_memory() -> float:
    if not hasattr(os, "sysconf"):  # POSIX only
        return 0.0
    return float(os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES"))
