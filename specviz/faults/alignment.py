"""Mistakes about which row judges what. The table is `engine.alignment`; these read it one line off."""

from collections.abc import Sequence
from typing import Any

from specviz.engine.alignment import Alignment
from specviz.engine.draws import Draws
from specviz.engine.experiments.shifted_rows import shifted
from specviz.engine.verify import Judgement, Verdict, residual, verify_chain, with_target_token
from specviz.faults.build import Build
from specviz.faults.fault import Fault


class BonusFromLastJudge(Alignment):
    """The bonus is drawn from the row that judged the last candidate."""

    def bonus_row(self, k: int) -> int:
        return self.row_of(max(k - 2, -1))


def residual_from(shift: int) -> Any:
    """The residual takes p from the row `shift` away from the one that rejected."""

    def verify(
        p_rows: Any, q_rows: Any, candidates: Sequence[int], draws: Draws, position: int, **kw: Any
    ) -> Verdict:
        verdict = verify_chain(p_rows, q_rows, candidates, draws, position, **kw)
        m, k = verdict.accepted, len(candidates)
        if m == k:
            return verdict
        p = p_rows[(m + shift) % (k + 1)]  # row −1 of a Python list is its last
        law = p if q_rows is None else residual(p, q_rows[m])
        return with_target_token(verdict.judgements, m, law, draws, position)

    return verify


class After:
    """The rows from the second on."""

    def __init__(self, rows: Any) -> None:
        self._rows = rows

    def __getitem__(self, i: int) -> Any:
        return self._rows[i + 1]


def first_unverified(
    p_rows: Any, q_rows: Any, candidates: Sequence[int], draws: Draws, position: int, **kw: Any
) -> Verdict:
    """The loop compares each candidate with the row after the one before it, and so begins at the second."""
    if not candidates:
        return verify_chain(p_rows, q_rows, candidates, draws, position, **kw)
    ends = kw.pop("ends")
    rest = verify_chain(
        After(p_rows),
        q_rows and q_rows[1:],
        candidates[1:],
        draws,
        position + 1,
        ends=lambda m: ends(m + 1),
        **kw,
    )
    return rest._replace(
        judgements=(Judgement(True, 0.0, candidates[0]), *rest.judgements), accepted=rest.accepted + 1
    )


GITHUB = "https://github.com/"
WRONG_INDEX = f"{GITHUB}feifeibear/LLMSpeculativeSampling/issues/29"

ALIGNMENT = (
    Fault("rows_shifted", "alignment", "marginal", "enumeration", "easy",
          f"{GITHUB}ohdearquant/lattice/pull/258", Build.tolerant(align=shifted(1))),
    Fault("residual_row_before", "alignment", "joint", "enumeration", "hard", WRONG_INDEX,
          Build.tolerant(verify=residual_from(-1))),
    Fault("residual_row_after", "alignment", "marginal", "enumeration", "hard", WRONG_INDEX,
          Build.tolerant(verify=residual_from(+1))),
    Fault("first_unverified", "alignment", "marginal", "enumeration", "medium",
          f"{GITHUB}ohdearquant/lattice/issues/243", Build.tolerant(verify=first_unverified)),
    Fault("bonus_row", "alignment", "joint", "enumeration", "medium", WRONG_INDEX,
          Build.tolerant(align=BonusFromLastJudge)),
)  # fmt: skip
