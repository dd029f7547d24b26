"""Two continuations of one run: up to where they must agree, and both on one axis of target passes. Pure.

Draws are named by position (see the design): a token depends only on draws at positions up to its own, so a change
can only show where it is used. What that means for each kind of change is written out in `must_agree`.
"""

from typing import Literal

import plotly.graph_objects as go

from specviz.figures import style
from specviz.settings import to_plain
from specviz.trace import Round, Trace
from specviz.words import say

Change = Literal["u", "k", "temperature", "seed", "method", "repair"]
CHANGES: tuple[Change, ...] = ("u", "k", "temperature", "seed", "method", "repair")


def must_agree(base: Trace, fork: Trace, at: int, change: Change, candidate: int = 0) -> tuple[int, str]:
    """How many generated tokens of both runs are the same for certain, and the reason as the end of a key.

    `at`: the round the fork begins with; `candidate`: whose u was forced (0-based). Reasons: `same_verdict`,
    `verdict`, `own_sample`, `repair`, `direct` (a position that one run judges and the other draws directly), `fork`.
    """
    start = sum(len(r.committed) for r in base.rounds[:at])
    shorter = min(len(t.ids) - len(t.prompt_ids) for t in (base, fork))
    if change == "u":
        before, after = base.rounds[at].candidates[candidate], fork.rounds[at].candidates[candidate]
        if before.fate == after.fate:
            return shorter, "same_verdict"
        return start + candidate, "verdict"
    if change == "repair":
        return shorter, "repair"
    if change in ("k", "method"):
        return _same_draws(base, fork, at, start, shorter)
    return start, "fork"


SPEED_ONLY = frozenset(
    (
        "method",
        "k",
        "length_policy",
        "confidence",
        "draft_choice",
        "lookup_min",
        "lookup_max",
        "fallback_k",
        "script",
        "repair",
    )
)
"""Settings that leave the target's law and the draws of every position as they are: only who drafts, and how far."""


def runs_agree(a: Trace, b: Trace) -> tuple[int, str]:
    """`must_agree` for two whole runs of one prompt under any two settings; reasons `repair`, `own_sample`, `direct`
    and `laws` (a setting that changes the law of a token, or its draws).
    """
    one, other = to_plain(a.run_settings), to_plain(b.run_settings)
    changed = {name for name in one if one[name] != other[name]}
    if not changed <= SPEED_ONLY or a.prompt_ids != b.prompt_ids:
        return 0, "laws"
    shorter = min(len(t.ids) - len(t.prompt_ids) for t in (a, b))
    if changed <= {"repair"}:
        return shorter, "repair"
    return _same_draws(a, b, 0, 0, shorter)


def _same_draws(base: Trace, fork: Trace, at: int, start: int, shorter: int) -> tuple[int, str]:
    """Two runs of one law and seed from round `at`, new token `start`, on: how far they must agree."""
    if all(r.rule == "own_sample" for r in (*base.rounds[at:], *fork.rounds[at:])):
        return shorter, "own_sample"
    ways, others = _ways(base.rounds), _ways(fork.rounds)
    parted = (i for i, (a, b) in enumerate(zip(ways, others, strict=False)) if a != b and i >= start)
    return next(parted, shorter), "direct"


def _ways(rounds: tuple[Round, ...]) -> list[str]:
    """How each new token came about: through a judged candidate of the full-q rule, or drawn from p directly."""
    ways: list[str] = []
    for r in rounds:
        judged = "judged" if r.rule == "full_q" else "direct"
        ways += [judged] * r.accepted
        if r.emitted:
            ways.append(judged if r.emitted.kind == "replacement" else "direct")
    return ways


def passes_and_tokens(trace: Trace) -> tuple[list[int], list[int]]:
    """Target passes made and tokens committed after 0, 1, 2, … rounds."""
    passes, tokens = [0], [0]
    for r in trace.rounds:
        made = sum(c.model == "target" and c.stage != "prefill" for c in r.calls)
        passes.append(passes[-1] + made)
        tokens.append(tokens[-1] + len(r.committed))
    return passes, tokens


def progress_chart(base: Trace, fork: Trace, names: tuple[str, str], lang: str) -> go.Figure:
    """Tokens against target passes, a step per round, for both runs; plain decoding is the diagonal."""
    shown = style.figure(height=300, x=say("fig.fork.x", lang), y=say("fig.fork.y", lang))
    looks = ((style.TARGET, "solid"), (style.DRAFT, "dash"))
    for trace, name, (hue, dash) in zip((base, fork), names, looks, strict=True):
        passes, tokens = passes_and_tokens(trace)
        shown.add_scatter(x=passes, y=tokens, name=name, mode="lines+markers", marker={"size": 5, "color": hue},
                          line={"color": hue, "dash": dash, "shape": "hv"})  # fmt: skip
    end = max(passes_and_tokens(t)[0][-1] for t in (base, fork))
    shown.add_scatter(x=[0, end], y=[0, end], name=say("fig.fork.plain", lang), mode="lines",
                      line={"color": style.QUIET_GREY, "dash": "dot"})  # fmt: skip
    return shown
