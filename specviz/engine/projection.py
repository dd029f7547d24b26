"""A linear layer that multiplies a few rows at little more than the price of one: its matrix is packed once.

On a CPU in float32 torch multiplies with MKL's sgemm, which from four rows on first copies the whole matrix into
blocks, at every call: for SmolLM2 on two cores a verify pass over 5 rows took 2.2 times as long as a step, and takes
1.4 times as long with a copy that is made once and kept. With two or three rows sgemm does not copy, but on some
processors it is slower still: there the copy serves these too (`FIRST`). `packing` says which models get one, and
what it takes.

MKL is told a number of rows when it packs and blocks for it; it then multiplies any number of rows (CTranslate2 and
PaddlePaddle use it so). Torch's operators, made for its compiler, compare that number with the rows that come, so
they are told the latter.
"""

import torch
from torch import Tensor
from torch.nn.functional import linear

from specviz.engine.packing import packed_bytes

ROWS = range(4, 65)
"""With fewer rows sgemm does not copy; with more, the copy is little beside the arithmetic."""
FIRST = (4, 2)
"""The fewest rows that the copy may be for. On an EPYC, SmolLM2: 2 and 3 rows took 84 and 105 ms, one 48; with the
copy 56 and 68."""
BLOCKED_FOR = 16


class Projection:
    """x [n, in] ↦ x·Wᵀ + b [n, out] for W = `weight` [out, in]; `packed` keeps a copy of W for n in `rows`."""

    __slots__ = ("_packed", "bias", "rows", "weight")

    def __init__(self, weight: Tensor, bias: Tensor | None = None, *, packed: bool = False) -> None:
        self.weight, self.bias, self.rows = weight, bias, ROWS
        self._packed = torch.ops.mkl._mkl_reorder_linear_weight(weight.detach(), BLOCKED_FOR) if packed else None

    def __call__(self, x: Tensor) -> Tensor:
        n = x.shape[0]
        if self._packed is None or n not in self.rows:
            return linear(x, self.weight, self.bias)
        return torch.ops.mkl._mkl_linear(x, self._packed, self.weight, self.bias, n)


def packs(parameters: int, dtype: torch.dtype, device: torch.device) -> bool:
    """Whether the matrices of a model of this many weights are to be packed, and can be by this build of torch."""
    wanted = packed_bytes(parameters, str(dtype).removeprefix("torch."), device.type) > 0
    known = all(hasattr(torch.ops.mkl, name) for name in ("_mkl_linear", "_mkl_reorder_linear_weight"))
    return wanted and known and torch.backends.mkl.is_available()
