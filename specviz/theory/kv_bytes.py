"""Memory of KV caches: per token, per sequence, for target and draft together, and how many sequences fit.

bytes per token = 2 (K and V) · layers · kv_heads · head_dim · bytes per value. Windowed layers stop growing at their
window; latent attention stores one shared vector per layer, with no factor 2. Weights count in full here (all tables
resident), unlike in `roofline`, which counts what a pass reads. Paging waste is `paged_blocks`' business.
"""

from dataclasses import dataclass

from specviz.errors import SpecvizError
from specviz.theory.checks import number, whole
from specviz.theory.model_shape import ModelShape

MAX_TOKENS = 100_000_000


def kv_values_per_layer(shape: ModelShape) -> int:
    """Numbers one layer stores for one token."""
    return shape.latent or 2 * shape.kv_heads * shape.head_dim


def kv_bytes_per_token(shape: ModelShape, bytes_per_value: float = 2.0) -> float:
    """Growth of one sequence's cache per token, before any window is full. Default: bf16."""
    return shape.layers * kv_values_per_layer(shape) * number("bytes_per_value", bytes_per_value, 0.0)


def kv_bytes(shape: ModelShape, tokens: int, bytes_per_value: float = 2.0) -> float:
    """Cache of one sequence of `tokens`, windows honoured."""
    whole("tokens", tokens, 0, MAX_TOKENS)
    kept = sum(layers * reach for layers, reach in shape.layers_by_reach(tokens))
    return kept * kv_values_per_layer(shape) * number("bytes_per_value", bytes_per_value, 0.0)


@dataclass(frozen=True)
class MemoryPlan:
    """Bytes of one device (or of several, pooled), and the sequences that fit beside the weights."""

    memory: float
    weights: float
    reserved: float
    per_sequence: float
    sequences: int

    @property
    def free_for_cache(self) -> float:
        return self.memory - self.weights - self.reserved


def plan_memory(
    memory_bytes: float,
    weight_bytes: float,
    models: tuple[ModelShape, ...],
    tokens: int,
    bytes_per_value: float = 2.0,
    reserved_bytes: float = 0.0,
) -> MemoryPlan:
    """How many sequences of `tokens` fit when every model of `models` (target, draft) keeps its own cache.

    `weight_bytes` is the sum over the models; `reserved_bytes` is for activations, graphs and the framework.
    Raises `weights_do_not_fit` when nothing is left for a cache, `theory_range` for zero tokens.
    """
    whole("tokens", tokens, 1, MAX_TOKENS)
    number("memory", memory_bytes, 0.0)
    number("weights", weight_bytes, 0.0)
    number("reserved", reserved_bytes, 0.0)
    free = memory_bytes - weight_bytes - reserved_bytes
    if free < 0:
        raise SpecvizError(
            "weights_do_not_fit",
            weights_gb=round((weight_bytes + reserved_bytes) / 1e9, 2),
            memory_gb=round(memory_bytes / 1e9, 2),
        )
    per_sequence = sum(kv_bytes(shape, tokens, bytes_per_value) for shape in models)
    fit = int(free // per_sequence) if per_sequence else 0
    return MemoryPlan(memory_bytes, weight_bytes, reserved_bytes, per_sequence, fit)
