"""The record of a run: plain frozen data from which every picture, table, number and file is made.

A `Round` holds what a picture of it needs and no tensor; a `Trace` holds the rounds of one run, the text of every
token once, and where it was made. `read` validates a file completely before anything uses it; `write` is its
inverse. This module computes nothing about models and imports no torch.

Numbers are rounded to five significant digits when a record is made (`digits`), draws are exact (n / 2^24).
Rows are named by one integer: `SAVED_NEXT` (−1) or the index into the rows of the round's verify pass.
"""

from collections.abc import Iterable, Sequence
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta, Struct

from specviz.errors import SpecvizError
from specviz.settings import RunSettings, decode, to_plain

VERSION = 1
SAVED_NEXT = -1
MAX_BYTES = 5_000_000
MAX_TOKENS = 8192

Prob = Annotated[float, Meta(ge=0.0, le=1.0)]
Seconds = Annotated[float, Meta(ge=0.0, le=1e6)]
TokenId = Annotated[int, Meta(ge=0, lt=2**31)]
Count = Annotated[int, Meta(ge=0, le=1_000_000)]
Row = Annotated[int, Meta(ge=-1, le=64)]
Short = Annotated[str, Meta(max_length=400)]
IdKey = Annotated[str, Meta(pattern=r"^[0-9]{1,10}$")]
Ids = Annotated[tuple[TokenId, ...], Meta(max_length=MAX_TOKENS)]
Probs = Annotated[tuple[Prob, ...], Meta(max_length=64)]

Fate = Literal["accepted", "rejected", "unjudged"]
Stop = Literal["", "eos", "stop_string", "length", "context"]
Model = Literal["target", "draft"]
CallStage = Literal["prefill", "draft", "verify", "repair"]


class Record(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Base of all records: immutable, strict about unknown fields, silent about defaults."""


class Top(Record):
    """The largest entries of p, q and the residual at one row (union of their tops), the law in play named by use.

    `p_rest`, `q_rest`, `residual_rest` are the masses of all other tokens. `starts[i]` is where token `ids[i]` begins
    on the cumulative line (id order) of the law that a token was drawn from; empty where nothing was drawn.
    """

    ids: Annotated[tuple[TokenId, ...], Meta(max_length=64)]
    p: Probs
    q: Probs = ()
    residual: Probs = ()
    p_rest: Prob = 0.0
    q_rest: Prob = 0.0
    residual_rest: Prob = 0.0
    starts: Probs = ()


class Candidate(Record):
    """One proposed token d_i and what became of it.

    `q` is q(x) of the law it was drawn from (1 for a one-hot law). Judged candidates also have the judge row, p(x),
    the overlap Σ min(p, q) of that row and the top entries. Under the full-q rule `u` is the accept draw; under the
    own-sample rule `own` is the target's own token and `u` the draw it came from.
    """

    id: TokenId
    q: Prob
    fate: Fate = "unjudged"
    row: Row | None = None
    p: Prob | None = None
    u: Prob | None = None
    own: TokenId | None = None
    overlap: Prob | None = None
    top: Top | None = None


class Emitted(Record):
    """The target's own token that ends a round: replacement after a rejection, bonus after a full accept.

    `law` names what it was drawn from: the residual (full-q rule), or p. `u` is the target draw, `low`..`high` the
    interval of the cumulative line it fell in. A plain decode step (k = 0) ends with a bonus whose row is the first.
    """

    id: TokenId
    kind: Literal["replacement", "bonus"]
    law: Literal["residual", "p"]
    row: Row
    u: Prob
    low: Prob = 0.0
    high: Prob = 1.0
    top: Top | None = None


class ModelCall(Record, array_like=True):
    """One forward pass: the ids fed and the position of the first. It gives one row per id."""

    model: Model
    stage: CallStage
    start: Count
    ids: Ids


class CacheLengths(Record, array_like=True):
    """Both cache lengths at the four moments of a round: start, after drafting, after verifying, after repair."""

    target: tuple[Count, Count, Count, Count]
    draft: tuple[Count, Count, Count, Count]


class StageTimes(Record):
    """Seconds of one round by stage.

    `prefill` is what it took to reach the state the round starts from (the prompt before the first round, else 0)
    and `recording` what the trace itself cost: neither is decoding.
    """

    prefill: Seconds = 0.0
    draft: Seconds = 0.0
    verify: Seconds = 0.0
    judge: Seconds = 0.0
    repair: Seconds = 0.0
    other: Seconds = 0.0
    recording: Seconds = 0.0

    @property
    def decoding(self) -> float:
        return self.draft + self.verify + self.judge + self.repair + self.other


class Round(Record):
    """One round: draft → verify → judge → commit.

    `t` committed tokens when it starts (prompt included), `k` how many candidates were asked for after clipping (the
    drafter may propose fewer), `committed` the ids that became final in it, `stop` why the run ended here (else "").
    `simulated` marks forced draws or scripted candidates.
    """

    index: Count
    t: Count
    k: Count
    rule: Literal["full_q", "own_sample"]
    repair: Literal["lazy", "eager"]
    candidates: Annotated[tuple[Candidate, ...], Meta(max_length=64)]
    emitted: Emitted | None
    committed: Annotated[tuple[TokenId, ...], Meta(max_length=65)]
    cache: CacheLengths
    calls: Annotated[tuple[ModelCall, ...], Meta(max_length=200)] = ()
    times: StageTimes = StageTimes()
    stop: Stop = ""
    simulated: bool = False
    violations: Annotated[tuple[Short, ...], Meta(max_length=100)] = ()

    @property
    def accepted(self) -> int:
        return sum(c.fate == "accepted" for c in self.candidates)

    @property
    def judged(self) -> int:
        return sum(c.fate != "unjudged" for c in self.candidates)

    def position(self, i: int) -> int:
        """Sequence position of candidate i (0-based)."""
        return self.t + i


class Environment(Record):
    """Where a trace was made: enough to say why another machine may differ."""

    specviz: Short
    torch: Short
    transformers: Short
    device: Short
    dtype: Short
    threads: Count
    target: Short
    draft: Short
    target_checksum: Short
    draft_checksum: Short


class Trace(Record):
    """One run. `settings` is the plain form of RunSettings; `texts` maps an id to its text.

    A token whose bytes are not whole UTF-8 characters has its bytes in `partial` (hexadecimal) as well, so that a
    picture can join the pieces of a split character; its entry in `texts` shows U+FFFD for them.
    """

    version: int
    settings: dict[str, Any]
    prompt_ids: Ids
    rounds: Annotated[tuple[Round, ...], Meta(max_length=4096)]
    texts: Annotated[dict[IdKey, Short], Meta(max_length=MAX_TOKENS)]
    text: Annotated[str, Meta(max_length=200_000)]
    environment: Environment
    partial: Annotated[
        dict[IdKey, Annotated[str, Meta(pattern=r"^([0-9a-f]{2}){1,64}$")]], Meta(max_length=MAX_TOKENS)
    ] = {}

    @property
    def run_settings(self) -> RunSettings:
        return decode(RunSettings, self.settings)[0]

    @property
    def ids(self) -> tuple[int, ...]:
        """Prompt and committed ids."""
        return self.prompt_ids + tuple(i for r in self.rounds for i in r.committed)

    @property
    def stop(self) -> str:
        return self.rounds[-1].stop if self.rounds else ""

    def text_of(self, token: int) -> str:
        return self.texts[str(token)]


class Totals(Record):
    """Sums over rounds. Rates are None where their denominator is 0; each is defined in its property."""

    rounds: int
    committed: int
    drafted: int
    judged: int
    accepted: int
    target_passes: int
    draft_passes: int
    overlap_sum: float
    overlap_rows: int
    times: StageTimes

    @property
    def acceptance(self) -> float | None:
        """α as counted: accepted / judged."""
        return self.accepted / self.judged if self.judged else None

    @property
    def overlap(self) -> float | None:
        """α with less noise: mean Σ min(p, q) over judged rows."""
        return self.overlap_sum / self.overlap_rows if self.overlap_rows else None

    @property
    def accepted_per_drafted(self) -> float | None:
        """Accepted / proposed. Never put into a formula that wants α."""
        return self.accepted / self.drafted if self.drafted else None

    @property
    def tokens_per_round(self) -> float | None:
        """τ: committed tokens per round, replacement or bonus included."""
        return self.committed / self.rounds if self.rounds else None


def digits(x: float) -> float:
    """`x` to five significant digits: what a record keeps of a probability or a time."""
    return float(f"{x:.5g}")


def totals(rounds: Iterable[Round]) -> Totals:
    """Sums over `rounds`; target and draft passes are the calls after the prefill."""
    rs = tuple(rounds)
    judged = [c for r in rs for c in r.candidates if c.fate != "unjudged"]
    overlaps = [c.overlap for c in judged if c.overlap is not None]
    calls = [c.model for r in rs for c in r.calls if c.stage != "prefill"]
    stages = {f: sum(getattr(r.times, f) for r in rs) for f in StageTimes.__struct_fields__}
    return Totals(
        rounds=len(rs),
        committed=sum(len(r.committed) for r in rs),
        drafted=sum(len(r.candidates) for r in rs),
        judged=len(judged),
        accepted=sum(r.accepted for r in rs),
        target_passes=calls.count("target"),
        draft_passes=calls.count("draft"),
        overlap_sum=sum(overlaps),
        overlap_rows=len(overlaps),
        times=StageTimes(**stages),
    )


def write(trace: Trace) -> bytes:
    """The trace as UTF-8 JSON. Inverse of `read`."""
    return msgspec.json.encode(trace)


def read(data: bytes | str) -> Trace:
    """A validated trace from JSON. Raises `SpecvizError` with one reason for a file that is not one."""
    size = len(data)
    if size > MAX_BYTES:
        raise SpecvizError("trace_size", size=size, limit=MAX_BYTES)
    try:
        trace = msgspec.json.decode(data, type=Trace)
    except (msgspec.DecodeError, UnicodeError, RecursionError) as e:
        raise SpecvizError("trace_format", reason=str(e)[:200]) from e
    if trace.version != VERSION:
        raise SpecvizError("trace_version", version=trace.version, supported=VERSION)
    decode(RunSettings, trace.settings)
    for reason in _inconsistencies(trace):
        raise SpecvizError("trace_inconsistent", reason=reason)
    return trace


def schema() -> dict[str, Any]:
    """JSON schema of a trace file."""
    return msgspec.json.schema(Trace)


def _inconsistencies(trace: Trace) -> Iterable[str]:
    """What a well-formed but untrue file gets wrong, in words; nothing for a good one."""
    unknown = {i for i in _all_ids(trace) if str(i) not in trace.texts}
    if unknown:
        yield f"no text for token ids {sorted(unknown)[:5]}"
    extra = set(trace.settings) - set(to_plain(RunSettings()))
    if extra:
        yield f"unknown settings {sorted(extra)[:5]}"
    if not trace.prompt_ids:
        yield "no prompt ids"
    t = len(trace.prompt_ids)
    for n, r in enumerate(trace.rounds):
        where = f"round {n}"
        if r.index != n or r.t != t:
            yield f"{where}: index {r.index} and t {r.t} where {n} and {t} follow from the rounds before"
        fates = [c.fate for c in r.candidates]
        m = r.accepted
        if fates != ["accepted"] * m + ["rejected"] * ("rejected" in fates) + ["unjudged"] * fates.count("unjudged"):
            yield f"{where}: fates {fates} are not accepted…, rejected, unjudged…"
        if fates.count("rejected") > 1:
            yield f"{where}: more than one rejection"
        own = (r.emitted.id,) if r.emitted else ()
        if r.committed != tuple(c.id for c in r.candidates[:m]) + own:
            yield f"{where}: committed ids are not the accepted candidates and the target's token"
        if not r.committed and not r.stop:
            yield f"{where}: commits nothing"
        if r.stop and n != len(trace.rounds) - 1:
            yield f"{where}: the run stopped here but goes on"
        if len(r.candidates) > r.k:
            yield f"{where}: {len(r.candidates)} candidates for k = {r.k}"
        for c in r.candidates:
            if c.fate != "unjudged" and (c.p is None or c.row is None or (c.u is None and c.own is None)):
                yield f"{where}: a judged candidate without p, row and draw"
        for top in _tops(r):
            if any(len(xs) not in (0, len(top.ids)) for xs in (top.q, top.residual, top.starts)) or len(top.p) != len(
                top.ids
            ):
                yield f"{where}: a top list of unequal lengths"
        t += len(r.committed)


def _tops(r: Round) -> Iterable[Top]:
    return (x.top for x in (*r.candidates, r.emitted) if x is not None and x.top is not None)


def _all_ids(trace: Trace) -> set[int]:
    ids = set(trace.prompt_ids)
    for r in trace.rounds:
        ids.update(r.committed)
        ids.update(c.id for c in r.candidates)
        ids.update(c.own for c in r.candidates if c.own is not None)
        for top in _tops(r):
            ids.update(top.ids)
        for call in r.calls:
            ids.update(call.ids)
    return ids


def token_ids(prompt_ids: Sequence[int], rounds: Iterable[Round]) -> set[int]:
    """Every id a trace of these rounds must have a text for."""
    stub = Environment("", "", "", "", "", 0, "", "", "", "")
    return _all_ids(Trace(VERSION, {}, tuple(prompt_ids), tuple(rounds), {}, "", stub))
