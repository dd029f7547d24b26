"""Ids and numbers on their way to a device, sent without waiting for it.

A blocking copy to a GPU waits until everything queued before it is done; these do not. Only CUDA keeps what it copies
from until the copy is done: elsewhere the copy is waited for. `token_ids` also takes ids that are on the device
already, drawn there and not read yet.
"""

from collections.abc import Sequence
from typing import Any

import torch
from torch import Tensor


def sent(values: Sequence[float], dtype: torch.dtype, device: torch.device) -> Tensor:
    """A copy of `values` [n] on `device`."""
    return torch.tensor(values, dtype=dtype).to(device, non_blocking=device.type == "cuda")


def token_ids(ids: Sequence[Any], device: torch.device) -> Tensor:
    """int64 [n] of ids, each a number or a 0-d tensor of the device."""
    if not any(isinstance(i, Tensor) for i in ids):
        return sent(ids, torch.int64, device)
    first = next(n for n, i in enumerate(ids) if isinstance(i, Tensor))
    unread = torch.stack(tuple(ids[first:]))
    return torch.cat((sent(ids[:first], torch.int64, device), unread)) if first else unread
