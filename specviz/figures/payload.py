"""A trace as the plain JSON the stage draws: numbers cut to what is shown, texts made safe, sentences chosen.

The stage invents nothing: fates, rows, draws and cache lengths are the trace's own, and the list of moments comes
from `steps`. Top lists are cut to the entries there is room for, the remainder joins "the rest".
"""

import hashlib
from collections.abc import Iterable, Sequence
from typing import Any

from specviz.figures.chips import Names, texts
from specviz.figures.questions import Question, questions
from specviz.figures.steps import GRAINS, Step, steps
from specviz.settings import RunSettings
from specviz.trace import Candidate, Emitted, ModelCall, Round, Top, Trace, write
from specviz.words import catalogue, say

SHOWN = 8
FED = 8
Plain = dict[str, Any]


def payload(trace: Trace, lang: str, *, predict: bool = False, plain: Sequence[float] = ()) -> Plain:
    """Everything the stage needs to replay `trace` in language `lang`, as JSON values; with `predict`, the questions.

    `plain` are the measured seconds of one-token target passes over the same committed ids, one by one; with them the
    clock shows both runs on one axis.

    `rev` changes with the trace, `run` only with what was asked for, so that the stage can tell a run that has grown
    by a round from another run.
    """
    names = Names(trace)
    rounds = [_round(r, names) for r in trace.rounds]
    return {
        "rev": revision(trace),
        "run": _digest(repr((sorted(trace.settings.items()), trace.prompt_ids)).encode()),
        "lang": lang,
        "head": heading(trace, lang),
        "simulated": any(r.simulated for r in trace.rounds),
        "greedy": trace.run_settings.temperature == 0,
        "prompt": len(trace.prompt_ids),
        "prompt_ids": trace.prompt_ids,
        "stream": names.at,
        "texts": {str(i): text for i, text in texts(trace, _ids_by_themselves(rounds)).items()},
        "rounds": rounds,
        "steps": [_step(s) for s in steps(trace, names)],
        "questions": [_question(q, lang) for q in questions(trace, names)] if predict else [],
        "plain": [float(f"{s:.4g}") for s in plain] or None,
        "words": words(lang),
    }


def revision(trace: Trace) -> str:
    """A name for the content of a trace."""
    return _digest(write(trace))


def words(lang: str) -> dict[str, str]:
    """The stage's part of the catalogue."""
    return {k: v for k, v in catalogue(lang).items() if k.startswith(("stage.", "step.", "ask."))}


def heading(trace: Trace, lang: str) -> list[str]:
    """The settings of a run in a few words, one item each."""
    s: RunSettings = trace.run_settings
    items = [say(f"stage.head.method.{s.method}", lang)]
    if s.method != "none":
        items.append(say(f"stage.head.k.{s.length_policy}", lang, k=s.k))
    if s.method == "lookup_first":
        items.append(say("stage.head.fallback", lang, k=s.draft_k))
    items.append(
        say("stage.head.greedy" if s.temperature == 0 else "stage.head.temperature", lang, t=f"{s.temperature:g}")
    )
    items.append(say(f"stage.head.repair.{s.repair}", lang))
    items.append(say("stage.head.seed", lang, seed=s.seed))
    return [*items, f"{trace.environment.dtype} · {trace.environment.device}"]


def _digest(data: bytes) -> str:
    return hashlib.blake2b(data, digest_size=8).hexdigest()


def _step(s: Step) -> list[Any]:
    mask = sum(1 << n for n, grain in enumerate(GRAINS) if grain in s.grains)
    return [s.round, s.kind, s.index, mask, s.key, s.args, s.calls, s.target, s.draft]


def _question(q: Question, lang: str) -> Plain:
    options = [say(option, lang) if option.startswith("stage.") else option for option in q.options]
    return {"step": q.step, "key": q.key, "why": q.why, "args": q.args, "options": options, "answer": q.answer}


def _round(r: Round, names: Names) -> Plain:
    shown = names.candidates(r)
    return {
        "t": r.t,
        "k": r.k,
        "m": r.accepted,
        "rule": r.rule,
        "repair": r.repair,
        "stop": r.stop,
        "simulated": r.simulated,
        "cands": [_candidate(c, shown[i]) for i, c in enumerate(r.candidates)],
        "own": _emitted(r.emitted, names.emitted(r)) if r.emitted else None,
        "n": len(r.committed),
        "pass": _verify_span(r),
        "cache": {"target": r.cache.target, "draft": r.cache.draft},
        "calls": [_call(c) for c in r.calls],
        "times": {stage: getattr(r.times, stage) for stage in r.times.__struct_fields__ if getattr(r.times, stage)},
        "violations": list(r.violations),
    }


def _candidate(c: Candidate, text: str) -> Plain:
    out: Plain = {"id": c.id, "x": text, "q": _cut(c.q), "fate": c.fate}
    if c.fate != "unjudged":
        out |= {"row": c.row, "p": _cut(c.p), "u": c.u, "own": c.own, "overlap": _cut(c.overlap)}
    if c.top is not None:
        out["top"] = top_entries(c.top, (c.id, c.own))
    return out


def _emitted(e: Emitted, text: str) -> Plain:
    out = {"id": e.id, "x": text, "kind": e.kind, "law": e.law, "row": e.row, "u": e.u, "low": e.low, "high": e.high}
    return out | ({"top": top_entries(e.top, (e.id,))} if e.top else {})


def _verify_span(r: Round) -> list[int] | None:
    """First position and number of tokens the verify pass read; None where there was no pass."""
    for call in r.calls:
        if call.stage == "verify":
            return [call.start, len(call.ids)]
    read = r.cache.target[2] - r.cache.target[1]
    return [r.cache.target[1], read] if read > 0 and not r.calls else None


def _call(c: ModelCall) -> list[Any]:
    """A model call with at most `FED` of its ids, the last ones."""
    return [c.model, c.stage, c.start, len(c.ids), c.ids[-FED:]]


def top_entries(top: Top, always: Iterable[int | None]) -> Plain:
    """At most `SHOWN` entries of a top list, largest first, those in `always` whatever their size, and the rest."""
    weight = [max(_at(top.p, i), _at(top.q, i), _at(top.residual, i)) for i in range(len(top.ids))]
    order = sorted(range(len(top.ids)), key=lambda i: (top.ids[i] not in always, -weight[i]))[:SHOWN]
    order.sort(key=lambda i: (-_at(top.p, i), -_at(top.q, i), top.ids[i]))
    out: Plain = {"ids": [top.ids[i] for i in order]}
    for name, values, rest in (
        ("p", top.p, top.p_rest),
        ("q", top.q, top.q_rest),
        ("residual", top.residual, top.residual_rest),
    ):
        if values:
            left_out = sum(v for i, v in enumerate(values) if i not in order)
            out[name] = [_cut(values[i]) for i in order]
            out[f"{name}_rest"] = _cut(rest + left_out)
    if top.starts:
        out["starts"] = [_cut(top.starts[i], 6) for i in order]
    return out


def _at(values: Sequence[float], i: int) -> float:
    return values[i] if values else 0.0


def _cut(x: float | None, places: int = 5) -> float | None:
    """Rounded for the screen; a positive number stays positive, so that it can print as `<.001`."""
    if x is None or x == 0:
        return x
    return round(x, places) or 10.0**-places


def _ids_by_themselves(rounds: Sequence[Plain]) -> set[int]:
    """Ids shown outside the text: in top lists, as own tokens, in model calls."""
    ids: set[int] = set()
    for r in rounds:
        for c in [*r["cands"], *([r["own"]] if r["own"] else [])]:
            ids.update(c.get("top", {}).get("ids", ()))
            if c.get("own") is not None:
                ids.add(c["own"])
        for call in r["calls"]:
            ids.update(call[-1])
    return ids
