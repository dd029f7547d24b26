"""The forward pass of Llama and Qwen2, written out over a loaded transformers model.

The arithmetic is that of transformers' own modules. What is left out stands around it: for one to nine tokens on a
CPU, dispatching modules and many small kernels takes as long as the mathematics. Weights stay the model's own
(projections that read the same input become row slices of one matrix; for the copy that some models get beside them
see `projection`), and so does the cache. Other architectures, and a model spread over devices, run through
transformers as they are.

Rotary positions: Su et al. 2021 (RoFormer), equation 34, in halves instead of pairs as the published weights want it.
"""

from collections.abc import Callable
from typing import Any, NamedTuple

import torch
from torch import Tensor, nn, rms_norm
from torch.linalg import vector_norm
from torch.nn.functional import embedding, silu

from specviz.engine.attention import attended, mask_of_groups
from specviz.engine.kv_cache import PassOutput
from specviz.engine.libraries import Cache
from specviz.engine.projection import ROWS, Projection, packs

ARCHITECTURES = ("LlamaForCausalLM", "Qwen2ForCausalLM")
FIXED_ROTATIONS = ("default", "linear", "llama3", "yarn")  # frequencies that do not change with the length


class Layer(NamedTuple):
    """Weights of one layer. `qkv` [(H + 2·H_kv)·d_h, d] and `gate_up` [2·d_ff, d] are stacked projections."""

    norm: Tensor
    qkv: Projection
    out: Projection
    mlp_norm: Tensor
    gate_up: Projection
    down: Projection


def fits(model: Any) -> bool:
    """Whether `LlamaPass` computes what this transformers model computes."""
    if type(model).__name__ not in ARCHITECTURES or len({p.device for p in model.parameters()}) > 1:
        return False
    layer, rotary = model.model.layers[0], model.model.rotary_emb
    biased = (layer.self_attn.o_proj, layer.mlp.gate_proj, layer.mlp.up_proj, layer.mlp.down_proj, model.lm_head)
    return (
        all(type(m) is nn.Linear for m in model.modules() if hasattr(m, "out_features"))
        and not any(m.bias is not None for m in biased)
        and model.config.hidden_act == "silu"
        and getattr(rotary, "rope_type", "") in FIXED_ROTATIONS
    )


class LlamaPass:
    """Passes over a model's weights; made once per model and shared by all runs. Only for models that `fits` says."""

    def __init__(self, model: Any) -> None:
        config, decoder = model.config, model.model
        self._heads, self._kv_heads = config.num_attention_heads, config.num_key_value_heads
        self._head_dim = decoder.layers[0].self_attn.head_dim
        head = model.lm_head.weight
        self.packed = packed = packs(sum(p.numel() for p in model.parameters()), head.dtype, head.device)
        self._embedding, self._norm = decoder.embed_tokens.weight, decoder.norm.weight
        self._head = Projection(head, packed=packed)
        self._layers = [_layer(layer, packed) for layer in decoder.layers]
        self._normed = _norm(config.rms_norm_eps, self._norm)
        frequencies = decoder.rotary_emb.inv_freq.float()
        self._frequencies = torch.cat((-frequencies, frequencies))
        self._scale = decoder.rotary_emb.attention_scaling

    def __call__(
        self, ids: Tensor, positions: Tensor, mask: Tensor | None, keep: int, cache: Cache, *, hidden: bool = False
    ) -> PassOutput:
        """As `Forward` says; the hidden states are there anyway, asked for or not."""
        n, (heads, kv_heads, head_dim) = ids.shape[1], (self._heads, self._kv_heads, self._head_dim)
        x = embedding(ids[0], self._embedding)
        cos, sin = self._rotation(positions[0], x.dtype)
        mask = None if mask is None else mask_of_groups(mask[0, 0], heads // kv_heads)
        for w, held in zip(self._layers, cache.layers, strict=True):
            qkv = w.qkv(self._normed(x, w.norm)).view(n, heads + 2 * kv_heads, head_dim)
            qk = qkv[:, : heads + kv_heads]
            qk = torch.addcmul(qk * cos, qk.roll(head_dim // 2, -1), sin).transpose(0, 1)[None]
            v = qkv[:, heads + kv_heads :].transpose(0, 1)[None]
            keys, values = held.update(qk[:, heads:], v)
            x = x + w.out(attended(qk[:, :heads], keys, values, mask)[0].transpose(0, 1).reshape(n, -1))
            gate, up = w.gate_up(self._normed(x, w.mlp_norm)).chunk(2, -1)
            x = x + w.down(silu(gate) * up)
        x = self._normed(x, self._norm)
        return PassOutput(self._head(x[-keep:]), x)  # [-0:] is all of them

    def pack_from(self, first: int) -> None:
        """The packed copies, where there are any, are for `first` rows or more; see `projection`."""
        for layer in self._layers:
            for one in (layer.qkv, layer.out, layer.gate_up, layer.down):
                one.rows = range(first, ROWS.stop)
        self._head.rows = range(first, ROWS.stop)

    def _rotation(self, positions: Tensor, dtype: torch.dtype) -> tuple[Tensor, Tensor]:
        """cos and sin [n, 1, d_h] of the angles, in float32 until the end.

        The halves are swapped by a roll, and the first of them changes its sign: for −θ the cosine is that of θ.
        """
        angles = positions[:, None, None].float() * self._frequencies
        cos, sin = angles.cos(), angles.sin()
        if self._scale != 1.0:
            cos, sin = cos * self._scale, sin * self._scale
        return cos.to(dtype), sin.to(dtype)


def _norm(epsilon: float, like: Tensor) -> Callable[[Tensor, Tensor], Tensor]:
    """x [n, d], weight [d] ↦ x divided by its root mean square, times weight (Zhang & Sennrich 2019).

    Torch's own is one kernel on a GPU, but a dozen on a CPU, where float32 needs five.
    """
    if like.device.type != "cpu" or like.dtype != torch.float32:
        return lambda x, weight: rms_norm(x, weight.shape, weight, epsilon)
    least, share = torch.full((1, 1), epsilon), 1 / len(like)

    def normed(x: Tensor, weight: Tensor) -> Tensor:
        length = vector_norm(x, dim=-1, keepdim=True)
        return x * torch.addcmul(least, length, length, value=share).rsqrt_() * weight

    return normed


def _layer(layer: Any, packed: bool) -> Layer:
    attention, mlp = layer.self_attn, layer.mlp
    projections = (attention.q_proj, attention.k_proj, attention.v_proj)
    biases = [p.bias for p in projections if p.bias is not None]
    return Layer(
        layer.input_layernorm.weight,
        Projection(_stacked(*projections), torch.cat(biases) if biases else None, packed=packed),
        Projection(attention.o_proj.weight, packed=packed),
        layer.post_attention_layernorm.weight,
        Projection(_stacked(mlp.gate_proj, mlp.up_proj), packed=packed),
        Projection(mlp.down_proj.weight, packed=packed),
    )


def _stacked(*projections: nn.Linear) -> Tensor:
    """One matrix of several; each projection's weight becomes a slice of it, so that memory is held once."""
    weights = [p.weight.data for p in projections]
    rows, (_, columns) = [len(w) for w in weights], weights[0].shape
    first = weights[0]
    starts = [first.data_ptr() + sum(rows[:i]) * columns * first.element_size() for i in range(len(rows))]
    if len({w.untyped_storage().data_ptr() for w in weights}) == 1 and [w.data_ptr() for w in weights] == starts:
        return first.as_strided((sum(rows), columns), (columns, 1))  # done before, for the same model
    stacked = torch.cat(weights)
    for part, p in zip(stacked.split(rows), projections, strict=True):
        p.weight.data = part
    return stacked
