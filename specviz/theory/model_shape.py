"""The sizes of a decoder-only transformer, and its parameter count by arithmetic.

A shape is data: it comes from the table (`tables`), or from a config somebody pasted (`model_config`). Mixture-of-
experts and latent-attention models have a KV size but no parameter count here: those raise `moe_unsupported`,
because which weights a pass reads then depends on the batch and the routing.
"""

from dataclasses import dataclass
from typing import Literal

from specviz.errors import SpecvizError
from specviz.theory.checks import whole

MAX_SIZE = 100_000_000
"""Largest width, vocabulary or count any field may have: far above every model, low enough to catch nonsense."""


@dataclass(frozen=True)
class Block:
    """What one layer is made of, besides its sizes."""

    gated_mlp: bool = True
    """Three MLP matrices (gate, up, down) rather than two."""
    norms: int = 2
    """Normalisations of width `hidden` per layer."""
    norm_bias: bool = False
    """LayerNorm (scale and shift) rather than RMSNorm (scale)."""
    qk_norm: bool = False
    """A normalisation of width `head_dim` for queries and one for keys."""
    qkv_bias: bool = False
    out_bias: bool = False
    mlp_bias: bool = False


_CLASSIC = Block(gated_mlp=False, norm_bias=True, qkv_bias=True, out_bias=True, mlp_bias=True)  # GPT-2 and GPT-NeoX
BLOCKS: dict[str, Block] = {
    "llama": Block(),
    "mistral": Block(),
    "phi3": Block(),
    "smollm3": Block(),
    "qwen2": Block(qkv_bias=True),
    "qwen3": Block(qk_norm=True),
    "gpt2": _CLASSIC,
    "gpt_neox": _CLASSIC,
    "gemma2": Block(norms=4),
    "gemma3_text": Block(norms=4, qk_norm=True),
    "mixtral": Block(),
    "deepseek_v3": Block(),
}
"""By transformers' `model_type`. Mixture-of-experts types are here for their attention only."""


@dataclass(frozen=True)
class ModelShape:
    """Sizes of a model. `head_dim` is its own field: it is *not* hidden ÷ query_heads (Qwen3, Gemma).

    `positions`: rows of a learned position table (GPT-2), 0 for rotary models. `window` with `global_layers`: the
    other layers keep only the last `window` tokens. `latent`: values per token and layer of multi-head latent
    attention, which stores one shared vector instead of K and V; 0 for ordinary attention. `experts`: routed experts.
    """

    name: str
    layers: int
    hidden: int
    intermediate: int
    query_heads: int
    kv_heads: int
    head_dim: int
    vocab: int
    tied: bool
    block: Block = Block()
    positions: int = 0
    window: int = 0
    global_layers: int = 0
    latent: int = 0
    experts: int = 0

    def __post_init__(self) -> None:
        for field in (
            "layers",
            "hidden",
            "intermediate",
            "query_heads",
            "kv_heads",
            "head_dim",
            "vocab",
        ):
            whole(field, getattr(self, field), 1, MAX_SIZE)
        for field in ("positions", "window", "latent", "experts"):
            whole(field, getattr(self, field), 0, MAX_SIZE)
        whole("global_layers", self.global_layers, 0, self.layers)
        if self.query_heads % self.kv_heads:
            raise SpecvizError("heads_do_not_divide", query_heads=self.query_heads, kv_heads=self.kv_heads)

    @property
    def _layer_matrices(self) -> int:
        attention = self.hidden * self.head_dim * (2 * self.query_heads + 2 * self.kv_heads)
        return attention + (3 if self.block.gated_mlp else 2) * self.hidden * self.intermediate

    @property
    def _layer_vectors(self) -> int:
        b = self.block
        norms = b.norms * self.hidden * (2 if b.norm_bias else 1) + (2 * self.head_dim if b.qk_norm else 0)
        qkv = self.head_dim * (self.query_heads + 2 * self.kv_heads) if b.qkv_bias else 0
        out = self.hidden if b.out_bias else 0
        mlp = (2 if b.gated_mlp else 1) * self.intermediate + self.hidden if b.mlp_bias else 0
        return norms + qkv + out + mlp

    def _dense_only(self) -> None:
        if self.experts or self.latent:
            raise SpecvizError("moe_unsupported", name=self.name)

    @property
    def body_params(self) -> int:
        """Parameters without the vocabulary and position tables ("non-embedding")."""
        self._dense_only()
        final_norm = self.hidden * (2 if self.block.norm_bias else 1)
        return self.layers * (self._layer_matrices + self._layer_vectors) + final_norm

    @property
    def params(self) -> int:
        """All parameters: body, one vocabulary table if tied and two if not, learned positions."""
        tables = self.vocab * (1 if self.tied else 2) + self.positions
        return self.body_params + tables * self.hidden

    @property
    def params_read(self) -> int:
        """Parameters a decode pass streams: the body and the output head once.

        The input table is looked up, not streamed; a tied table is the head and is read once.
        """
        return self.body_params + self.vocab * self.hidden

    @property
    def matrix_params(self) -> int:
        """Parameters that multiply every token: the layers' matrices and the output head."""
        self._dense_only()
        return self.layers * self._layer_matrices + self.vocab * self.hidden

    def layers_by_reach(self, tokens: int) -> tuple[tuple[int, int], ...]:
        """(how many layers, how many of `tokens` they keep): windowed layers keep at most `window`."""
        if not self.window:
            return ((self.layers, tokens),)
        return (
            (self.global_layers, tokens),
            (self.layers - self.global_layers, min(tokens, self.window)),
        )


AttentionKind = Literal["mha", "gqa", "mqa", "mla"]


def attention_kind(shape: ModelShape) -> AttentionKind:
    """How the heads share their K/V: every head its own, groups, one for all, or one latent vector."""
    if shape.latent:
        return "mla"
    if shape.kv_heads == shape.query_heads:
        return "mha"
    return "mqa" if shape.kv_heads == 1 else "gqa"
