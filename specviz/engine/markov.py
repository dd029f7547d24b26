"""A toy language model whose law is known exactly: the next token depends on the last one only.

It has the interface of `CachedModel`, so the whole engine runs on it, and `law`/`joint` say what it must produce.
"""

from collections.abc import Sequence
from itertools import pairwise, product
from typing import Any

import numpy as np

from specviz.engine.held_ids import HeldIds
from specviz.errors import SpecvizError


class MarkovLM(HeldIds):
    """`table` [V, V]: row a is the law after token a. `eos_ids` may be empty."""

    def __init__(
        self, table: Sequence[Sequence[float]], max_length: int = 4096, eos_ids: frozenset[int] = frozenset()
    ) -> None:
        super().__init__()
        self.table = np.asarray(table, dtype=np.float64)
        if self.table.ndim != 2 or self.table.shape[0] != self.table.shape[1]:
            raise SpecvizError("markov_table", shape=self.table.shape)
        with np.errstate(divide="ignore"):
            self._logits = np.log(self.table).astype(np.float32)
        self.vocab_size = self.table.shape[0]
        self.max_length = max_length
        self.eos_ids = eos_ids

    @classmethod
    def random(cls, vocab_size: int, seed: int, concentration: float = 1.0) -> "MarkovLM":
        """Rows drawn from a symmetric Dirichlet."""
        rng = np.random.default_rng(seed)
        return cls(rng.dirichlet(np.full(vocab_size, concentration), size=vocab_size))

    def law(self, prefix: Sequence[int]) -> np.ndarray:
        """The exact law [V] of the token after `prefix`."""
        return self.table[prefix[-1]]

    def joint(self, prefix: Sequence[int], n: int) -> np.ndarray:
        """The exact law of the next n tokens, shape [V] * n."""
        out = np.empty((self.vocab_size,) * n)
        for tokens in product(range(self.vocab_size), repeat=n):
            path = (prefix[-1], *tokens)
            out[tokens] = np.prod([self.table[a, b] for a, b in pairwise(path)])
        return out

    def _feed(self, ids: Sequence[int], keep: int, mask: Any) -> np.ndarray:
        return self._logits[list(ids)][-keep:]

    def _forget(self, n: int) -> None:
        """Nothing but the ids to forget."""
