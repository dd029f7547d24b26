"""Random draws from a real pair: one position against the target's own law, whole texts against ordinary decoding."""

from collections import Counter
from collections.abc import Iterator

import numpy as np
from scipy.stats import chi2_contingency

from specviz.checks.result import Result
from specviz.checks.statistics import FALSE_ALARM, LEAST_EXPECTED, chi_square, draws_needed, permutation_p
from specviz.checks.subject import Subject, fresh_rows, ordinary
from specviz.engine.decode import autoregressive
from specviz.engine.draws import CounterDraws, Kind, pick
from specviz.engine.language_model import CachedModel, Weights
from specviz.engine.sampling import softmax
from specviz.engine.verify import never
from specviz.faults import CORRECT_BUILD, Build
from specviz.settings import RunSettings
from specviz.trace import Round

MOST_DRAWS = 60_000
TURNS = 1999


def one_position(subject: Subject, build: Build = CORRECT_BUILD, *, seed: int = 0) -> Result:
    """What one judged candidate leads to, many times, against p: χ² over the tokens, rare ones pooled.

    The laws are those of the real models after the widest context; only the rule runs, so that many draws are cheap.
    """
    prompt = widest(subject)
    p, q = (softmax(fresh_rows(w, prompt)[-1]).astype(np.float64) for w in (subject.target, subject.draft))
    n = 5_000
    while n < min(MOST_DRAWS, needed := draws_needed(max(1, int((p * n >= LEAST_EXPECTED).sum())), FALSE_ALARM)):
        n = min(MOST_DRAWS, needed)
    draws, counts = CounterDraws(seed), np.zeros(p.size)
    for position in range(n):
        x = pick(q, draws.u(position, Kind.DRAFT))[0]
        verdict = build.parts.verify([p, p], [q], [x], draws, position, ends=never, rule=build.parts.rule)
        counts[x if verdict.accepted else verdict.token] += 1
    found = chi_square(counts, p / p.sum())
    params = {"statistic": f"{found.statistic:.1f}", "df": found.df, "draws": n}
    return Result("one_position", found.p, "≥", FALSE_ALARM, "chi_square", params)


def sequences(
    subject: Subject, build: Build = CORRECT_BUILD, *, runs: int = 150, tokens: int = 10, seed: int = 0
) -> Iterator[Result]:
    """Texts of `build` against texts of ordinary decoding, with other seeds: beginnings, tokens, lengths.

    χ² of the first two tokens jointly, rare pairs pooled; total variation of the token counts, by exchanging whole
    texts at random; χ² of the lengths. A token that the target often writes is declared an end of text, so that
    lengths vary.
    """
    prompt = subject.prompts[0]
    ending = _ending_at_a_common_token(subject.target, prompt, tokens)
    target, draft = build.models(ending, subject.draft)
    plain = CachedModel(ending)
    ours, theirs = [], []
    for i in range(runs):
        settings = RunSettings(max_new_tokens=tokens, seed=seed + i)
        ours.append(_ids(list(build.rounds(target, draft, settings, prompt))))
        other = settings.but(seed=seed + i + 1_000_000)
        theirs.append(_ids(list(autoregressive(plain, other, prompt, laws=False))))
    params = {"runs": runs, "tokens": tokens}
    for name, key in (("sequence_start", lambda ids: ids[:2]), ("sequence_length", len)):
        p = _same_law([key(ids) for ids in ours], [key(ids) for ids in theirs])
        yield Result(name, p, "≥", FALSE_ALARM, "sequences", params)
    padded = [np.array([ids + (-1,) * (tokens - len(ids)) for ids in side]) for side in (ours, theirs)]
    p = permutation_p(*padded, np.random.default_rng(seed), TURNS)
    yield Result("sequence_tokens", p, "≥", 2 / (TURNS + 1), "sequences", params)


def _ending_at_a_common_token(weights: Weights, prompt: tuple[int, ...], tokens: int) -> Weights:
    pilot = [ordinary(weights, RunSettings(max_new_tokens=tokens, seed=seed), prompt) for seed in range(8)]
    common = Counter(i for ids in pilot for i in ids[1:]).most_common(1)
    return weights.but(eos_ids=weights.eos_ids | {i for i, _ in common})


def widest(subject: Subject) -> tuple[int, ...]:
    """The beginning of a prompt after which the target is least sure: a law of one token would test nothing."""

    def entropy(law: np.ndarray) -> float:
        return float(-(law * np.log(np.maximum(law, 1e-30))).sum())

    laws = {p[: i + 1]: softmax(row) for p in subject.prompts for i, row in enumerate(fresh_rows(subject.target, p))}
    return max(laws, key=lambda context: entropy(laws[context]))


def _ids(rounds: list[Round]) -> tuple[int, ...]:
    return tuple(i for r in rounds for i in r.committed)


def _same_law(a: list, b: list) -> float:
    """p-value of "both lists come from one law": χ² of the two counts, categories expected below 5 pooled."""
    kinds = sorted(set(a) | set(b))
    table = np.array([[side.count(kind) for kind in kinds] for side in (a, b)], dtype=float)
    small = table.sum(axis=0) / 2 < LEAST_EXPECTED
    if small.any():
        table = np.column_stack([table[:, ~small], table[:, small].sum(axis=1)])
    return 1.0 if table.shape[1] < 2 else float(chi2_contingency(table, correction=False).pvalue)
