"""Every candidate of a trace as one row of a table, and the table as a CSV file. Pure; draws nothing."""

from dataclasses import astuple, dataclass, fields

from specviz.figures.chips import Names
from specviz.figures.steps import row_name
from specviz.trace import Trace
from specviz.ui.csv_file import csv_file


@dataclass(frozen=True)
class CandidateRow:
    """One candidate. `round` and `candidate` count from 1, `position` is its place in the text from 0.

    `judge_row` names the row that decided it; that, `p`, `ratio` and `u` are None for an unjudged candidate.
    `ratio` is the chance that the verdict is ✓ given the candidate: min(1, p/q), which is p for a one-hot q. Under
    the own-sample rule `u` is the draw of the target's own token. `simulated`: it was scripted, or a draw of
    its round was forced.
    """

    round: int
    candidate: int
    position: int
    token: str
    token_id: int
    judge_row: str | None
    p: float | None
    q: float
    ratio: float | None
    u: float | None
    fate: str
    simulated: bool = False


def candidate_rows(trace: Trace) -> list[CandidateRow]:
    """All candidates in the order they were proposed."""
    names = Names(trace)
    return [
        CandidateRow(
            round=r.index + 1,
            candidate=i + 1,
            position=r.position(i),
            token=text,
            token_id=c.id,
            judge_row=None if c.row is None else row_name(c.row),
            p=c.p,
            q=c.q,
            ratio=None if c.p is None else (min(1.0, c.p / c.q) if c.q else 1.0),
            u=c.u,
            fate=c.fate,
            simulated=r.simulated,
        )
        for r in trace.rounds
        for i, (c, text) in enumerate(zip(r.candidates, names.candidates(r), strict=True))
    ]


def to_csv(rows: list[CandidateRow]) -> bytes:
    """The rows as a CSV file, see `csv_file`."""
    return csv_file([f.name for f in fields(CandidateRow)], map(astuple, rows))
