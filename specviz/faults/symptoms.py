"""What a decoder build shows from outside: its rounds, what stopped it, and its caches against fresh prefills.

The lesson on rollback shows these for every mistake of the cache. Judging them is the business of the checks.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from specviz.engine.experiments.kv_against_prefill import LayerDifference, against_prefill
from specviz.engine.language_model import Weights
from specviz.engine.stopping import Decode, no_text
from specviz.faults.build import Build
from specviz.settings import RunSettings
from specviz.trace import Round


@dataclass(frozen=True)
class Symptoms:
    """`failure` is the message that ended the run early, "" if none did. `target` and `draft` compare every layer
    with a prefill of the committed ids, over the positions both have."""

    rounds: tuple[Round, ...]
    failure: str
    target: tuple[LayerDifference, ...]
    draft: tuple[LayerDifference, ...]


def symptoms(
    build: Build,
    target: Weights,
    draft: Weights,
    settings: RunSettings,
    prompt_ids: Sequence[int],
    decode: Decode = no_text,
) -> Symptoms:
    """Runs `build` to its end, or to the error its mistake leads to."""
    ours, theirs = build.models(target, draft)
    rounds: list[Round] = []
    failure = ""
    try:
        for done in build.rounds(ours, theirs, settings, prompt_ids, decode=decode):
            rounds.append(done)  # one by one: those before an error count
    except (RuntimeError, ValueError, IndexError) as e:  # what torch and the context limit say about a broken cache
        failure = str(e).splitlines()[0][:200]
    ids = (*prompt_ids, *(i for r in rounds for i in r.committed))
    return Symptoms(tuple(rounds), failure, against_prefill(ours, ids), against_prefill(theirs, ids))
