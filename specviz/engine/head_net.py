"""The network of a draft head: one transformer layer that guesses the target's next hidden state.

At position p it reads the target's hidden state at p − 1 (what its output head reads, after the final norm; zeros
before the first token) and the embedding of the token at p, and gives its guess of the hidden state at p. The
target's own frozen output head turns that into logits, for a reduced vocabulary only. Where the target has not been
yet, the head reads its own guess: Li et al. 2024 (EAGLE, arXiv 2401.15077); trained as it runs, Zhang et al. 2024
(HASS, arXiv 2408.15766).

Pure network, in the pieces both training and decoding put together: which features are true, what attention sees
and what a cache holds is their business.
"""

from dataclasses import dataclass
from typing import Self

import torch
from torch import nn
from torch.nn.functional import rms_norm, silu

Turn = tuple[torch.Tensor, torch.Tensor]


@dataclass(frozen=True)
class HeadShape:
    """Width of the target's hidden state, width of the feed-forward, query and key/value heads, size of a head."""

    width: int
    inner: int
    heads: int
    kv_heads: int
    head_dim: int
    rope_theta: float = 100_000.0
    eps: float = 1e-5

    def __post_init__(self) -> None:
        sizes = (self.width, self.inner, self.heads, self.kv_heads, self.head_dim)
        if any(type(n) is not int or not 1 <= n <= 1 << 16 for n in sizes):
            raise ValueError(f"sizes {sizes}")
        if self.heads % self.kv_heads or self.head_dim % 2:
            raise ValueError(f"{self.heads} heads of {self.head_dim}, {self.kv_heads} key/value heads")
        if not self.rope_theta > 1 or not 0 < self.eps < 1:
            raise ValueError(f"rope_theta {self.rope_theta}, eps {self.eps}")


class HeadNet(nn.Module):
    """The trained part: features and embeddings in, features out."""

    def __init__(self, shape: HeadShape) -> None:
        super().__init__()
        s = self.shape = shape
        self.feature_norm = nn.Parameter(torch.ones(s.width))
        self.token_norm = nn.Parameter(torch.ones(s.width))
        self.fuse = nn.Linear(2 * s.width, s.width, bias=False)
        self.attention_norm = nn.Parameter(torch.ones(s.width))
        self.query = nn.Linear(s.width, s.heads * s.head_dim, bias=False)
        self.key = nn.Linear(s.width, s.kv_heads * s.head_dim, bias=False)
        self.value = nn.Linear(s.width, s.kv_heads * s.head_dim, bias=False)
        self.attended = nn.Linear(s.heads * s.head_dim, s.width, bias=False)
        self.inner_norm = nn.Parameter(torch.ones(s.width))
        self.gate = nn.Linear(s.width, s.inner, bias=False)
        self.up = nn.Linear(s.width, s.inner, bias=False)
        self.down = nn.Linear(s.inner, s.width, bias=False)
        self.out_norm = nn.Parameter(torch.ones(s.width))

    @classmethod
    def fresh(cls, shape: HeadShape, out_norm: torch.Tensor) -> Self:
        """Untrained: small random matrices, silent branches, and the target's final norm to start from."""
        net = cls(shape)
        for name, weight in net.named_parameters():
            if weight.dim() == 2:
                nn.init.normal_(weight, std=0.0 if name.startswith(("attended", "down")) else weight.shape[1] ** -0.5)
        net.out_norm.data.copy_(out_norm)
        return net

    def fused(self, features: torch.Tensor, tokens: torch.Tensor) -> torch.Tensor:
        """The layer's input [..., d] from features [..., d] and embeddings [..., d]."""
        return self.fuse(
            torch.cat((self._norm(features, self.feature_norm), self._norm(tokens, self.token_norm)), -1)
        )

    def projected(self, x: torch.Tensor, turn: Turn) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
        """Queries [..., heads, n, head_dim], keys and values [..., kv_heads, n, head_dim] of x [..., n, d], turned
        by the `turns` of their positions."""
        x, s = self._norm(x, self.attention_norm), self.shape
        query, key, value = (
            part(x).unflatten(-1, (heads, s.head_dim)).transpose(-3, -2)
            for part, heads in ((self.query, s.heads), (self.key, s.kv_heads), (self.value, s.kv_heads))
        )
        return _turned(query, turn), _turned(key, turn), value

    def finished(self, x: torch.Tensor, attention: torch.Tensor) -> torch.Tensor:
        """The guessed features [..., n, d], from the layer's input and attention's [..., heads, n, head_dim]."""
        x = x + self.attended(attention.transpose(-3, -2).flatten(-2))
        h = self._norm(x, self.inner_norm)
        x = x + self.down(silu(self.gate(h)) * self.up(h))
        return self._norm(x, self.out_norm)

    def _norm(self, x: torch.Tensor, weight: torch.Tensor) -> torch.Tensor:
        return rms_norm(x, (self.shape.width,), weight, self.shape.eps)


def turns(shape: HeadShape, length: int) -> Turn:
    """Cosines and sines [length, head_dim / 2] of rotary position embedding (Su et al. 2021, arXiv 2104.09864)."""
    frequencies = shape.rope_theta ** (-torch.arange(0, shape.head_dim, 2, dtype=torch.float64) / shape.head_dim)
    angles = (torch.arange(length, dtype=torch.float64)[:, None] * frequencies).float()
    return angles.cos(), angles.sin()


def _turned(x: torch.Tensor, turn: Turn) -> torch.Tensor:
    """x [..., n, head_dim] turned by its positions, halves paired as in Llama."""
    cos, sin = turn
    a, b = x.chunk(2, -1)
    return torch.cat((a * cos - b * sin, b * cos + a * sin), -1)
