"""From a row of logits to the law a token is drawn from, exactly as an ordinary decode would make it there.

Order of the processors (that of transformers): repetition penalty, banned EOS before min_new_tokens, temperature,
top-k, top-p, min-p. They are applied per position: the context of a judge row includes the drafted tokens before it
in the same block, otherwise p is not the law speculation must preserve. Everything is float32 on the host.

Temperature 0 is the one-hot law of the arg max after penalty and bans; the filters after it cannot change it.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np

from specviz.errors import SpecvizError
from specviz.settings import RunSettings

Law = np.ndarray
COLDEST = 1e-30


def host(rows: Any) -> np.ndarray:
    """Logit rows [n, V] as float32 on the host: one copy, and one synchronisation, per pass of a GPU."""
    if isinstance(rows, np.ndarray):
        return rows.astype(np.float32, copy=False)
    return rows.detach().float().cpu().numpy()


def softmax(logits: np.ndarray) -> Law:
    """The law of a row of logits [V]; entries of −inf get probability 0.

    Raises `SpecvizError` when the row holds NaN or +inf, or no finite entry at all.
    """
    top = logits.max()
    if not np.isfinite(top):
        raise SpecvizError("bad_logits", value=float(top))
    weights = np.exp(logits - top)
    return weights / weights.sum()


def one_hot(token: int, size: int) -> Law:
    law = np.zeros(size, dtype=np.float32)
    law[token] = 1.0
    return law


class Sampling:
    """The processors of one run, ready to apply to any position.

    `eos_ids` are banned while fewer than `min_new_tokens` tokens have been generated. `prompt_length` tells the
    generated tokens of a context from the prompt.
    """

    def __init__(self, settings: RunSettings, eos_ids: frozenset[int], prompt_length: int) -> None:
        self._s = settings
        self._eos = sorted(eos_ids)
        self._prompt_length = prompt_length

    @property
    def greedy(self) -> bool:
        return self._s.temperature == 0.0

    def banned(self, position: int, size: int) -> list[int]:
        """Ids below `size` that must not stand at `position`: EOS, while fewer tokens than wanted are there."""
        if position - self._prompt_length >= self._s.min_new_tokens:
            return []
        return [i for i in self._eos if i < size]

    def law(self, logits: np.ndarray, context: Sequence[int], drafted: Sequence[int] = ()) -> Law:
        """The law [V] of the token that follows `context` and then `drafted`, from its float32 logits [V]."""
        s = self._s
        if s.repetition_penalty != 1.0:
            logits = _penalised(logits, s.repetition_penalty, context, drafted)
        if banned := self.banned(len(context) + len(drafted), logits.size):
            logits = logits.copy()
            logits[banned] = -np.inf
        if self.greedy:
            token = int(logits.argmax())
            if not np.isfinite(logits[token]):
                raise SpecvizError("bad_logits", value=float(logits[token]))
            return one_hot(token, logits.size)
        law = softmax(_heated(logits, s.temperature) if s.temperature != 1.0 else logits)
        if s.top_k and s.top_k < law.size:
            law = _kept(law, law >= np.partition(law, -s.top_k)[-s.top_k])
        if s.top_p < 1.0:
            law = _kept(law, _nucleus(law, s.top_p))
        if s.min_p > 0.0:
            law = _kept(law, law >= s.min_p * law.max())
        return law


def _heated(logits: np.ndarray, temperature: float) -> np.ndarray:
    """(logits − max) / temperature; one too small for float32 acts like the smallest that is not, never like 0."""
    with np.errstate(over="ignore"):  # −inf is what a large quotient means here
        return (logits - logits.max()) / np.float32(max(temperature, COLDEST))


def _penalised(logits: np.ndarray, penalty: float, context: Sequence[int], drafted: Sequence[int]) -> np.ndarray:
    """Keskar et al. 2019 (CTRL), as transformers does it: divide positive logits of seen ids, multiply negative."""
    seen = np.fromiter({*context, *drafted}, dtype=np.int64)
    out = logits.copy()
    scores = out[seen]
    out[seen] = np.where(scores < 0, scores * np.float32(penalty), scores / np.float32(penalty))
    return out


def _kept(law: Law, keep: np.ndarray) -> Law:
    kept = np.where(keep, law, np.float32(0.0))
    return kept / kept.sum()


def _nucleus(law: Law, top_p: float) -> np.ndarray:
    """The smallest set of most likely tokens whose mass reaches `top_p` (at least one token)."""
    order = np.argsort(law, kind="stable")[::-1]
    before = np.cumsum(law[order], dtype=np.float64) - law[order]
    keep = np.zeros(law.size, dtype=bool)
    keep[order[before < top_p]] = True
    keep[order[0]] = True
    return keep
