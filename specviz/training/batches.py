"""Documents to packed rows of token ids.

A row starts with `<|eos|>` as a prompt does, is filled with whole documents and cut at its length. Rows see one
another's documents: nothing is masked, as in a long generation.
"""

from collections.abc import Iterator, Sequence

import torch
from transformers import PreTrainedTokenizerFast

from specviz.training.tiny_world import documents


def rows(
    tokenizer: PreTrainedTokenizerFast,
    seed: int,
    shard: int,
    length: int,
    weights: Sequence[float] | None = None,
) -> Iterator[list[int]]:
    """Yield the rows of `length` ids one shard fills; what is left over at its end is dropped."""
    row: list[int] = []
    for ids in tokenizer(list(documents(seed, shard, weights=weights)))["input_ids"]:
        row += ids
        if len(row) >= length:
            yield row[:length]
            row = []


class Stream:
    """An endless, resumable stream of batches of a fixed number of tokens.

    Every `long_every`-th batch holds rows of `long` ids instead of `short`, so that positions beyond `short` are
    trained too. `shard` is all the state there is: a stream that resumes starts at the next shard.
    """

    def __init__(
        self,
        tokenizer: PreTrainedTokenizerFast,
        seed: int,
        tokens: int,
        short: int = 256,
        long: int = 1024,
        long_every: int = 6,
        shard: int = 0,
        weights: Sequence[float] | None = None,
    ) -> None:
        self.weights = weights
        self.tokenizer, self.seed, self.tokens, self.shard = tokenizer, seed, tokens, shard
        self.lengths = [short] * (long_every - 1) + [long]
        self._waiting: dict[int, list[list[int]]] = {short: [], long: []}

    def __iter__(self) -> Iterator[torch.Tensor]:
        """Yield int64[tokens // length, length]."""
        while True:
            for length in self.lengths:
                yield self._batch(length)

    def _batch(self, length: int) -> torch.Tensor:
        waiting, size = self._waiting[length], max(1, self.tokens // length)
        while len(waiting) < size:
            waiting.extend(rows(self.tokenizer, self.seed, self.shard, length, self.weights))
            self.shard += 1
        batch, self._waiting[length] = waiting[:size], waiting[size:]
        return torch.tensor(batch)
