"""From the name of a device or a number format to torch's, checked against what this machine has."""

import torch

from specviz.errors import SpecvizError
from specviz.models.memory import SPREAD

DTYPES = {"float32": torch.float32, "bfloat16": torch.bfloat16, "float16": torch.float16}


def resolve_device(name: str) -> torch.device:
    """`auto` is the first GPU, or the CPU without one; `SPREAD` begins on the first GPU.

    Raises `SpecvizError` for a device this machine lacks.
    """
    if name == SPREAD and not torch.cuda.is_available():
        raise SpecvizError("spread_no_gpu")
    if name == SPREAD:
        name = "cuda:0"
    if name == "auto":
        return torch.device("cuda:0" if torch.cuda.is_available() else "cpu")
    try:
        device = torch.device(name)
    except RuntimeError as e:
        raise _unknown(name) from e
    if device.type == "cuda" and torch.cuda.is_available():
        device = torch.device("cuda", device.index or 0)
    if str(device) not in available():
        raise _unknown(name)
    return device


def available() -> tuple[str, ...]:
    """The devices of this machine."""
    apple = ("mps",) if torch.backends.mps.is_available() else ()
    return ("cpu", *apple, *(f"cuda:{i}" for i in range(torch.cuda.device_count())))


def _unknown(name: str) -> SpecvizError:
    return SpecvizError("device_unknown", device=name, known=", ".join(("auto", *available())))
