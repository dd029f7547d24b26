"""A draft head as the decoder sees it: `HeadWeights`, shared, and `HeadModel`, one run's cache over them.

The head is bound to the cache of a target that keeps its hidden states. The slot at position p reads the target's
hidden state at p − 1 where the target has been and p is within `reach` (a true slot), else the head's own guess from
slot p − 1. `true` is the number of leading true slots: what comes after is only good for the round that guessed it.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Self

import torch

from specviz.engine.attention import attended, mask_of_groups
from specviz.engine.device_ids import token_ids
from specviz.engine.head_net import HeadNet, Turn, turns
from specviz.engine.held_ids import HeldIds
from specviz.engine.kv_cache import FIRST_ALLOCATION, PreallocatedLayer, with_room
from specviz.engine.language_model import CachedModel, Weights


@dataclass(frozen=True)
class HeadWeights:
    """A loaded head that many runs share.

    `embedding` [V, d] is the target's; `output` [R, d] are the rows of the target's output head for the ids
    `vocabulary` int64[R]: the head gives every other id probability 0. `turns` are the rotations of all positions.
    The rest is as in `Weights`.
    """

    model: HeadNet
    embedding: torch.Tensor
    output: torch.Tensor
    vocabulary: torch.Tensor
    name: str
    vocab_size: int
    max_length: int
    eos_ids: frozenset[int]
    turns: Turn
    checksum: str = ""

    @classmethod
    def over(cls, target: Weights, net: HeadNet, vocabulary: torch.Tensor, name: str, checksum: str = "") -> Self:
        """A head over `target`, in its number format and on its device."""
        output = target.model.get_output_embeddings().weight.detach()
        return cls(
            net.to(target.device, target.dtype).eval().requires_grad_(False),
            target.model.get_input_embeddings().weight.detach(),
            output[vocabulary.to(target.device)].contiguous(),
            vocabulary.to(target.device),
            name,
            target.vocab_size,
            target.max_length,
            target.eos_ids,
            tuple(part.to(output) for part in turns(net.shape, target.max_length)),
            checksum,
        )

    @property
    def device(self) -> torch.device:
        return self.output.device


class HeadModel(HeldIds):
    """One run's head over one run's target, which must keep its hidden states and hold the same ids as far as both
    reach. Logits are −inf outside the head's vocabulary."""

    def __init__(self, weights: HeadWeights, target: CachedModel) -> None:
        super().__init__()
        self.weights = weights
        self.vocab_size = weights.vocab_size
        self.max_length = weights.max_length
        self.eos_ids = weights.eos_ids
        self.true = 0
        self.reach = weights.max_length
        self._target = target
        self._slots = PreallocatedLayer(weights.max_length)
        self._guesses = weights.output.new_empty(FIRST_ALLOCATION, weights.output.shape[1])  # by slot

    @torch.inference_mode()
    def _feed(self, ids: Sequence[int], keep: int, mask: Any) -> torch.Tensor:
        if mask is not None:
            raise NotImplementedError("a draft head has no tree attention")
        start, n = self.length, len(ids)
        known = min(n, max(0, min(self._target.length + 1, self.reach) - start))
        if known:
            self._pass(start, ids[:known], self._true_features(start, known))
        for p in range(start + known, start + n):
            self._pass(p, ids[p - start : p - start + 1], self._guesses[p - 1 : p])
        if self.true == start:
            self.true += known
        seen = self._guesses[start + n - (keep or n) : start + n]
        rows = seen.new_full((len(seen), self.vocab_size), float("-inf"))
        rows[:, self.weights.vocabulary] = seen @ self.weights.output.T
        return rows

    def _true_features(self, start: int, n: int) -> torch.Tensor:
        """The target's hidden states before positions start … start + n − 1; zeros before position 0."""
        nothing = self._guesses.new_zeros(0 if start else 1, self._guesses.shape[1])
        if start + n == 1:  # the target may not have been anywhere yet
            return nothing
        return torch.cat((nothing, self._target.hidden[max(0, start - 1) : start + n - 1]))

    def _pass(self, start: int, ids: Sequence[int], features: torch.Tensor) -> None:
        """Write keys, values and guesses of the slots of `ids`, which read `features` [n, d]."""
        net, n = self.weights.model, len(ids)
        tokens = self.weights.embedding[token_ids(ids, features.device)]
        x = net.fused(features, tokens)[None]
        cos, sin = self.weights.turns
        query, key, value = net.projected(x, (cos[start : start + n], sin[start : start + n]))
        keys, values = self._slots.update(key, value)
        mask = None
        if n > 1 and start:
            seen_by = query.new_ones((n, start + n), dtype=torch.bool).tril(start)
            mask = mask_of_groups(seen_by, net.shape.heads // net.shape.kv_heads)
        seen = attended(query, keys, values, mask)
        self._guesses = with_room(self._guesses, start, start + n, self.max_length)
        self._guesses[start : start + n] = net.finished(x, seen)[0]

    def _forget(self, n: int) -> None:
        self._slots.crop(min(0, n - self._slots.get_seq_length()))
        self.true = min(self.true, n)
