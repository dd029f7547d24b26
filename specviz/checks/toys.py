"""Small pairs whose laws are known exactly, and what a build does on them: the exact law, and one sample.

PQ3 names a mistake by the histogram of one position; a chain pair, whose rows differ from token to token, shows what
one position hides (a wrong row, a shared draw).
"""

from collections.abc import Sequence

import numpy as np

from specviz.engine.draws import Draws
from specviz.engine.markov import MarkovLM
from specviz.engine.sampling import Sampling
from specviz.faults import Build
from specviz.settings import RunSettings
from specviz.theory.enumerate import target_joint
from specviz.theory.every_draw import outcomes

P3, Q3 = (0.5, 0.3, 0.2), (0.2, 0.2, 0.6)
PROMPT = (0, 1, 0, 1)
"""Repeats itself, so that prompt lookup proposes something; token 2 is new, so that a penalty sees it come."""

Pair = tuple[MarkovLM, MarkovLM]


def pq3() -> Pair:
    return MarkovLM([P3] * 3), MarkovLM([Q3] * 3)


def chain_pair(vocab_size: int = 3, seed: int = 1) -> Pair:
    """Two independent random chains."""
    return MarkovLM.random(vocab_size, 2 * seed), MarkovLM.random(vocab_size, 2 * seed + 1)


def first_tokens(
    build: Build,
    pair: Pair,
    settings: RunSettings,
    n: int,
    prompt: Sequence[int] = PROMPT,
    draws: Draws | None = None,
) -> tuple[int, ...]:
    """The first n tokens that `build` commits; rounds are not clipped for it."""
    target, draft = pair
    target.truncate(0)
    draft.truncate(0)
    ids: list[int] = []
    if settings.max_new_tokens != n + settings.k:
        settings = settings.but(max_new_tokens=n + settings.k)
    for r in build.rounds(target, draft, settings, prompt, draws=draws):
        ids += r.committed
        if len(ids) >= n:
            break
    return tuple(ids[:n])


def exact_law(build: Build, pair: Pair, settings: RunSettings, n: int, prompt: Sequence[int] = PROMPT) -> np.ndarray:
    """The exact law [V] * n of the first n tokens that `build` commits: the decoder itself, run on every draw."""
    law = np.zeros((pair[0].vocab_size,) * n)
    for tokens, mass in outcomes(lambda draws: first_tokens(build, pair, settings, n, prompt, draws)).items():
        law[tokens] = mass
    return law


def right_law(target: MarkovLM, settings: RunSettings, n: int, prompt: Sequence[int] = PROMPT) -> np.ndarray:
    """The law [V] * n that ordinary decoding has under the same settings, processors included."""
    sampling = Sampling(settings, target.eos_ids, len(prompt))
    with np.errstate(divide="ignore"):
        logits = np.log(target.table).astype(np.float32)
    return target_joint(lambda ids: sampling.law(logits[ids[-1]], ids).astype(np.float64), n, prompt)
