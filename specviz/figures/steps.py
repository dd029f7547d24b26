"""The list of steps a trace is replayed in, each with its sentence: derived once, here, and only drawn elsewhere.

A round is told in moments: start → one draft token at a time → verify pass → one verdict at a time → the target's
own draw → commit → repair. A *grain* is how far one press of an arrow key goes; each moment lists the grains that
stop at it, and every grain stops at a round's last moment. A sentence is a key of the catalogue and its arguments
(numbers already printed), so that Python, the browser and a screen reader say the same words.
"""

from dataclasses import dataclass, field
from typing import Literal

from specviz.figures.chips import Names, alone
from specviz.figures.numbers import apart, prob
from specviz.trace import SAVED_NEXT, Candidate, Round, Trace

Kind = Literal["start", "draft", "verify", "judge", "emit", "commit", "repair"]
Args = dict[str, str | int]

GRAINS = ("token", "pass", "verdict", "commit", "round")
_EVERY = frozenset(GRAINS)
_STOPS: dict[Kind, frozenset[str]] = {
    "start": frozenset({"token"}),
    "draft": frozenset({"token"}),
    "verify": frozenset({"token", "verdict", "pass"}),
    "judge": frozenset({"token", "verdict"}),
    "emit": frozenset({"token", "verdict"}),
    "commit": frozenset({"token", "verdict", "commit"}),
    "repair": _EVERY,
}


@dataclass(frozen=True)
class Step:
    """One moment of round `round`.

    `index` is the candidate it is about (0-based; the target's own draw counts as the one after the last judged),
    `key` and `args` are its sentence, `grains` the grains that stop here, `calls` how many of the round's model calls
    have been made, `target` and `draft` both cache lengths now.
    """

    round: int
    kind: Kind
    index: int
    key: str
    grains: frozenset[str]
    calls: int
    target: int
    draft: int
    args: Args = field(default_factory=dict)


def row_name(row: int) -> str:
    """What a row is called: `saved_next` or `rows[i]`."""
    return "saved_next" if row == SAVED_NEXT else f"rows[{row}]"


def steps(trace: Trace, names: Names | None = None) -> tuple[Step, ...]:
    """Every moment of every round, in order; empty for a trace without rounds."""
    names = names or Names(trace)
    head = _head(trace)
    return tuple(step for r in trace.rounds for step in _Telling(trace, r, names, head).steps())


def _head(trace: Trace) -> bool:
    """Whether a draft head proposed: it alone gives up accepted tokens, to write them again (all in one pass).

    With a single candidate there is none to give up: neither has written it.
    """
    drafted = [r for r in trace.rounds if any(r.cache.draft) and r.source != "lookup"]
    told = [r for r in drafted if r.accepted and len(r.candidates) > 1 and not r.stop]
    return bool(told) and all(_gives_up(r) for r in told)


def _gives_up(r: Round) -> bool:
    again = [c.ids for c in r.calls if c.model == "draft" and c.stage == "repair"]
    return again == [r.committed] if r.repair == "eager" else not again and r.cache.draft[3] == r.t


class _Telling:
    """One round told in moments."""

    def __init__(self, trace: Trace, r: Round, names: Names, head: bool) -> None:
        self.trace, self.r, self.names = trace, r, names
        self.candidates = names.candidates(r)
        self.own = names.emitted(r)
        self.greedy = trace.settings.get("temperature", 1.0) == 0
        self.m, self.n = r.accepted, len(r.candidates)
        self.head = head
        self.alone = "" if any(r.cache.draft) else ".alone"  # no draft model, so no second cache to speak of

    def steps(self) -> list[Step]:
        r = self.r
        out = [self._step("start", 0, *self._start(), self._made("prefill"), 0, every=r.index == 0)]
        for i in range(self.n):
            calls, length = self._drafted(i)
            last = i == self.n - 1
            out.append(self._step("draft", i, *self._draft(i), calls, 0, draft=length, last_draft=last))
        if self._verify_calls() or r.repair == "lazy":
            out.append(self._step("verify", 0, *self._verify(), self._made("verify"), 2))
        judged = 2 if r.candidates or r.repair == "lazy" else 0
        made = self._made("verify")
        for i in range(r.judged):
            out.append(self._step("judge", i, *self._judge(i, r.candidates[i]), made, judged))
        if r.emitted and not (r.rule == "own_sample" and r.emitted.kind == "replacement"):
            out.append(self._step("emit", self.m, *self._emit(), made, judged))
        out.append(self._step("commit", self.m, *self._commit(), made, judged))
        out.append(self._step("repair", self.m, *self._repair(), len(r.calls), 3))
        return out

    def _step(
        self, kind: Kind, index: int, key: str, args: Args, calls: int, moment: int, *,
        draft: int | None = None, every: bool = False, last_draft: bool = False,
    ) -> Step:  # fmt: skip
        grains = _EVERY if every else _STOPS[kind] | (frozenset({"verdict", "pass"}) if last_draft else frozenset())
        target, at = self.r.cache.target[moment], self.r.cache.draft[moment]
        return Step(
            self.r.index, kind, index, f"step.{key}", grains, calls, target, at if draft is None else draft, args
        )

    def _made(self, stage: str) -> int:
        """Number of model calls made once `stage` is over."""
        order = ("prefill", "draft", "verify", "repair")
        return sum(order.index(c.stage) <= order.index(stage) for c in self.r.calls)

    def _verify_calls(self) -> list[int]:
        return [len(c.ids) for c in self.r.calls if c.stage == "verify"]

    def _drafted(self, i: int) -> tuple[int, int]:
        """Model calls made and draft cache length once candidate i is proposed.

        The last candidate needs all draft calls, each one before it one call less; the first may come from a row
        that was there already.
        """
        drafting = [n for n, c in enumerate(self.r.calls) if c.stage == "draft"]
        missing = self.n - 1 - i
        made = (
            self._made("draft")
            if not missing
            else drafting[-missing]
            if missing <= len(drafting)
            else self._made("prefill")
        )
        fed = sum(len(c.ids) for c in self.r.calls[:made] if c.model == "draft" and c.stage == "draft")
        return made, min(self.r.cache.draft[0] + fed, self.r.cache.draft[1])

    def _start(self) -> tuple[str, Args]:
        args: Args = {"round": self.r.index + 1, "t": self.r.t}
        if self.r.repair == "eager":
            return f"start.eager{self.alone}", args
        return "start.lazy", args | {"token": self.names.at[self.r.t - 1]}

    def _draft(self, i: int) -> tuple[str, Args]:
        args: Args = {"i": i + 1, "token": self.candidates[i]}
        method = self.r.source or self.trace.settings.get("method", "draft")
        if method in ("lookup", "scripted"):
            return f"draft.{method}", args
        if self.r.rule == "own_sample":
            return "draft.argmax", args
        return "draft.sample", args | {"q": prob(self.r.candidates[i].q)}

    def _verify(self) -> tuple[str, Args]:
        rows = sum(self._verify_calls()) or self.n + (self.r.repair == "lazy")
        token = self.names.at[self.r.t - 1]
        if not self.n:
            return "verify.one", {"token": token}
        single = ".single" if self.n == 1 else ""
        args: Args = {"n": self.n, "rows": rows}
        return f"verify.{self.r.repair}{single}", args | ({"token": token} if self.r.repair == "lazy" else {})

    def _judge(self, i: int, c: Candidate) -> tuple[str, Args]:
        args: Args = {"row": row_name(c.row if c.row is not None else SAVED_NEXT), "i": i + 1,
                      "token": self.candidates[i]}  # fmt: skip
        verdict = c.fate
        if c.own is not None:
            law = "greedy" if self.greedy else "own"
            return f"{law}.{verdict}", args | {
                "own": alone(self.trace, c.own) if c.own != c.id else self.candidates[i]
            }
        p, q, u = c.p or 0.0, c.q, c.u or 0.0
        if verdict == "accepted" and p >= q:
            return "judge.sure", args | {"p": prob(p), "q": prob(q)}
        draw, limit = apart(u, p / q) if q else (prob(u), "∞")
        return f"judge.{verdict}", args | {"u": draw, "ratio": limit}

    def _emit(self) -> tuple[str, Args]:
        e = self.r.emitted
        assert e is not None
        args: Args = {"row": row_name(e.row), "token": self.own, "u": prob(e.u), "m": self.m}
        kind = e.kind if self.n else "plain"
        if self.greedy:
            return f"emit.{kind}.greedy", args
        return f"emit.{kind}.p" if kind == "replacement" and e.law == "p" else f"emit.{kind}", args

    def _commit(self) -> tuple[str, Args]:
        args: Args = {"m": self.m, "k": self.n, "n": len(self.r.committed)}
        if self.r.emitted is None:
            return "commit.stop", args
        return f"commit.{self.r.emitted.kind if self.n else 'plain'}", args | {"token": self.own}

    def _repair(self) -> tuple[str, Args]:
        r = self.r
        args: Args = {"target": r.cache.target[3], "draft": r.cache.draft[3], "token": self.own}
        if r.stop:
            return f"repair.{r.stop}", args
        if not self.n:
            return f"repair.{r.repair}.plain{self.alone}", args
        found = ".found" if r.source == "lookup" else ""  # by a lookup, while the draft was not asked
        which = self.alone or found or (".head" if self.head and self.m and self.n > 1 else "")
        if self.m < self.n:
            return f"repair.{r.repair}{which}", args | {"cut": r.t + self.m}
        return f"repair.{r.repair}.full{which or self._apart()}", args | {"i": self.n, "last": self.candidates[-1]}

    def _apart(self) -> str:
        """Whether the draft wrote its last candidate in a pass of its own, as engines may and ours once did."""
        r = self.r
        if r.repair == "lazy":
            return ".written" if r.cache.draft[3] == r.cache.target[3] else ""
        return ".written" if sum(c.model == "draft" and c.stage == "repair" for c in r.calls) > 1 else ""
