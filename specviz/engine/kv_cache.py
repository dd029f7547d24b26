"""The only file that touches transformers' cache classes and the keyword a forward takes them by.

Two kinds of cache, one interface (`KVCache`): transformers' own dynamic one, which copies on every append, and a
preallocated one, where appending writes into place and rolling back only moves the length. Versions differ in the
forward's keyword (`past_key_values` up to 5.17, `cache` in 5.24) and in `crop`, which takes the number of tokens to
drop as n ≤ 0; both differences end here.

A cache that cannot be rolled back (sliding window, recurrent state, quantised) is refused when its model is loaded:
its `crop` is an error or, worse, silence.
"""

import inspect
from typing import Any, Literal, NamedTuple, Protocol

import torch
from torch import Tensor

from specviz.engine.libraries import Cache, CacheLayerMixin, DynamicCache, DynamicLayer
from specviz.errors import SpecvizError

CacheKind = Literal["preallocated", "dynamic"]
FIRST_ALLOCATION = 256


class PreallocatedLayer(CacheLayerMixin):
    """Keys and values [1, heads, capacity, head_dim] of one layer; the first `used` positions are valid."""

    is_croppable = True
    is_sliding = False

    def __init__(self, capacity: int) -> None:
        super().__init__()
        self.capacity = capacity
        self.used = 0

    def lazy_initialization(self, key_states: torch.Tensor, value_states: torch.Tensor) -> None:
        self.keys = _room(key_states, min(self.capacity, FIRST_ALLOCATION))
        self.values = _room(value_states, min(self.capacity, FIRST_ALLOCATION))
        self.is_initialized = True

    def update(
        self, key_states: torch.Tensor, value_states: torch.Tensor, *_args: Any, **_kwargs: Any
    ) -> tuple[torch.Tensor, torch.Tensor]:
        if not self.is_initialized:
            self.lazy_initialization(key_states, value_states)
        start, end = self.used, self.used + key_states.shape[-2]
        self.keys = with_room(self.keys, start, end, self.capacity)
        self.values = with_room(self.values, start, end, self.capacity)
        self.keys[:, :, start:end] = key_states
        self.values[:, :, start:end] = value_states
        self.used = end
        return self.keys[:, :, :end], self.values[:, :, :end]

    def get_seq_length(self) -> int:
        return self.used

    def get_mask_sizes(self, query_length: int) -> tuple[int, int]:
        return self.used + query_length, 0

    def get_max_length(self) -> int:
        return self.capacity

    def crop(self, tokens_to_remove: int) -> None:
        self.used = max(0, self.used + tokens_to_remove)


def _room(like: torch.Tensor, size: int) -> torch.Tensor:
    batch, heads, _, dim = like.shape
    return like.new_empty((batch, heads, size, dim))


def with_room(held: Tensor, used: int, size: int, most: int) -> Tensor:
    """`held` [..., capacity, d] itself where `size` positions fit, else a larger one with its first `used` positions:
    twice what is needed, so that appends amortise and memory stays linear, and `most` at the most.
    """
    if size <= held.shape[-2]:
        return held
    room = held.new_empty((*held.shape[:-2], min(most, 2 * size), held.shape[-1]))
    room[..., :used, :] = held[..., :used, :]
    return room


class KVCache:
    """One run's keys and values for one model; every layer always has the same length.

    `capacity` is the most positions it may hold (the model's context limit).
    """

    def __init__(self, config: Any, capacity: int, kind: CacheKind = "preallocated") -> None:
        layers = config.get_text_config().num_hidden_layers
        if kind == "preallocated":
            self._cache = Cache(layers=[PreallocatedLayer(capacity) for _ in range(layers)])
        else:
            self._cache = DynamicCache(config=config)

    @property
    def lengths(self) -> list[int]:
        """Length of every layer."""
        return [layer.get_seq_length() for layer in self._cache.layers]

    @property
    def length(self) -> int:
        return self._cache.layers[0].get_seq_length() if self._cache.layers else 0

    def truncate(self, n: int) -> None:
        """Keep the first n positions of every layer; layers that are shorter stay as they are."""
        for layer in self._cache.layers:
            drop = layer.get_seq_length() - n
            if drop > 0:
                layer.crop(-drop)

    def layer(self, i: int) -> tuple[torch.Tensor, torch.Tensor]:
        """Keys and values [1, heads, length, head_dim] of layer i (views)."""
        layer = self._cache.layers[i]
        n = layer.get_seq_length()
        return layer.keys[:, :, :n], layer.values[:, :, :n]

    def forward(
        self, run: "Forward", ids: Tensor, positions: Tensor, mask: Tensor | None, keep: int, hidden: bool = False
    ) -> "PassOutput":
        """One pass of `run` over this cache (see `Forward`)."""
        return run(ids, positions, mask, keep, self._cache, hidden=hidden)


class PassOutput(NamedTuple):
    """`logits` [n or keep, V]; `hidden` [n, d], what the output head reads, where it was asked for."""

    logits: Tensor
    hidden: Tensor | None


class Forward(Protocol):
    """A model's forward pass."""

    def __call__(
        self, ids: Tensor, positions: Tensor, mask: Tensor | None, keep: int, cache: Cache, *, hidden: bool = False
    ) -> PassOutput:
        """One pass over `ids` [1, n] at `positions` [1, n]: writes their K/V into `cache` and gives the logits of the
        last `keep` rows (0: all). `mask` [1, 1, n, held + n] is boolean, True where attention is allowed; None is
        plain causal, for a first pass or n = 1.
        """
        ...


class TransformersForward:
    """Any transformers causal LM, as it stands."""

    def __init__(self, model: Any) -> None:
        self._model = model
        known = inspect.signature(type(model).forward).parameters
        self._keyword = "cache" if "cache" in known else "past_key_values"

    def __call__(
        self, ids: Tensor, positions: Tensor, mask: Tensor | None, keep: int, cache: Cache, *, hidden: bool = False
    ) -> PassOutput:
        out = self._model(
            input_ids=ids,
            attention_mask=mask,
            position_ids=positions,
            use_cache=True,
            logits_to_keep=keep,
            output_hidden_states=hidden,
            **{self._keyword: cache},
        )
        return PassOutput(out.logits[0], out.hidden_states[-1][0] if hidden else None)


def check_rollback(config: Any, name: str) -> None:
    """Raise `SpecvizError` naming the type of layer when a model's cache cannot be rolled back.

    Or the type of its rotary positions, when their frequencies change with the length of the text: the keys held are
    then those of another length, and a pass changes the model itself, which many runs share.
    """
    for layer in DynamicCache(config=config).layers:
        if type(layer) is not DynamicLayer:
            raise SpecvizError("cache_unsupported", model=name, layer=type(layer).__name__)
    for kind in _rotations(config.get_text_config()):
        if "dynamic" in kind or kind == "longrope":
            raise SpecvizError("rope_unsupported", model=name, kind=kind)


def _rotations(config: Any) -> set[str]:
    """Types of rotary positions: one for all layers, or one for each type of layer."""
    parameters = getattr(config, "rope_parameters", None) or {}
    found = (p.get("rope_type") for p in (parameters, *parameters.values()) if isinstance(p, dict))
    return {kind for kind in found if kind}
