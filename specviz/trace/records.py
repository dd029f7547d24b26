"""The records a trace is made of. Plain frozen data; the bounds of every field stand beside it.

Numbers are rounded to five significant digits when a record is made (`digits`), draws are exact (n / 2^24).
Rows are named by one integer: `SAVED_NEXT` (−1) or the index into the rows of the round's verify pass.
"""

from collections.abc import Sequence
from functools import cached_property
from typing import Annotated, Any, Literal

from msgspec import Meta, Struct
from msgspec.structs import replace

from specviz.settings import RunSettings, decode

VERSION = 1
SAVED_NEXT = -1
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
Source = Literal["", "lookup", "draft", "scripted"]
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
    `source` is the way the candidates were found where the run's method does not say it: it leaves a choice
    (`lookup_first`), or another method made the round (`made_by`). Else it is "".
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
    source: Source = ""

    @property
    def accepted(self) -> int:
        return sum(c.fate == "accepted" for c in self.candidates)

    @property
    def judged(self) -> int:
        return sum(c.fate != "unjudged" for c in self.candidates)

    def position(self, i: int) -> int:
        """Sequence position of candidate i (0-based)."""
        return self.t + i


def made_by(rounds: Sequence[Round], method: str) -> tuple[Round, ...]:
    """Rounds of a run under `method`, to be kept in a run under another one: each says itself how it was drafted."""
    if method not in ("draft", "lookup", "scripted"):
        return tuple(rounds)
    return tuple(replace(r, source=r.source or method) for r in rounds)


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


class Trace(Record, dict=True):
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

    @cached_property  # a page asks for them a dozen times, of every recording: 1 ms each
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


def digits(x: float) -> float:
    """`x` to five significant digits: what a record keeps of a probability or a time."""
    return float(f"{x:.5g}")
