"""Exact laws of what a verify rule emits, by adding up every case: one position, one round, the next n tokens.

Rows are arrays [V] of floats, or object arrays of `Fraction` (`fractions`) where a proof should be exact. The models
come as functions and the rule as its two formulas (`specviz.engine.verify.RULE` has both), so that a mistake is
enumerated by the same code: hand in its formulas, or `drawn`, the law a candidate really came from where the rule
believes another. What the two lines of the proof add up is in `Position`.

It knows no engine; `every_draw` enumerates the decoder's own code instead of its formulas.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, Literal, Protocol

import numpy as np

Row = Any
Law = Callable[[tuple[int, ...]], Row]
Draft = Callable[[tuple[int, ...], int], Row | None]
"""`draft(prefix, i)`: the law of candidate i + 1 after `prefix`, whose last i tokens were drafted; None: no more."""


class Formulas(Protocol):
    """A full-q rule: the chance that x stands, and the law of a replacement."""

    @property
    def acceptance(self) -> Callable[[Row, Row, int], Any]: ...

    @property
    def residual(self) -> Callable[[Row, Row], Row]: ...


@dataclass(frozen=True)
class Position:
    """Where the probability of one position goes. All rows [V] hold mass, and `accepted + rejected` is the draft's.

    `accepted[x]`: x is proposed and stands; min(p, q) when the rule is right. `rejected[x]`: x is proposed and falls.
    `replacement`: the law of the token that is drawn then, and `replaced` that law times the rejected mass.
    """

    p: Row
    accepted: Row
    rejected: Row
    replaced: Row

    @property
    def emitted(self) -> Row:
        """The law of the emitted token: p, when the rule is right."""
        return self.accepted + self.replaced

    @property
    def acceptance(self) -> Any:
        """Chance that the candidate stands: Σ min(p, q), when the rule is right."""
        return self.accepted.sum()

    @property
    def rejected_mass(self) -> Any:
        return self.rejected.sum()

    @property
    def replacement(self) -> Row:
        """`replaced` as a law; p where nothing is ever rejected."""
        mass = self.replaced.sum()
        return self.replaced / mass if mass else self.p

    @property
    def distance(self) -> Any:
        """Total variation between what is emitted and p: 0 when the rule is right."""
        return total_variation(self.emitted, self.p)


Judge = Callable[[Row, Row], Position]
"""`judge(p, q)`: one position under a rule."""


def full_q(rule: Formulas, drawn: Callable[[Row], Row] | None = None) -> Judge:
    """The full-q rule as a judge. `drawn(q)` is the law the candidate comes from; None: from q, as it should."""

    def judge(p: Row, q: Row) -> Position:
        source = q if drawn is None else drawn(q)
        accepted = _row(p, [d * rule.acceptance(p, q, x) if d else d for x, d in enumerate(source)])
        rejected = source - accepted
        mass = rejected.sum()
        return Position(p, accepted, rejected, mass * rule.residual(p, q) if mass else 0 * p)

    return judge


def own_sample(p: Row, q: Row) -> Position:
    """The own-sample rule as a judge: the target's token y is drawn from p, and y itself is emitted either way.

    Exact whatever q is; candidates chosen without chance have a one-hot q.
    """
    return Position(p, p * q, q - p * q, p - p * q)


def siblings(p: Row, q_rows: Sequence[Row], rule: Formulas) -> Position:
    """Several candidates for one position, drawn independently and judged one after the other.

    Each rejection makes the residual the new p (SpecInfer's multi-step rule, Miao et al. 2024, Algorithm 2). Children
    chosen without chance have one-hot rows. `rejected` is the mass on which all of them fell, by last candidate.
    """
    judge, law, mass = full_q(rule), p, 1
    accepted = rejected = replaced = 0 * p
    for q in q_rows:
        position = judge(law, q)
        accepted = accepted + mass * position.accepted
        rejected, replaced = mass * position.rejected, mass * position.replaced
        law, mass = position.replacement, mass * position.rejected_mass
    return Position(p, accepted, rejected, replaced if q_rows else p)


def joint(law: Law, draft: Draft, judge: Judge, k: int, n: int, prefix: Sequence[int]) -> Row:
    """The exact law [V] * n of the next n tokens after `prefix`, over all drafts, fates, replacements and bonuses.

    Rounds of k candidates follow each other until n tokens stand; what a last round commits beyond them is summed
    over. Equal to the target's own joint law when the rule is right.
    """
    known: dict[tuple[tuple[int, ...], int, int], Row] = {}

    def rest(context: tuple[int, ...], i: int, left: int) -> Row:
        """Law [V] * left of what follows `context`, whose last i tokens are candidates of the current round."""
        if left == 0:
            return 1
        key = (context, i, left)
        if key not in known:
            stand, close, _ = _ways_on(law, draft, judge, k, context, i)
            known[key] = np.stack([_mixed(context, x, i, left, stand[x], close[x]) for x in range(len(stand))])
        return known[key]

    def _mixed(context: tuple[int, ...], x: int, i: int, left: int, stand: Any, close: Any) -> Row:
        """What follows through token x, which stands as a candidate or closes the round, times those masses."""
        follow = np.zeros((len(law(context)),) * (left - 1), dtype=type(stand))
        for mass, standing in ((stand, i + 1), (close, 0)):
            if mass:
                follow = follow + mass * rest((*context, x), standing, left - 1)
        return follow

    return rest(tuple(prefix), 0, n)


@dataclass(frozen=True)
class Branch:
    """A node of the tree of probability mass of one round: `mass` arrives here, by `token` and how it came to be.

    The root has no token. The masses of the children of a node add up to its own, unless it ends the round.
    """

    mass: Any
    token: int | None = None
    how: Literal["start", "accepted", "replacement", "bonus"] = "start"
    children: tuple["Branch", ...] = field(default=())

    @property
    def ends(self) -> bool:
        return self.how in ("replacement", "bonus")


def mass_tree(law: Law, draft: Draft, judge: Judge, k: int, prefix: Sequence[int]) -> Branch:
    """All ways one round can go, as a tree: accepted candidates lead on, replacement and bonus are leaves."""

    def grow(context: tuple[int, ...], i: int, mass: Any, token: int | None, how: Any) -> Branch:
        stand, close, end = _ways_on(law, draft, judge, k, context, i)
        on = [grow((*context, x), i + 1, mass * m, x, "accepted") for x, m in enumerate(stand) if m]
        out = [Branch(mass * m, x, end) for x, m in enumerate(close) if m]
        return Branch(mass, token, how, (*on, *out))

    return grow(tuple(prefix), 0, 1, None, "start")


def target_joint(law: Law, n: int, prefix: Sequence[int]) -> Row:
    """The law [V] * n of the next n tokens of ordinary decoding: what `joint` must equal."""
    return joint(law, lambda _prefix, _i: None, own_sample, 0, n, prefix)


def total_variation(a: Row, b: Row) -> Any:
    """½ Σ |a − b|: the largest difference in probability that any event can have."""
    return np.abs(a - b).sum() / 2


def fractions(row: Sequence[Any]) -> Row:
    """Exact numbers [V] from ints, strings such as "1/3" or ".6", or floats (taken as they are in binary)."""
    return np.array([Fraction(x) for x in row], dtype=object)


def _ways_on(
    law: Law, draft: Draft, judge: Judge, k: int, context: tuple[int, ...], i: int
) -> tuple[Row, Row, Literal["replacement", "bonus"]]:
    """Mass by which each token stands as candidate i + 1, mass by which each closes the round, and as what."""
    p = law(context)
    q = draft(context, i) if i < k else None
    if q is None:
        return 0 * p, p, "bonus"
    position = judge(p, q)
    return position.accepted, position.replaced, "replacement"


def _row(like: Row, values: list[Any]) -> Row:
    return np.array(values, dtype=like.dtype)
