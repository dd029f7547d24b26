"""Ordinary decoding and speculative decoding, one `Round` at a time.

Both are generators. Between two rounds everything a run needs is data (prompt ids, rounds so far, settings): a run
may be abandoned there, and taken up again with the same or with other settings by passing the rounds so far as
`history`. Caches are brought to the right state by `sync`, which feeds only what is missing.

`speculative` reads from top to bottom as one round: draft, verify, judge, commit, repair.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial

from msgspec.structs import replace

from specviz.engine import record
from specviz.engine.alignment import Alignment, Rows
from specviz.engine.arithmetic import HOST, Arithmetic
from specviz.engine.clock import Clock
from specviz.engine.drafters.proposal import Drafter, Outcome, Proposal
from specviz.engine.draws import CounterDraws, Draws, Kind
from specviz.engine.held_ids import HeldIds
from specviz.engine.invariants import bad_laws, violations
from specviz.engine.sampling import Law, Sampling
from specviz.engine.stopping import Decode, Stopping, no_text
from specviz.engine.verify import RULE, Rule, Verdict, verify_chain
from specviz.errors import InvariantError, SpecvizError
from specviz.settings import RunSettings
from specviz.trace import CacheLengths, CallStage, ModelCall, Round


def refuse(broken: tuple[str, ...]) -> None:
    """A broken invariant is a defect of the engine: raise."""
    raise InvariantError("; ".join(broken))


def tolerate(broken: tuple[str, ...]) -> None:
    """Leave broken invariants to the record: for runs with a deliberate mistake."""


@dataclass(frozen=True)
class Parts:
    """What may be exchanged in a decoder, so that a mistake can be shown without an `if` in the engine, and so that a
    GPU can do the arithmetic."""

    arithmetic: Arithmetic = HOST
    verify: Callable[..., Verdict] = verify_chain
    rule: Rule = RULE
    align: Callable[[str], Alignment] = Alignment
    sampling: Callable[..., Sampling] = Sampling
    stopping: Callable[..., Stopping] = Stopping
    on_violation: Callable[[tuple[str, ...]], None] = refuse


CORRECT = Parts()


@dataclass
class JudgeRows:
    """The target's laws by judge index 0 … k, made when asked for: row by the table, context up to the candidate."""

    rows: Rows
    align: Alignment
    sampling: Sampling
    context: Sequence[int]
    candidates: Sequence[int]
    _laws: dict[int, Law] = field(default_factory=dict)

    def __getitem__(self, i: int) -> Law:
        if i not in self._laws:
            k = len(self.candidates)
            row = self.align.judge_row(i) if i < k else self.align.bonus_row(k)
            self._laws[i] = self.sampling.law(self.rows[row], self.context, self.candidates[:i])
        return self._laws[i]


def speculative(
    target: HeldIds,
    drafter: Drafter,
    settings: RunSettings,
    prompt_ids: Sequence[int],
    *,
    history: Sequence[Round] = (),
    draws: Draws | None = None,
    decode: Decode = no_text,
    laws: bool = True,
    parts: Parts = CORRECT,
    clock: Clock | None = None,
) -> Iterator[Round]:
    """Decode `settings.max_new_tokens` tokens after `prompt_ids` (at least one id), `history` included.

    A history that ended at EOS or at a stop string is over; one that ended for want of room goes on where there is
    more room now.

    `decode` gives the text of ids, for stop strings. `laws=False` records ids, fates and times without the top
    entries of the distributions, and is what `parts` need that leave the laws on a device. Raises `SpecvizError` when
    the prompt does not fit a context limit.
    """
    draws = draws or CounterDraws(settings.seed)
    clock = clock or Clock()
    align, arithmetic = parts.align(settings.repair), parts.arithmetic
    committed = [*prompt_ids, *(i for r in history for i in r.committed)]
    limit = min(target.max_length, drafter.max_length or target.max_length)
    sampling = parts.sampling(settings, target.eos_ids, len(prompt_ids))
    stopping = parts.stopping(settings, target.eos_ids, len(prompt_ids), limit, decode)
    if _finished(committed, history, prompt_ids, limit) or not stopping.room(len(committed)):
        return

    clock.to("prefill")
    target.take_passes(), drafter.take_passes()
    saved_next = None
    if align.repair == "eager":
        saved_next = arithmetic.rows(target.last_row(committed))[-1]
    else:
        target.sync(committed[:-1])
    drafter.start(committed, history)
    calls = _calls(target, drafter, "prefill")

    stop, index = "", len(history)
    while not stop and stopping.room(len(committed)):
        t = len(committed)
        lengths = [_lengths(target, drafter)]

        clock.to("draft")
        asked = min(drafter.k, stopping.room(t) - 1)  # so that all k and the target's own token fit
        proposal = drafter.propose(committed, asked, draws)
        lengths.append(_lengths(target, drafter))

        clock.to("verify")
        fed = align.verify_input(committed[-1], proposal.ids)
        rows = Rows(arithmetic.rows(target.extend(fed)) if fed else None, len(fed), saved_next)
        lengths.append(_lengths(target, drafter))

        clock.to("judge")
        p_rows = JudgeRows(rows, align, sampling, tuple(committed), proposal.ids)
        proposal, p_rows = arithmetic.read(proposal, p_rows, draws, t)
        for model in (target, drafter):
            model.settle(t, proposal.ids)
        calls += record.calls("draft", "draft", drafter.take_passes())
        calls += record.calls("target", "verify", target.take_passes())
        broken = bad_laws(proposal.q_rows)
        verdict = parts.verify(
            p_rows,
            proposal.q_rows,
            proposal.ids,
            draws,
            t,
            ends=partial(_ends, stopping, committed, proposal.ids),
            rule=parts.rule,
        )
        m = verdict.accepted
        own = () if verdict.token is None else (verdict.token,)
        new = (*proposal.ids[:m], *own)
        committed += new
        stop = stopping.reason(committed)

        clock.to("repair")
        target.truncate(min(t + m, align.resting_length(len(committed))))
        if align.repair == "eager" and not stop:
            saved_next = arithmetic.rows(target.extend(own, keep=1))[-1]
        drafter.observe(Outcome(t, proposal.ids, m, new, bool(stop)))
        calls += _calls(target, drafter, "repair")
        lengths.append(_lengths(target, drafter))

        clock.to("recording")
        done = Round(
            index=index,
            t=t,
            k=proposal.k,
            rule="own_sample" if proposal.q_rows is None else "full_q",
            repair=align.repair,
            candidates=record.candidates(proposal, verdict, p_rows, align, laws=laws),
            emitted=record.emitted(proposal, verdict, align, laws=laws),
            committed=new,
            cache=CacheLengths(*zip(*lengths, strict=True)),
            calls=calls,
            stop=stop,
            simulated=draws.simulated or settings.method == "scripted",
            source=proposal.source,
        )
        broken += violations(done, target.layer_lengths, drafter.layer_lengths)
        if broken:
            parts.on_violation(broken)
        yield replace(done, violations=broken, times=clock.read(wait=laws or bool(stop)))
        clock.to("other")
        calls, index = (), index + 1


def autoregressive(
    target: HeldIds,
    settings: RunSettings,
    prompt_ids: Sequence[int],
    *,
    draws: Draws | None = None,
    decode: Decode = no_text,
    laws: bool = True,
    parts: Parts = CORRECT,
    clock: Clock | None = None,
) -> Iterator[Round]:
    """Ordinary decoding, the yardstick: one pass over the newest token, one draw, per round.

    Written out on its own, not as speculation without candidates: the tests hold the two against each other.
    """
    draws = draws or CounterDraws(settings.seed)
    clock = clock or Clock()
    sampling = parts.sampling(settings, target.eos_ids, len(prompt_ids))
    stopping = parts.stopping(settings, target.eos_ids, len(prompt_ids), target.max_length, decode)
    ids = list(prompt_ids)
    if _finished(ids, (), prompt_ids, target.max_length):
        return
    clock.to("prefill")
    target.take_passes()
    target.sync(ids[:-1])
    calls = record.calls("target", "prefill", target.take_passes())
    stop, index = "", 0
    while not stop and stopping.room(len(ids)):
        t = len(ids)
        clock.to("verify")
        row = parts.arithmetic.rows(target.extend(ids[-1:]))[-1]
        clock.to("judge")
        law = sampling.law(row, ids)
        u = draws.u(t, Kind.TARGET)
        token, low, high = parts.arithmetic.pick(law, u)
        ids.append(token)
        stop = stopping.reason(ids)
        clock.to("recording")
        nothing, verdict = Proposal((), 0), Verdict((), 0, token, law, u, low, high)
        calls += record.calls("target", "verify", target.take_passes())
        yield Round(
            index=index,
            t=t,
            k=0,
            rule="own_sample",
            repair="lazy",
            candidates=(),
            emitted=record.emitted(nothing, verdict, Alignment("lazy"), laws=laws),
            committed=(token,),
            cache=CacheLengths((t - 1, t - 1, t, t), (0, 0, 0, 0)),
            calls=calls,
            stop=stop,
            simulated=draws.simulated,
            times=clock.read(wait=laws or bool(stop)),
        )
        clock.to("other")
        calls, index = (), index + 1


def _finished(ids: Sequence[int], history: Sequence[Round], prompt_ids: Sequence[int], limit: int) -> bool:
    """Whether `history` already ended; raises when the prompt cannot be decoded from."""
    if not prompt_ids:
        raise SpecvizError("empty_prompt")
    if len(prompt_ids) >= limit:
        raise SpecvizError("prompt_too_long", length=len(prompt_ids), limit=limit)
    if history and history[0].t != len(prompt_ids):
        raise SpecvizError("history_prompt", length=len(prompt_ids), t=history[0].t)
    return bool(history) and (history[-1].stop in ("eos", "stop_string") or len(ids) >= limit)


def _ends(stopping: Stopping, committed: Sequence[int], candidates: Sequence[int], m: int) -> bool:
    """Whether the run ends with the m-th candidate, if it is accepted."""
    return bool(stopping.reason([*committed, *candidates[:m]]))


def _lengths(target: HeldIds, drafter: Drafter) -> tuple[int, int]:
    return target.length, drafter.length


def _calls(target: HeldIds, drafter: Drafter, stage: CallStage) -> tuple[ModelCall, ...]:
    """Passes of both models since they were last asked."""
    ours = record.calls("target", stage, target.take_passes())
    return ours + record.calls("draft", stage, drafter.take_passes())
