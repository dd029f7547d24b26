"""Mistakes of the rollback: what the cache holds is not what was committed."""

from collections.abc import Sequence
from typing import Any

import torch

from specviz.engine.drafters import DraftModel
from specviz.engine.language_model import CachedModel
from specviz.faults.build import Build
from specviz.faults.fault import Fault
from specviz.faults.laws import draft_with


class NotRolledBack(CachedModel):
    """Cropping is not implemented for this kind of cache, and says nothing."""

    def truncate(self, n: int) -> None:
        pass


class AccountOnly(CachedModel):
    """The list of ids is cut and the cache is not: new tokens get the right positions, behind stale entries."""

    def _forget(self, n: int) -> None:
        pass


class OneTooLong(CachedModel):
    """Cut to t + m + 1: the rejected token stays, and the replacement is fed after it."""

    def truncate(self, n: int) -> None:
        super().truncate(n + 1)


class FirstLayerOnly(CachedModel):
    """The loop over layers returns after the first. (Tokens are fed one at a time: layers of unequal length cannot
    share a mask, and the run would end at once.)"""

    def _forget(self, n: int) -> None:
        first = self.cache._cache.layers[0]
        first.crop(min(0, n - first.get_seq_length()))

    def extend(self, ids: Sequence[int], keep: int = 0, mask: Any = None) -> torch.Tensor:
        return torch.cat([super(FirstLayerOnly, self).extend([i]) for i in ids])[-keep:]


class PositionsRunOn(CachedModel):
    """After a rollback the position counter goes on from where it was."""

    def truncate(self, n: int) -> None:
        self._positions = self._positions + max(0, self.length - n)
        super().truncate(n)


class StaleLayer(CachedModel):
    """In one layer the newest kept entry is overwritten by the first rejected one: all lengths are right."""

    @torch.inference_mode()
    def truncate(self, n: int) -> None:
        if 0 < n < self.length:
            for entries in self.cache.layer(0):
                entries[:, :, n - 1] = entries[:, :, n]
        super().truncate(n)


class LastNotWritten(DraftModel):
    """After a full accept the draft feeds only the target's token; the last candidate's K/V is never written."""

    def _lacking(self, ids: Sequence[int], start: int = 0) -> Sequence[int]:
        return ids[-1:]


GITHUB = "https://github.com/"

CACHE = (
    Fault("target_not_rolled_back", "cache", "cache", "refilled", "easy",
          f"{GITHUB}ml-explore/mlx-lm/issues/1109", Build.tolerant(target=NotRolledBack)),
    Fault("draft_not_rolled_back", "cache", "acceptance", "refilled", "medium",
          f"{GITHUB}lablup/mlxcel/issues/994", Build.tolerant(draft=AccountOnly)),
    Fault("one_too_long", "cache", "cache", "refilled", "medium",
          f"{GITHUB}ml-explore/mlx-examples/issues/149", Build.tolerant(target=OneTooLong)),
    Fault("first_layer_only", "cache", "cache", "refilled", "hard",
          f"{GITHUB}ml-explore/mlx-lm/pull/1486", Build.tolerant(target=FirstLayerOnly)),
    Fault("positions_run_on", "cache", "cache", "refilled", "hard",
          f"{GITHUB}huggingface/transformers/issues/30042", Build.tolerant(target=PositionsRunOn)),
    Fault("stale_layer", "cache", "cache", "refilled", "subtle",
          f"{GITHUB}ml-explore/mlx-swift-lm/pull/308", Build.tolerant(target=StaleLayer)),
    Fault("last_not_written", "cache", "acceptance", "acceptance", "subtle",
          f"{GITHUB}vllm-project/vllm/issues/9730", Build.tolerant(drafter=draft_with(LastNotWritten))),
)  # fmt: skip
