"""One statement of an engine about its speculation, in this project's words, and the arithmetic all engines share."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from math import ceil, floor, isnan
from typing import Any

from specviz.errors import SpecvizError
from specviz.theory.acceptance import Acceptance
from specviz.theory.tally import Tally

QUANTITIES = ("rounds", "drafted", "accepted", "judged", "tokens_per_round", "accepted_over_drafted", "alpha",
              "first_i_accepted")  # fmt: skip
_MAX_ROUNDS_TRIED = 1_000


@dataclass(frozen=True)
class Reading:
    """What is known. A quantity that is None is unknown, and `why[quantity]` holds the code of the reason.

    `derived`: the quantities computed here from printed ones. `notes`: what the reader should hear (another
    definition, an inconsistency), as errors that are not raised. `first_i_accepted`: over all rounds, not rising.
    """

    engine: str
    form: str
    rounds: int | None = None
    drafted: int | None = None
    accepted: int | None = None
    judged: int | None = None
    tokens_per_round: float | None = None
    accepted_over_drafted: float | None = None
    alpha: float | None = None
    first_i_accepted: tuple[float, ...] | None = None
    k: int | None = None
    derived: frozenset[str] = frozenset()
    why: dict[str, str] = field(default_factory=dict)
    notes: tuple[SpecvizError, ...] = ()

    @property
    def unknown(self) -> dict[str, str]:
        """{quantity: reason code} of everything that is not known; `not_printed` unless a better reason is."""
        return {name: self.why.get(name, "not_printed") for name in QUANTITIES if getattr(self, name) is None}

    @property
    def acceptance(self) -> Acceptance | None:
        """The survival curve for the calculators, when the positions are known and do not rise."""
        curve = self.first_i_accepted
        if curve is None or any(b > a for a, b in pairwise(curve)):
            return None
        return Acceptance.first(curve)


def fill(known: dict[str, Any]) -> Reading:
    """A reading from printed quantities, completed with what follows from them, and checked.

    Follows: τ = 1 + accepted/rounds, or 1 + Σ first i; accepted/drafted; and judged and α when every round proposed k
    (drafted = k·rounds): judged = rounds·(1 + s_1 + … + s_{k−1}). With shorter rounds among them a miss at a late
    position may be "not proposed", so judged stays unknown (`short_rounds`).
    """
    values = {name: value for name, value in known.items() if value is not None}
    printed = set(values)
    why = dict(values.pop("why", {}))
    computed = set(values.pop("derived", ()))
    notes = list(values.pop("notes", ()))
    curve, rounds = values.get("first_i_accepted"), values.get("rounds")
    drafted, accepted = values.get("drafted"), values.get("accepted")
    if curve is not None:
        values.setdefault("k", len(curve))
        _check_curve(curve, values.get("tokens_per_round"), notes)
    if "tokens_per_round" not in values:
        if rounds and accepted is not None:
            values["tokens_per_round"] = 1 + accepted / rounds
        elif curve is not None:
            values["tokens_per_round"] = 1 + sum(curve)
    if drafted and accepted is not None and "accepted_over_drafted" not in values:
        values["accepted_over_drafted"] = accepted / drafted
    if curve and "judged" not in values and "alpha" not in values:
        if rounds and drafted is not None and drafted == len(curve) * rounds and accepted is not None:
            values["judged"] = round(rounds * (1 + sum(curve[:-1])))
            if values["judged"]:
                values["alpha"] = accepted / values["judged"]
        elif rounds and drafted is not None:
            why.setdefault("judged", "short_rounds")
            why.setdefault("alpha", "short_rounds")
    derived = frozenset(QUANTITIES) & values.keys() & ((values.keys() - printed) | computed)
    return Reading(**values, derived=derived, why=why, notes=tuple(notes))


def combine(readings: Sequence[Reading]) -> Reading | None:
    """Several intervals of one engine as one: sums over sums, positions weighted by rounds.

    None unless every reading knows its rounds, drafted and accepted, and all have the same engine and k; a mean of
    printed ratios would weight a quiet interval like a busy one.
    """
    if not readings or any(None in (r.rounds, r.drafted, r.accepted) for r in readings):
        return None
    if len({(r.engine, r.k) for r in readings}) > 1:
        return None
    rounds = sum(r.rounds or 0 for r in readings)
    curves = [(r.rounds or 0, r.first_i_accepted) for r in readings if r.first_i_accepted is not None]
    curve = (
        tuple(sum(n * s[i] for n, s in curves) / rounds for i in range(len(curves[0][1])))
        if len(curves) == len(readings) and rounds
        else None
    )
    return fill(
        {
            "engine": readings[0].engine,
            "form": "combined",
            "rounds": rounds,
            "drafted": sum(r.drafted or 0 for r in readings),
            "accepted": sum(r.accepted or 0 for r in readings),
            "first_i_accepted": curve,
            "derived": ("rounds", "drafted", "accepted", "first_i_accepted"),
            "k": readings[0].k,
            "notes": [note for r in readings for note in r.notes],
        }
    )


def from_tally(engine: str, form: str, tally: Tally) -> Reading:
    """A reading from complete rounds: everything is known."""
    return Reading(
        engine,
        form,
        rounds=tally.rounds,
        drafted=tally.drafted,
        accepted=tally.accepted,
        judged=tally.judged,
        tokens_per_round=tally.tokens_per_round,
        accepted_over_drafted=tally.accepted_over_drafted,
        alpha=tally.alpha,
        first_i_accepted=tally.first_i_accepted,
        k=tally.k_max,
        derived=frozenset(QUANTITIES) - {"rounds", "drafted", "accepted"},
    )


def _check_curve(curve: tuple[float, ...], length: float | None, notes: list[SpecvizError]) -> None:
    for i, (before, here) in enumerate(pairwise(curve), 2):
        if here > before:
            notes.append(SpecvizError("survival_rises", position=i, value=here, previous=before))
    if length is None:
        return
    if abs(1 + sum(curve) - length) > 0.005 + 0.0005 * len(curve) + 1e-9:
        notes.append(SpecvizError("log_length_mismatch", length=length, series=round(1 + sum(curve), 4)))
    if length > len(curve) + 1.005:
        notes.append(SpecvizError("log_length_impossible", length=length, limit=len(curve) + 1))


def check_rate(accepted: int, drafted: int, rate: float | None, half_digit: float) -> list[SpecvizError]:
    """The note `log_rate_mismatch` when a printed accepted/drafted is not the ratio of the printed counts."""
    if rate is None or not drafted or abs(accepted / drafted - rate) <= half_digit + 1e-9:
        return []
    return [SpecvizError("log_rate_mismatch", rate=rate, ratio=round(accepted / drafted, 5))]


def recover_rounds(accepted: int, length: float, curve: tuple[float, ...]) -> int | None:
    """The number of rounds behind a printed mean length (2 decimals) and positions (3 decimals), if only one fits.

    Tries every D that `accepted / (length − 1)` allows within rounding: there must be a whole count for each position
    that rounds to what was printed, and counts that add up to `accepted`. None when several D fit (above about a
    thousand rounds, three decimals hide the counts), or too many would have to be tried.
    """
    if accepted <= 0 or length <= 1.005 or not curve:
        return None
    low, high = ceil(accepted / (length - 0.995) - 1e-9), floor(accepted / (length - 1.005) + 1e-9)
    if not 0 <= high - low <= _MAX_ROUNDS_TRIED:
        return None

    def fits(rounds: int) -> bool:
        fewest = [ceil(rounds * (s - 0.0005) - 1e-9) for s in curve]
        most = [floor(rounds * (s + 0.0005) + 1e-9) for s in curve]
        possible = all(a <= b for a, b in zip(fewest, most, strict=True))
        return possible and sum(fewest) <= accepted <= sum(most)

    fitting = [rounds for rounds in range(max(low, 1), high + 1) if fits(rounds)]
    return fitting[0] if len(fitting) == 1 else None


def decimal(text: str | None) -> float | None:
    """A printed number; None for a missing one and for `nan`."""
    if text is None:
        return None
    value = float(text)
    return None if isnan(value) else value


def decimals(text: str | None) -> tuple[float, ...] | None:
    """A printed list `0.8, 0.62`; None when missing, or when any entry is `nan`."""
    if text is None:
        return None
    values = [decimal(part) for part in text.split(",")]
    known = tuple(value for value in values if value is not None)
    return known if len(known) == len(values) else None


NUMBER = r"(?:nan|\d{1,15}(?:\.\d{1,15})?)"
NUMBERS = rf"{NUMBER}(?:,\s?{NUMBER}){{0,255}}"
