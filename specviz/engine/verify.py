"""The verify rules: which candidates stand, and which token the target adds. Pure: no model, no cache, no torch.

Two rules, both exact.

**Full q** (Leviathan et al. 2023, Algorithm 1; Chen et al. 2023, Algorithm 2): accept x, drawn from q, iff
u < min(1, p(x)/q(x)); after a rejection draw from the residual (p − q)+ / Σ(p − q)+. The proof is two lines:

    P(x emitted) = q(x)·min(1, p(x)/q(x)) + (1 − Σ min(p, q)) · (p(x) − q(x))+ / Σ(p − q)+
                 = min(p(x), q(x)) + (p(x) − q(x))+  =  p(x),    for Σ(p − q)+ = 1 − Σ min(p, q).

**Own sample**, for candidates without a law of their own (lookup, script, argmax; greedy is its case at
temperature 0): draw the target's token with its own draw; accept iff it equals the candidate, else it *is* the
replacement. Whatever the candidate was, the emitted token is the target's sample, so this is exact without an
argument. It accepts as often as full q with a one-hot q would, and commits the ids of ordinary decoding.

`acceptance` and `residual` work on float arrays and on object arrays of `Fraction` alike; the decoder, the exact
enumeration and the catalogue of mistakes all use these two.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from specviz.engine.draws import Draws, Kind, pick
from specviz.errors import SpecvizError


def acceptance(p: Any, q: Any, x: int) -> Any:
    """Chance that candidate x, drawn from q [V], stands against p [V]: min(1, p(x)/q(x)).

    Raises `SpecvizError` when q(x) is not positive (x cannot have come from q) or a value is not finite.
    """
    px, qx = p[x], q[x]
    if not (qx > 0 and 0 <= px < np.inf and qx < np.inf):
        raise SpecvizError("bad_probability", token=x, p=px, q=qx)
    return px / qx if px < qx else px / px


def residual(p: Any, q: Any) -> Any:
    """The law [V] of a replacement: (p − q)+ / Σ(p − q)+, or p where that sum is 0.

    The sum is 0 only when p ≤ q everywhere, that is p = q up to rounding; then a rejection has probability 0 and p
    is the limit. Raises `SpecvizError` when an entry is not finite.
    """
    difference = p - q
    total = difference.sum()
    if not -np.inf < total < np.inf:
        raise SpecvizError("bad_residual", total=total)
    excess = np.maximum(difference, 0)
    mass = excess.sum()
    return excess / mass if mass > 0 else p


@dataclass(frozen=True)
class Rule:
    """The two formulas of the full-q rule and the way a token is drawn from a law, as one replaceable part."""

    acceptance: Callable[[Any, Any, int], Any] = acceptance
    residual: Callable[[Any, Any], Any] = residual
    pick: Callable[[Any, float], tuple[int, float, float]] = pick


RULE = Rule()


class Judgement(NamedTuple):
    """One judged candidate. `u` is the accept draw (full q) or the target draw (own sample, `own` its token)."""

    accepted: bool
    u: float
    own: int | None


class Verdict(NamedTuple):
    """What a round decided.

    `judgements` has one entry per judged candidate (those after it are unjudged), `accepted` of them stand.
    `token` is the target's own token, drawn at judge index `accepted` with draw `u` from the interval `low`..`high`
    of `law`; it is None when an accepted candidate ended the run.
    """

    judgements: tuple[Judgement, ...]
    accepted: int
    token: int | None = None
    law: Any = None
    u: float = 0.0
    low: float = 0.0
    high: float = 1.0


def never(_accepted: int) -> bool:
    """No accepted candidate ends the run."""
    return False


def verify_chain(
    p_rows: Any,
    q_rows: Sequence[Any] | None,
    candidates: Sequence[int],
    draws: Draws,
    position: int,
    *,
    ends: Callable[[int], bool] = never,
    rule: Rule = RULE,
) -> Verdict:
    """Judge a chain of candidates d_1 … d_k, the first of which stands at sequence position `position`.

    `p_rows[i]` [V] is the target's law at candidate i for 0 ≤ i ≤ k (index k: after all of them); it is asked for
    in order and only as far as needed. `q_rows[i]` [V] is the law candidate i was drawn from; None selects the
    own-sample rule. `ends(m)` says whether the run ends with the m-th accepted candidate.
    """
    judgements: list[Judgement] = []
    for i, x in enumerate(candidates):
        p = p_rows[i]
        if q_rows is None:
            u = draws.u(position + i, Kind.TARGET)
            own, low, high = rule.pick(p, u)
            judgements.append(Judgement(own == x, u, own))
            if own != x:
                return Verdict(tuple(judgements), i, own, p, u, low, high)
        else:
            u = draws.u(position + i, Kind.ACCEPT)
            accepted = bool(u < rule.acceptance(p, q_rows[i], x))
            judgements.append(Judgement(accepted, u, None))
            if not accepted:
                law = rule.residual(p, q_rows[i])
                return with_target_token(judgements, i, law, draws, position, rule)
        if ends(i + 1):
            return Verdict(tuple(judgements), i + 1)
    k = len(candidates)
    return with_target_token(judgements, k, p_rows[k], draws, position, rule)


def with_target_token(
    judged: Sequence[Judgement], m: int, law: Any, draws: Draws, position: int, rule: Rule = RULE
) -> Verdict:
    """The verdict that ends, after m accepted candidates, in a token drawn from `law` [V]."""
    u = draws.u(position + m, Kind.TARGET)
    token, low, high = rule.pick(law, u)
    return Verdict(tuple(judged), m, token, law, u, low, high)
