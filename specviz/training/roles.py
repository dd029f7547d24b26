"""The two shapes: a deep narrow target and a one-layer draft.

At this size a decode step on a CPU costs per-layer overhead, not arithmetic, so the depth sets the price: ten
layers against one make a draft step cost about an eighth of a target step whatever their widths.
"""

from dataclasses import dataclass

from transformers import LlamaConfig

from specviz.training.tokenizer import CONTEXT, EOS_ID, VOCABULARY

ROLES = ("target", "draft")


@dataclass(frozen=True)
class Shape:
    """Layers, width, width of the feed-forward, query heads, key/value heads, and the peak learning rate."""

    layers: int
    width: int
    inner: int
    heads: int
    kv_heads: int
    learning_rate: float

    def config(self, vocabulary: int = VOCABULARY) -> LlamaConfig:
        """Return the transformers configuration, embeddings tied."""
        return LlamaConfig(
            vocab_size=vocabulary,
            hidden_size=self.width,
            intermediate_size=self.inner,
            num_hidden_layers=self.layers,
            num_attention_heads=self.heads,
            num_key_value_heads=self.kv_heads,
            max_position_embeddings=CONTEXT,
            tie_word_embeddings=True,
            bos_token_id=EOS_ID,
            eos_token_id=EOS_ID,
            pad_token_id=EOS_ID,
        )


SHAPES = {
    "target": Shape(layers=10, width=192, inner=512, heads=6, kv_heads=2, learning_rate=2e-3),
    "draft": Shape(layers=1, width=96, inner=256, heads=3, kv_heads=1, learning_rate=4e-3),
}
