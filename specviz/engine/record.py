"""From a verdict and its laws to the frozen records of a trace. Rounds numbers; decides nothing."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from specviz.engine.alignment import Alignment
from specviz.engine.drafters.proposal import Proposal
from specviz.engine.held_ids import Pass
from specviz.engine.verify import Verdict
from specviz.trace import CallStage, Candidate, Emitted, Model, ModelCall, Top, digits

TOP = 8


def candidates(
    proposal: Proposal, verdict: Verdict, p_rows: Any, align: Alignment, *, laws: bool = True
) -> tuple[Candidate, ...]:
    """One record per proposed token. `laws` adds the overlap and the top entries, which cost a pass over each row."""
    out = []
    for i, x in enumerate(proposal.ids):
        q = proposal.q_rows[i] if proposal.q_rows else None
        qx = 1.0 if q is None else digits(q[x])
        if i >= len(verdict.judgements):
            out.append(Candidate(x, qx))
            continue
        judged, p = verdict.judgements[i], p_rows[i]
        fate = "accepted" if judged.accepted else "rejected"
        px = digits(p[x])
        overlap = top = None
        if laws:
            overlap = px if q is None else digits(min(1.0, float(np.minimum(p, q).sum())))
            drawn = p if judged.own is not None else None if judged.accepted else verdict.law
            must = (x,) if judged.accepted else (x, verdict.token)
            top = top_entries(p, q, drawn, must)
        out.append(Candidate(x, qx, fate, align.judge_row(i), px, judged.u, judged.own, overlap, top))
    return tuple(out)


def emitted(proposal: Proposal, verdict: Verdict, align: Alignment, *, laws: bool = True) -> Emitted | None:
    """The record of the target's own token, or None when the run ended with an accepted candidate."""
    if verdict.token is None:
        return None
    k, m = len(proposal.ids), verdict.accepted
    rejected = m < k
    return Emitted(
        id=verdict.token,
        kind="replacement" if rejected else "bonus",
        law="residual" if rejected and proposal.q_rows is not None else "p",
        row=align.judge_row(m) if rejected else align.bonus_row(k),
        u=verdict.u,
        low=digits(verdict.low),
        high=digits(verdict.high),
        top=top_entries(verdict.law, None, verdict.law, (verdict.token,)) if laws and not rejected else None,
    )


def top_entries(p: Any, q: Any, drawn: Any, must: Sequence[int]) -> Top:
    """The `TOP` largest entries of p and q together, `must` among them, with the law a token was drawn from."""
    score = p if q is None else np.maximum(p, q)
    size = min(TOP, score.size)
    best = np.argpartition(score, score.size - size)[-size:]
    best = best[np.argsort(-score[best], kind="stable")].tolist()
    missing = [x for x in dict.fromkeys(must) if x not in best]
    dropped = [x for x in reversed(best) if x not in must][: len(missing)]
    ids = [x for x in best if x not in dropped] + missing
    residual = drawn if drawn is not None and q is not None else None
    starts = () if drawn is None else _starts(drawn, ids)
    return Top(
        ids=tuple(ids),
        p=_entries(p, ids),
        q=() if q is None else _entries(q, ids),
        residual=() if residual is None else _entries(residual, ids),
        p_rest=_rest(p, ids),
        q_rest=0.0 if q is None else _rest(q, ids),
        residual_rest=0.0 if residual is None else _rest(residual, ids),
        starts=starts,
    )


def calls(model: Model, stage: CallStage, passes: Sequence[Pass]) -> tuple[ModelCall, ...]:
    return tuple(ModelCall(model, stage, p.start, p.ids) for p in passes)


def _entries(law: Any, ids: list[int]) -> tuple[float, ...]:
    return tuple(min(1.0, digits(law[i])) for i in ids)


def _rest(law: Any, ids: list[int]) -> float:
    """Mass of all other tokens; rounding may leave a hair below 0 or above 1."""
    return digits(min(1.0, max(0.0, float(law.sum(dtype=np.float64)) - float(law[ids].sum(dtype=np.float64)))))


def _starts(law: Any, ids: list[int]) -> tuple[float, ...]:
    cumulative = np.cumsum(law, dtype=np.float64)
    return tuple(digits(min(1.0, max(0.0, float((cumulative[i] - law[i]) / cumulative[-1])))) for i in ids)
