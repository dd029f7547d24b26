"""Where runs end, and what is counted of them. On toys, where the right answer is known in advance."""

from collections.abc import Iterator

from specviz.checks.result import Result
from specviz.checks.toys import chain_pair
from specviz.engine.decode import autoregressive
from specviz.engine.markov import MarkovLM
from specviz.faults import CORRECT_BUILD, Build
from specviz.settings import RunSettings
from specviz.trace import Round

PROMPT = (0, 1, 2, 0, 1)
VOCAB = 12
TOKENS = 12


def stopping(build: Build = CORRECT_BUILD, *, seed: int = 0) -> Result:
    """Counts the runs that do not end where ordinary decoding ends, or for another reason."""
    found = list(_endings(build, seed))
    wrong = sum(not right for right in found)
    return Result("stopping", wrong, "=", 0, "cases", {"cases": len(found)})


def _endings(build: Build, seed: int) -> Iterator[bool]:
    """A token that the model really produces is declared the end of text, so no lucky prompt is needed."""
    target, _ = chain_pair(VOCAB, seed + 1)
    base = RunSettings(seed=seed, max_new_tokens=TOKENS)
    ids = _ordinary(target, base)[0]
    for repair in ("lazy", "eager"):
        for k in (1, 2, 3, 5):
            scripted = base.but(k=k, repair=repair, method="scripted", script=ids)
            for at in range(0, TOKENS, 2):
                yield _ends_alike(build, _with_eos(target, ids[at]), scripted)
                yield _ends_alike(build, _with_eos(target, ids[at]), scripted.but(min_new_tokens=at + 2))
            for limit in (0, 1, 2, 3, k, k + 1, k + 2):
                yield _ends_alike(build, target, scripted.but(max_new_tokens=limit))
                yield _ends_alike(build, target, scripted.but(max_new_tokens=limit, method="lookup"))


def _ends_alike(build: Build, target: MarkovLM, settings: RunSettings) -> bool:
    """Scripted candidates are judged by the target's own sample, so the ids must be those of ordinary decoding."""
    ids, stop = _ordinary(target, settings)
    target.truncate(0)
    rounds = list(build.rounds(target, None, settings, PROMPT))
    got = tuple(i for r in rounds for i in r.committed)
    return got == ids and (rounds[-1].stop if rounds else "") == stop


def _ordinary(target: MarkovLM, settings: RunSettings) -> tuple[tuple[int, ...], str]:
    target.truncate(0)
    rounds = list(autoregressive(target, settings, PROMPT, laws=False))
    return tuple(i for r in rounds for i in r.committed), rounds[-1].stop if rounds else ""


def _with_eos(target: MarkovLM, eos: int) -> MarkovLM:
    return MarkovLM(target.table, eos_ids=frozenset([eos]))


def counting(build: Build = CORRECT_BUILD, *, seed: int = 0) -> Result:
    """Totals against a recount from the committed ids, over runs that end in every way, and over no rounds at all."""
    target, draft = chain_pair(VOCAB, seed + 1)
    wrong = cases = 0
    for k in (1, 2, 3, 5):
        for eos in range(0, VOCAB, 3):
            models = (_with_eos(target, eos), MarkovLM(draft.table))
            settings = RunSettings(k=k, seed=seed, max_new_tokens=40)
            rounds = list(build.rounds(*models, settings, PROMPT))
            wrong += not _counted_right(build, rounds)
            cases += 1
    wrong += not _counted_right(build, [])
    return Result("counting", wrong, "=", 0, "cases", {"cases": cases + 1})


def _counted_right(build: Build, rounds: list[Round]) -> bool:
    total = build.count(rounds)
    accepted = judged = 0
    for r in rounds:
        same = 0
        while same < min(len(r.candidates), len(r.committed)) and r.candidates[same].id == r.committed[same]:
            same += 1
        kept = len(r.committed) - (r.emitted is not None)
        accepted += min(same, kept)
        judged += kept if r.emitted is None else min(kept + 1, len(r.candidates))
    committed = sum(len(r.committed) for r in rounds)
    return (
        total.accepted == accepted
        and total.judged == judged
        and total.committed == committed
        and total.drafted == sum(len(r.candidates) for r in rounds)
        and (total.tokens_per_round is None) == (not rounds)
    )
