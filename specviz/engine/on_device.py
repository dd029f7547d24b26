"""Laws and draws on the device the rows are on, read once per round.

Drafting on the host costs a copy of a row per candidate, and the device waits for each. Here a drafted token goes
into the next pass unread, and so do the candidates into the verify pass. After it the device prepares every answer a
verdict could ask for: p and q at each candidate and, for each place the verdict could end at, the token the target
would add there. One copy brings them all, and `verify_chain` judges as it always does, over `Glimpse`s in place of
laws. The price is k draws nobody uses; vLLM draws a recovered token for every candidate too.

The formulas are those of `sampling`, `draws` and `verify`. Sums on a device go in another order, so a verdict may
differ from the host's where u lies within rounding of its threshold.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
import torch
from torch import Tensor
from torch.nn.functional import pad

from specviz.engine.decode import Parts
from specviz.engine.device_ids import sent, token_ids
from specviz.engine.drafters.proposal import Proposal
from specviz.engine.draws import Draws, Kind
from specviz.engine.sampling import COLDEST, Sampling
from specviz.engine.verify import Rule
from specviz.errors import SpecvizError


class DeviceSampling(Sampling):
    """`Sampling` for rows on a device. A row that has no law (NaN, +inf, nothing finite) gives NaNs, which are found
    when the round is read."""

    @torch.inference_mode()
    def law(self, logits: Tensor, context: Sequence[Any], drafted: Sequence[Any] = ()) -> Tensor:
        s = self._s
        if s.repetition_penalty != 1.0:
            seen, penalty = token_ids((*context, *drafted), logits.device), s.repetition_penalty
            scores = logits[seen]
            logits = logits.index_put((seen,), torch.where(scores < 0, scores * penalty, scores / penalty))
        if banned := self.banned(len(context) + len(drafted), len(logits)):
            logits = logits.index_fill(0, token_ids(banned, logits.device), -torch.inf)
        if self.greedy:
            top, token = logits.max(0)
            certain = torch.where(top.isfinite(), 1.0, torch.nan)
            return torch.zeros_like(logits).scatter(0, token[None], certain[None])
        if s.temperature != 1.0:
            logits = (logits - logits.max()) / max(s.temperature, COLDEST)
        law = logits.softmax(0)
        if s.top_k and s.top_k < len(law):
            law = _kept(law, law >= law.topk(s.top_k).values[-1])
        if s.top_p < 1.0:
            law = _kept(law, _nucleus(law, s.top_p))
        if s.min_p > 0.0:
            law = _kept(law, law >= s.min_p * law.max())
        return law


@dataclass(frozen=True)
class Glimpse:
    """What was read of a law [V]: the probability of one token, and the sum."""

    token: int
    probability: np.float32
    total: float

    def __getitem__(self, token: int) -> np.float32:
        if token != self.token:
            raise KeyError(f"of this law the entry of token {self.token} was read, not of {token}")
        return self.probability

    def sum(self, dtype: Any = None) -> float:
        return self.total


@dataclass(frozen=True)
class TargetGlimpse(Glimpse):
    """The same of a target's law, and the token it adds if the verdict ends here, with the interval it owns: drawn
    from the residual where a candidate with a law of its own is judged, else from the law itself. `mass` is the sum
    of what it was drawn from.
    """

    drawn: tuple[int, float, float]
    mass: float


class Drawn(NamedTuple):
    """Tokens [n], the intervals [low, high) they own and the sums of their laws, all float64."""

    token: Tensor
    low: Tensor
    high: Tensor
    mass: Tensor


class Device:
    """The arithmetic of a device. It needs float64 there."""

    sampling = DeviceSampling

    def rows(self, logits: Tensor) -> Tensor:
        return logits.float()

    def softmax(self, row: Tensor) -> Tensor:
        return row.softmax(0)

    def most_likely(self, law: Tensor) -> Tensor:
        return law.argmax()

    @torch.inference_mode()
    def drawn(self, law: Tensor, u: float) -> Tensor:
        return _selected(law[None], u)[0][0, 0]

    @torch.inference_mode()
    def pick(self, law: Tensor, u: float) -> tuple[int, float, float]:
        token, low, high, mass = read(torch.stack(_draw(law[None], u)))[:, 0]
        return _checked((int(token), float(low), float(high)), float(mass))

    @torch.inference_mode()
    def read(
        self, proposal: Proposal, p_rows: Any, draws: Draws, position: int
    ) -> tuple[Proposal, tuple[TargetGlimpse, ...]]:
        k = len(proposal.ids)
        p = torch.stack([p_rows[i] for i in range(k + 1)])
        q = torch.stack(proposal.q_rows) if proposal.q_rows else None
        ids = pad(token_ids(proposal.ids, p.device), (0, 1))  # one more: nobody asks for an entry of the last law
        u = sent([draws.u(position + i, Kind.TARGET) for i in range(k + 1)], torch.float64, p.device)[:, None]
        drawn = _draw(p if q is None else torch.cat((_residuals(p[:k], q), p[k:])), u)
        of_q = () if q is None else (pad(column, (0, 1)) for column in _seen(q, ids[:k]))
        found = read(torch.stack((ids.double(), *drawn, *_seen(p, ids), *of_q))).T
        return _glimpses(proposal, found)


def _glimpses(proposal: Proposal, found: np.ndarray) -> tuple[Proposal, tuple[TargetGlimpse, ...]]:
    """A report [k + 1, 7, or 9 with q] as laws: k + 1 of the target and k of the draft."""
    ids = [int(token) for token in found[:-1, 0]]
    p_rows = tuple(
        TargetGlimpse(int(token), np.float32(px), total, (int(own), low, high), mass)
        for token, own, low, high, mass, px, total in found[:, :7].tolist()
    )
    q_rows = zip(ids, *found[:-1, 7:].T.tolist(), strict=False)
    return (
        proposal._replace(
            ids=tuple(ids),
            q_rows=None
            if proposal.q_rows is None
            else tuple(Glimpse(x, np.float32(qx), total) for x, qx, total in q_rows),
        ),
        p_rows,
    )


def read(report: Tensor) -> np.ndarray:
    """float64 numbers on the host: the one place that waits for the device."""
    return report.cpu().numpy()


def _selected(laws: Tensor, u: Tensor | float) -> tuple[Tensor, Tensor]:
    """The tokens int64[n, 1] that u, float64[n, 1] or one number, selects from `laws` [n, V].

    With them the sums up to each entry, float64[n, V].
    """
    cumulative = laws.cumsum(-1, dtype=torch.float64)
    chosen = torch.searchsorted(cumulative, cumulative[:, -1:] * u, right=True)
    return chosen.clamp_(max=laws.shape[1] - 1), cumulative


def _draw(laws: Tensor, u: Tensor | float) -> Drawn:
    """`draws.pick` for rows on a device."""
    token, cumulative = _selected(laws, u)
    mass = cumulative[:, -1:]
    high = cumulative.gather(1, token)
    low = torch.where(token > 0, cumulative.gather(1, (token - 1).clamp_(min=0)), 0.0)
    return Drawn(*(column[:, 0] for column in (token.double(), low / mass, high / mass, mass)))


def _residuals(p: Tensor, q: Tensor) -> Tensor:
    """`verify.residual` of each pair of rows [n, V], not divided by its sum: a draw does not need that."""
    excess = (p - q).clamp_(min=0)
    return torch.where(excess.sum(-1, keepdim=True) > 0, excess, p)


def _seen(laws: Tensor, ids: Tensor) -> tuple[Tensor, Tensor]:
    """The entry of its own id and the sum of every law of `laws` [n, V], float64[n]."""
    return laws.gather(1, ids[:, None])[:, 0].double(), laws.sum(-1, dtype=torch.float64)


def _checked(drawn: tuple[int, float, float], mass: float) -> tuple[int, float, float]:
    if not 0.0 < mass < np.inf:
        raise SpecvizError("law_sum", total=mass)
    return drawn


def _pick(law: TargetGlimpse, _u: float) -> tuple[int, float, float]:
    return _checked(law.drawn, law.mass)


def _kept(law: Tensor, keep: Tensor) -> Tensor:
    kept = torch.where(keep, law, 0.0)
    return kept / kept.sum()


def _nucleus(law: Tensor, top_p: float) -> Tensor:
    """As in `sampling`: the smallest set of most likely tokens whose mass reaches `top_p`, at least one."""
    order = law.argsort(stable=True).flip(0)
    inside = law[order].cumsum(0, dtype=torch.float64) - law[order] < top_p
    inside[:1] = True
    return torch.zeros_like(inside).scatter_(0, order, inside)


DEVICE = Device()
ON_DEVICE = Parts(sampling=DeviceSampling, arithmetic=DEVICE, rule=Rule(residual=lambda p, _q: p, pick=_pick))
