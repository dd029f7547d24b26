"""Time of one forward pass from bytes and arithmetic (the roofline of Williams, Waterman, Patterson 2009).

A pass takes n new tokens for each of B sequences that have `context` tokens cached. Two stages follow each other,
each as slow as the slower of its two ceilings, because a kernel overlaps its own reads with its own arithmetic:

    matrices    max( weight bytes / bandwidth,  2 · matrix parameters · B·n / arithmetic )
    attention   max( cache bytes / bandwidth,   4 · B·n · reach · query_heads · head_dim · layers / arithmetic )

Weights are streamed once however many tokens use them: that is the free lunch. The cache is read once per sequence,
not once per token. Left out: activations, communication between devices, the softmax, and the lower efficiency of
odd sizes. Ideal rooflines are optimistic; the efficiency factors stand for all of that.
Dense models only (`moe_unsupported`).
"""

from dataclasses import dataclass

from specviz.theory.accelerator import Accelerator, Efficiency, WeightFormat
from specviz.theory.checks import MAX_BATCH, number, whole
from specviz.theory.kv_bytes import MAX_TOKENS, kv_bytes, kv_bytes_per_token
from specviz.theory.model_shape import ModelShape

BOUNDS = ("weights", "arithmetic", "kv_cache", "attention", "launch")


@dataclass(frozen=True)
class Setup:
    """A model on a device: everything a pass time depends on but its tokens, batch and context."""

    shape: ModelShape
    device: Accelerator
    weights: WeightFormat
    efficiency: Efficiency
    kv_bytes_per_value: float = 2.0

    @property
    def weight_bytes_read(self) -> float:
        """Streamed per pass: body and output head; the input table is not."""
        return self.shape.params_read * self.weights.bytes_per_weight

    @property
    def bytes_per_second(self) -> float:
        return self.device.bytes_per_second * self.efficiency.bandwidth

    @property
    def operations_per_second(self) -> float:
        return self.device.rate(self.weights.compute)[0] * self.efficiency.compute

    @property
    def attention_operations_per_second(self) -> float:
        """Attention runs in bf16 whatever the weights are stored in (in fp32 for fp32 weights)."""
        dtype = "fp32" if self.weights.compute == "fp32" else "bf16"
        return self.device.rate(dtype)[0] * self.efficiency.compute


@dataclass(frozen=True)
class PassTime:
    """One pass: what it moves, what it computes, and the seconds each alone would take."""

    tokens: int
    batch: int
    weight_bytes: float
    kv_bytes: float
    matrix_operations: float
    attention_operations: float
    weights: float
    arithmetic: float
    kv_cache: float
    attention: float
    launch: float

    @property
    def matrices_seconds(self) -> float:
        return max(self.weights, self.arithmetic)

    @property
    def attention_seconds(self) -> float:
        return max(self.kv_cache, self.attention)

    @property
    def seconds(self) -> float:
        """The two stages one after the other, but never under the launch floor."""
        return max(self.matrices_seconds + self.attention_seconds, self.launch)

    @property
    def bound_by(self) -> str:
        """The one of `BOUNDS` that is the ceiling of the longer stage, or `launch` when the floor decides."""
        if self.launch > self.matrices_seconds + self.attention_seconds:
            return "launch"
        if self.attention_seconds > self.matrices_seconds:
            return "attention" if self.attention > self.kv_cache else "kv_cache"
        return "arithmetic" if self.arithmetic > self.weights else "weights"


def attention_operations(shape: ModelShape, tokens: int, context: int) -> float:
    """Operations of attention for one sequence: 2·head_dim per query and key for QKᵀ, as much again for the values.

    Query j of the block (j = 1…tokens) sees context + j keys, or the window if that is less; counted with the mean.
    """
    mean_keys = context + (tokens + 1) / 2
    seen = sum(layers * reach for layers, reach in shape.layers_by_reach(context + tokens))
    full = shape.layers * (context + tokens)
    return 4.0 * tokens * shape.layers * mean_keys * (seen / full) * shape.query_heads * shape.head_dim


def pass_time(setup: Setup, tokens: int, batch: int = 1, context: int = 0) -> PassTime:
    """The pass over `tokens` new tokens in each of `batch` sequences that hold `context` tokens already.

    `tokens` ≥ 1; the cache is read over `context` (windows honoured) and written for the new tokens.
    """
    whole("tokens", tokens, 1, MAX_TOKENS)
    whole("batch", batch, 1, MAX_BATCH)
    whole("context", context, 0, MAX_TOKENS)
    number("bytes_per_value", setup.kv_bytes_per_value, 0.0, 8.0)
    shape = setup.shape
    weight_bytes = setup.weight_bytes_read
    written = tokens * kv_bytes_per_token(shape, setup.kv_bytes_per_value)
    cache_bytes = batch * (kv_bytes(shape, context, setup.kv_bytes_per_value) + written)
    matrix_operations = 2.0 * shape.matrix_params * batch * tokens
    attention = batch * attention_operations(shape, tokens, context)
    return PassTime(
        tokens=tokens,
        batch=batch,
        weight_bytes=weight_bytes,
        kv_bytes=cache_bytes,
        matrix_operations=matrix_operations,
        attention_operations=attention,
        weights=weight_bytes / setup.bytes_per_second,
        arithmetic=matrix_operations / setup.operations_per_second,
        kv_cache=cache_bytes / setup.bytes_per_second,
        attention=attention / setup.attention_operations_per_second,
        launch=shape.layers * setup.efficiency.seconds_per_layer,
    )


def roof_tokens_per_second(setup: Setup) -> float:
    """Most tokens per second plain decoding can reach at batch 1 with an empty cache: bandwidth ÷ weights read."""
    return setup.bytes_per_second / setup.weight_bytes_read


def free_tokens(setup: Setup) -> float:
    """Tokens per pass (batch × tokens) at which the matrices' arithmetic takes as long as streaming the weights.

    Up to here another token in the pass costs nothing but its attention. For bf16 it is about the ridge.
    """
    per_token = 2.0 * setup.shape.matrix_params / setup.operations_per_second
    return setup.weight_bytes_read / setup.bytes_per_second / per_token
