"""The ways a round comes by its candidates, apart: drafted, looked up, or none found. Each has acceptance of its own.

A prediction for a run that mixes them takes from the development prompts what share of the *text* each way wrote.
That share belongs to the text and hardly moves with the lengths, while the share of the rounds does: a longer draft
makes fewer rounds of the same words. It moves a little: a long drafted round runs over places where a shorter one
would have stopped and found something to copy.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Literal

from specviz.bench.paired import tally
from specviz.settings import DRAFTING, RunSettings
from specviz.theory.acceptance import Acceptance
from specviz.theory.cost import Costs, RoundCost, mean_round, round_cost
from specviz.theory.leviathan import Convention
from specviz.theory.tally import Tally
from specviz.trace import Round

Way = Literal["draft", "lookup", "nothing"]
Seen = Mapping[Way, Tally]
"""What was counted, by way. No way without rounds."""


def way_of(r: Round, settings: RunSettings) -> Way:
    """How the candidates of a round of a run under `settings` were found."""
    if not r.candidates:
        return "nothing"
    return r.source or ("draft" if settings.method in DRAFTING else "lookup")


def seen(rounds: Iterable[Round], settings: RunSettings) -> Seen:
    """The tally of each way."""
    apart: dict[Way, list[Round]] = {}
    for r in rounds:
        apart.setdefault(way_of(r, settings), []).append(r)
    return {way: tally(of_way) for way, of_way in apart.items()}


@dataclass(frozen=True)
class Lengths:
    """Candidates asked for by the two ways that have any."""

    draft: int
    lookup: int

    @classmethod
    def of(cls, settings: RunSettings) -> "Lengths":
        return cls(settings.draft_k, settings.k)

    def k(self, way: Way) -> int:
        return {"draft": self.draft, "lookup": self.lookup, "nothing": 0}[way]


def prices(costs: Costs, way: Way) -> Costs:
    """What a round of one way costs: only the draft has a price per candidate."""
    return costs if way == "draft" else replace(costs, draft_step=0.0)


def mixed(counts: Seen, lengths: Lengths, cost: Callable[[Way, int, Tally], RoundCost]) -> RoundCost:
    """The mean round, where `cost(way, k, tally)` is the mean round of one way."""
    parts = [(tally, cost(way, lengths.k(way), tally)) for way, tally in counts.items()]
    return mean_round([(tally.committed / part.tokens, part) for tally, part in parts])


def predicted(counts: Seen, lengths: Lengths, costs: Costs, convention: Convention) -> RoundCost:
    """The mean round at these lengths, with the acceptance by position that was counted."""

    def cost(way: Way, k: int, tally: Tally) -> RoundCost:
        if way == "lookup":
            return _looked_up(tally, k, costs, convention)
        return round_cost(by_position(tally, k), prices(costs, way), convention)

    return mixed(counts, lengths, cost)


def _looked_up(tally: Tally, k: int, costs: Costs, convention: Convention) -> RoundCost:
    """A round of at most k copied candidates. Where a text repeats its own end there are fewer to copy, at any k, and
    the pass over them is shorter. Eager, a draft that was not asked reads what was committed all the same.
    """
    survival = (*tally.first_i_accepted, *[0.0] * k)[:k]
    full = round_cost(Acceptance.first(survival), prices(costs, "lookup"), convention)
    verify = sum(n * costs.verify(min(r.k, k), convention) for r, n in tally.counts) / tally.rounds
    return replace(full, verify=verify, repair=full.repair + (costs.draft_step if convention == "eager" else 0.0))


def choices(settings: RunSettings, counts: Seen, k: int | None, longest: int) -> Iterator[RunSettings]:
    """The settings to choose from: every k that was seen (or `k`), and every length of a fallback within it."""
    most = min(longest, max((t.k_max for t in counts.values()), default=0))
    for here in [k] if k else range(1, max(1, most) + 1):
        chosen = settings.but(k=here)
        if settings.method != "lookup_first":
            yield chosen
            continue
        drafted = counts["draft"].k_max if "draft" in counts else 1
        yield from (chosen.but(fallback_k=n) for n in range(1, min(here, drafted) + 1))


def by_position(tally: Tally, k: int) -> Acceptance:
    """Acceptance of rounds of k from conditional rates, which short rounds at the end of a text do not dilute.

    A position nobody reached gets the last rate known before it (α if there is none).
    """
    rates, last = [], tally.alpha or 0.0
    for rate in (*tally.conditional_rates, *[None] * k)[:k]:
        last = last if rate is None else rate
        rates.append(last)
    return Acceptance.conditional(rates)
