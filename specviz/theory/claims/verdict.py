"""A claim, what we compute for it, and the verdict. The words around it are the lesson's, not this module's."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

Verdict = Literal["agrees", "partly", "misleads", "disagrees"]
"""agrees: the numbers and the reading of them hold. partly: some hold. misleads: the arithmetic is right, the
conclusion drawn from it is not. disagrees: the statement is false."""


@dataclass(frozen=True)
class Claim:
    """A published statement: where it stands, the numbers it gives, and the kind of error to look for."""

    id: str
    kind: str
    title: str
    where: str
    url: str | None
    numbers: Mapping[str, Any]


@dataclass(frozen=True)
class Row:
    """One number of a claim beside ours.

    `quantity` is a code the catalogue has words for (`claims.quantity.<code>`); `of` says of which line, method or
    setting, as data. `claimed` is None where we add a number the claim does not give; `agrees` is None where there
    is nothing to agree with.
    """

    quantity: str
    claimed: float | None
    ours: float
    agrees: bool | None = None
    of: str = ""


@dataclass(frozen=True)
class Checked:
    """The claim recomputed."""

    claim: Claim
    rows: tuple[Row, ...]
    verdict: Verdict

    def row(self, quantity: str, of: str = "") -> Row:
        return next(row for row in self.rows if (row.quantity, row.of) == (quantity, of))


def compare(quantity: str, claimed: float, ours: float, tolerance: float, of: str = "") -> Row:
    """A row that agrees when the two differ by at most `tolerance` (half the last printed digit, usually)."""
    return Row(quantity, claimed, ours, abs(claimed - ours) <= tolerance + 1e-9, of)


def ours(quantity: str, value: float, of: str = "") -> Row:
    """A number we add."""
    return Row(quantity, None, value, None, of)


def by_rows(rows: Sequence[Row]) -> Verdict:
    """agrees / partly / disagrees by how many of the comparable rows agree."""
    judged = [row.agrees for row in rows if row.agrees is not None]
    if all(judged):
        return "agrees"
    return "partly" if any(judged) else "disagrees"


def misleads_if(identities: Sequence[Row], conclusion: Row) -> Verdict:
    """misleads when the printed arithmetic holds and the conclusion does not; otherwise as the rows say."""
    if all(row.agrees for row in identities) and conclusion.agrees is False:
        return "misleads"
    return by_rows([*identities, conclusion])
