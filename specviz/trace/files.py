"""Trace files: JSON written and read back without loss, and refused with one reason when they are not true."""

from collections.abc import Iterable, Sequence
from typing import Any

import msgspec

from specviz.errors import SpecvizError
from specviz.settings import RunSettings, decode, to_plain
from specviz.trace.records import VERSION, Environment, Round, Top, Trace

MAX_BYTES = 5_000_000


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
            if c.q == 0:
                yield f"{where}: a candidate of probability 0 under its own q"
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
