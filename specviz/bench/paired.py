"""Paired runs: the same prompt decoded with and without speculation, one right after the other, over and over.

Interleaving makes a machine that slows down slow both sides; which side goes first alternates. The first turn of
every prompt is warm-up. All ratios are sums over sums; the interval is a bootstrap over prompts (Efron 1979), because
prompts, not repetitions, are what varies. Decoding is timed without the prompt; the prompt's time is kept apart.
"""

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from specviz.bench.prompts import Prompt
from specviz.runs import Run
from specviz.settings import RunSettings
from specviz.theory.tally import RoundCount, Tally
from specviz.trace import Round


@dataclass(frozen=True)
class Timed:
    """One decoded prompt. `gaps` are the seconds before each token appeared: those of one round appear together."""

    family: str
    ids: tuple[int, ...]
    seconds: float
    prefill: float
    gaps: tuple[float, ...]
    rounds: tuple[Round, ...]


@dataclass(frozen=True)
class Pair:
    """One prompt decoded both ways in one turn."""

    family: str
    plain: Timed
    speculative: Timed


@dataclass(frozen=True)
class Ratio:
    """Plain time per token ÷ speculative time per token, with a 95 % interval over prompts."""

    value: float
    low: float
    high: float


def timed(family: str, start: Callable[[], Iterator[Round]]) -> Timed:
    """Decode once. A gap counts from the moment the prompt was read."""
    begun = last = time.perf_counter()
    rounds, gaps = [], []
    for r in start():
        now = time.perf_counter()
        if not rounds:
            last += r.times.prefill
        gaps += [now - last, *[0.0] * (len(r.committed) - 1)]
        last = now
        rounds.append(r)
    prefill = rounds[0].times.prefill if rounds else 0.0
    ids = tuple(i for r in rounds for i in r.committed)
    return Timed(family, ids, last - begun - prefill, prefill, tuple(gaps), tuple(rounds))


def paired(
    run: Run,
    settings: RunSettings,
    prompts: Sequence[Prompt],
    turns: int,
    progress: Callable[[float], None] = lambda _share: None,
) -> tuple[Pair, ...]:
    """`turns` counted pairs of every prompt, after one warm-up each."""
    out = []
    for n, prompt in enumerate(prompts):
        chosen = settings.but(prompt=prompt.text, prompt_format=prompt.prompt_format)
        ids = run.prompt_ids(chosen)
        for turn in range(turns + 1):
            sides = {
                "plain": lambda s=chosen, i=ids: run.autoregressive(s, i, laws=False),
                "speculative": lambda s=chosen, i=ids: run.speculative(s, i, laws=False),
            }
            order = sorted(sides, reverse=bool((n + turn) % 2))
            done = {}
            for side in order:
                run.forget()
                done[side] = timed(prompt.family, sides[side])
            if turn:
                out.append(Pair(prompt.family, **done))
        progress((n + 1) / len(prompts))
    return tuple(out)


def ratio(pairs: Sequence[Pair], turns: int, seed: int = 0, resamples: int = 2000) -> Ratio:
    """Sums over sums; resamples whole prompts (consecutive `turns` pairs belong to one)."""
    sums = (
        np.array([[p.plain.seconds, len(p.plain.ids), p.speculative.seconds, len(p.speculative.ids)] for p in pairs])
        .reshape(-1, turns, 4)
        .sum(1)
    )
    rng = np.random.default_rng(seed)
    drawn = sums[rng.integers(0, len(sums), (resamples, len(sums)))].sum(1)
    low, high = np.quantile(_factor(drawn), [0.025, 0.975])
    return Ratio(float(_factor(sums.sum(0))), float(low), float(high))


def _factor(sums: np.ndarray) -> np.ndarray:
    plain_seconds, plain_tokens, seconds, tokens = np.moveaxis(sums, -1, 0)
    return (plain_seconds / plain_tokens) / (seconds / tokens)


def tally(rounds: Sequence[Round]) -> Tally:
    """Acceptance counts of rounds, for the formulas of `theory`."""
    return Tally.of(RoundCount(r.accepted, len(r.candidates), r.emitted is None) for r in rounds)


def quantiles(values: Sequence[float], at: Sequence[float]) -> tuple[float, ...]:
    return tuple(float(x) for x in np.quantile(np.asarray(values), at))
