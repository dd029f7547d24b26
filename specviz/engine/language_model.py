"""A model as the decoder sees it: `Weights`, shared and immutable, and `CachedModel`, one run's cache over them.

What a caller needs the cache to hold is reached by `sync`, which keeps the common prefix (see `held_ids`).
"""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Self

import torch

from specviz.engine.device_ids import token_ids
from specviz.engine.held_ids import HeldIds
from specviz.engine.kv_cache import (
    FIRST_ALLOCATION,
    CacheKind,
    Forward,
    KVCache,
    TransformersForward,
    check_rollback,
    with_room,
)
from specviz.engine.llama_pass import LlamaPass, fits
from specviz.errors import SpecvizError

MAX_CONTEXT = 10_000_000


@dataclass(frozen=True)
class Weights:
    """A loaded causal LM that many runs share; nothing in it changes once the pair is loaded.

    `vocab_size` may be smaller than the logits the model gives: padded entries, or entries the other model of the
    pair does not have, are cut off every row. `max_length` is the context limit in tokens. `forward` is how a pass is
    computed: written out where we know the architecture, else by `model` itself; all copies of a `Weights` share it.
    """

    model: Any
    name: str
    vocab_size: int
    max_length: int
    eos_ids: frozenset[int]
    checksum: str = ""
    device: torch.device = field(init=False)
    dtype: torch.dtype = field(init=False)
    forward: Forward = field(default=None, repr=False, compare=False, kw_only=True)

    def __post_init__(self) -> None:
        first = next(self.model.parameters())
        forward = self.forward or (LlamaPass(self.model) if fits(self.model) else TransformersForward(self.model))
        for name, value in (("device", first.device), ("dtype", first.dtype), ("forward", forward)):
            object.__setattr__(self, name, value)  # frozen for everybody else

    @classmethod
    def of(cls, model: Any, name: str, checksum: str = "") -> Self:
        """From a transformers causal LM. Raises `SpecvizError` when its cache cannot be rolled back."""
        config = model.config.get_text_config()
        check_rollback(model.config, name)
        eos = model.generation_config.eos_token_id if model.generation_config else None
        eos = config.eos_token_id if eos is None else eos
        ids = frozenset() if eos is None else frozenset([eos] if isinstance(eos, int) else eos)
        longest = config.max_position_embeddings
        if not 1 <= longest <= MAX_CONTEXT:
            raise SpecvizError("model_context", model=name, value=longest, limit=MAX_CONTEXT)
        model.eval().requires_grad_(False)
        return cls(model, name, config.vocab_size, config.max_position_embeddings, ids, checksum)

    def but(self, **changes: Any) -> Self:
        """A copy with `changes`. Another model comes with another `forward`."""
        return replace(self, **({"forward": None} if "model" in changes else {}) | changes)


class CachedModel(HeldIds):
    """One run's cache over shared `Weights`. `kind` chooses how the cache stores its keys and values.

    With `keep_hidden` it also keeps `hidden`, for a drafter that reads the target's hidden states.
    """

    def __init__(self, weights: Weights, kind: CacheKind = "preallocated", *, keep_hidden: bool = False) -> None:
        super().__init__()
        self.weights = weights
        self.vocab_size = weights.vocab_size
        self.max_length = weights.max_length
        self.eos_ids = weights.eos_ids
        self.cache = KVCache(weights.model.config, weights.max_length, kind)
        self._positions = torch.arange(weights.max_length, device=weights.device)[None]
        self._hidden: torch.Tensor | None = None
        self._keep_hidden = keep_hidden

    @property
    def hidden(self) -> torch.Tensor:
        """What the output head read at each position the cache holds [length, d] (a view). Raises `ValueError` where
        nothing was kept.
        """
        if self._hidden is None:
            raise ValueError("no hidden states: make the model with keep_hidden=True and feed it something")
        return self._hidden[: self.length]

    @property
    def layer_lengths(self) -> list[int]:
        return self.cache.lengths

    @torch.inference_mode()
    def _feed(self, ids: Sequence[int], keep: int, mask: torch.Tensor | None) -> torch.Tensor:
        start, n = self.length, len(ids)
        mask = self._causal_mask(start, n) if mask is None else mask
        out = self.cache.forward(
            self.weights.forward,
            token_ids(ids, self.weights.device)[None],
            self._positions[:, start : start + n],
            None if mask is None else mask[None, None],
            keep,
            self._keep_hidden,
        )
        if self._keep_hidden:
            self._store(out.hidden, start)
        return out.logits[:, : self.vocab_size]

    def _store(self, hidden: torch.Tensor, start: int) -> None:
        """Put `hidden` [n, d] at positions start, start + 1, …"""
        end = start + len(hidden)
        if self._hidden is None:
            self._hidden = hidden.new_empty((FIRST_ALLOCATION, hidden.shape[-1]))
        self._hidden = with_room(self._hidden, start, end, self.max_length)
        self._hidden[start:end] = hidden

    def _forget(self, n: int) -> None:
        self.cache.truncate(n)

    def _causal_mask(self, start: int, n: int) -> torch.Tensor | None:
        """Rows start … start+n−1 of the causal mask, none where the kernel needs none. Made anew for each pass: the
        whole matrix would make a run's memory quadratic in its length.
        """
        if n == 1 or start == 0:
            return None
        held = self._positions[0, : start + n]
        return held <= held[start:, None]
