"""What a build does that no histogram shows: the ids it commits, how it ends, what it counts, what it raises.

Short runs chosen so that the mistakes about ends, counts and caches come to light in one of them. They show; the
checks judge.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from specviz.checks.subject import Subject
from specviz.checks.toys import PROMPT, chain_pair
from specviz.engine.decode import autoregressive
from specviz.engine.held_ids import HeldIds
from specviz.engine.markov import MarkovLM
from specviz.faults import Build
from specviz.faults.fault import View
from specviz.settings import RunSettings
from specviz.trace import Round, Totals

VOCAB, EOS_AT, LIMIT = 12, 7, 7
RUNS: dict[View, tuple[str, ...]] = {
    "ids": ("eos", "length"),
    "totals": ("eos", "drafted"),
    "greedy": ("greedy",),
    "cache": ("greedy",),
    "acceptance": ("mirror", "sampled"),
}
"""Runs that show a view; a view that is not here has none."""


@dataclass(frozen=True)
class Outcome:
    """One run: `ids` committed, `stop` reason, `totals` as the build counts, rounds with a broken invariant, and the
    message that ended it early ("" if none did)."""

    run: str
    ids: tuple[int, ...]
    stop: str
    totals: Totals
    violated: int
    error: str


def outcomes(build: Build, view: View, settings: RunSettings, subject: Subject) -> tuple[Outcome, ...]:
    """The runs of `RUNS[view]` with `build`; `subject` is the pair of the greedy one."""
    return tuple(_outcome(run, build, settings, subject) for run in RUNS.get(view, ()))


def _outcome(run: str, build: Build, settings: RunSettings, subject: Subject) -> Outcome:
    if run in ("greedy", "mirror", "sampled"):
        models = build.models(subject.target, subject.target if run == "mirror" else subject.draft)
        asked = settings.but(k=3, temperature=float(run == "sampled"), max_new_tokens=18 if run == "greedy" else 40)
        return _run(run, build, models, asked, subject.prompts[0])
    target, draft = chain_pair(VOCAB, 1)
    script = _ordinary(target, settings.but(max_new_tokens=16))
    scripted = settings.but(k=5, method="scripted", script=script, max_new_tokens=16)
    ended = MarkovLM(target.table, eos_ids=frozenset([script[EOS_AT]]))
    if run == "eos":
        return _run(run, build, (ended, None), scripted, PROMPT)
    if run == "length":
        return _run(run, build, (MarkovLM(target.table), None), scripted.but(max_new_tokens=LIMIT), PROMPT)
    return _run(run, build, (MarkovLM(target.table), draft), settings.but(k=4, max_new_tokens=24), PROMPT)


def _ordinary(target: MarkovLM, settings: RunSettings) -> tuple[int, ...]:
    return tuple(i for r in autoregressive(target, settings, PROMPT, laws=False) for i in r.committed)


def _run(
    run: str, build: Build, models: tuple[HeldIds, HeldIds | None], settings: RunSettings, prompt: Sequence[int]
) -> Outcome:
    rounds: list[Round] = []
    error = ""
    try:
        for r in build.rounds(*models, settings, prompt):
            rounds.append(r)  # one by one: those before an error count
    except Exception as e:  # a decoder with a mistake may raise anything, at any place
        error = f"{type(e).__name__}: {str(e).splitlines()[0]}"[:160]
    ids = tuple(i for r in rounds for i in r.committed)
    stop = rounds[-1].stop if rounds else ""
    return Outcome(run, ids, stop, build.count(rounds), sum(bool(r.violations) for r in rounds), error)
