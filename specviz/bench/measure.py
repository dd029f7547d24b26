"""One benchmark from start to report: prices, acceptance, the choice of k, paired runs, and the gap explained.

k is chosen on the development prompts from prices and acceptance, then fixed; everything reported as measured comes
from the held-out prompts. The prediction uses nothing from the runs it predicts.
"""

import sys
from collections.abc import Callable, Iterable, Sequence

import torch

from specviz.bench import report
from specviz.bench.costs import BURST, RoundTimer, costs_from
from specviz.bench.gap import explain
from specviz.bench.machine import measure
from specviz.bench.paired import Pair, Timed, paired, quantiles, ratio, tally
from specviz.bench.peers import peer_times
from specviz.bench.prompts import Prompt, prompts
from specviz.bench.ways import Lengths, Seen, choices, predicted, seen
from specviz.runs import Run, environment
from specviz.settings import RunSettings, to_plain
from specviz.theory.advice import best_k_of
from specviz.theory.checks import whole
from specviz.theory.cost import Costs
from specviz.trace import Round
from specviz.words import say

K_MAX = 16
TURNS = 5  # of taking prices
PROBE_K = 8
MOST = 10_000  # prompts, repetitions or tokens: far beyond what anybody waits for
CACHEABLE = 512 * 1024 * 1024
Progress = Callable[[str, float], None]


def silent(_stage: str, _share: float) -> None:
    """No progress shown."""


def bench(
    run: Run,
    settings: RunSettings,
    *,
    k: int | None = None,
    per_family: int = 4,
    turns: int = 3,
    peers: bool = False,
    progress: Progress = silent,
) -> report.Report:
    """Measure a pair. `k` None chooses it on the development prompts, from rounds of `PROBE_K` candidates (`K_MAX`
    where they are looked up and cost nothing); so does the draft's own length after a lookup that found nothing.

    `per_family` prompts of each of five families in each split; `turns` counted repetitions. Raises `SpecvizError`
    when there would be nothing to measure.
    """
    for name, n in (("prompts", per_family), ("turns", turns), ("max_new_tokens", settings.max_new_tokens)):
        whole(name, n, 1, MOST)
    development = prompts(settings.pair, "development", per_family)
    held_out = prompts(settings.pair, "held_out", per_family)
    probe = settings.but(k=max(PROBE_K if settings.method == "draft" else K_MAX, k or 0), fallback_k=PROBE_K)
    timer = _timer(run, probe, development[0])
    rounds = _rounds(run, probe, development, timer, progress)
    measured = costs_from(timer.times, probe, rounds)
    costs, counts = measured.costs, seen(rounds, probe)
    chosen = _fastest(choices(settings, counts, k, len(costs.passes) - 1), counts, costs)

    progress("paired", 0.0)
    pairs = paired(run, chosen, held_out, turns, lambda share: progress("paired", share))
    overall = ratio(pairs, turns)
    gap = explain(counts, seen(_rounds_of(pairs), chosen), Lengths.of(chosen), costs, overall.value, settings.repair)
    families = tuple(
        _result(name, [p for p in pairs if p.family == name], turns, chosen, costs)
        for name in dict.fromkeys(p.family for p in held_out)
    )
    return report.Report(
        version=report.VERSION,
        environment=environment(run.pair),
        settings=to_plain(chosen),
        turns=turns,
        passes=costs.passes,
        draft_step=costs.draft_step,
        overhead=costs.overhead,
        context=measured.context,
        plain=_side([p.plain for p in pairs]),
        speculative=_side([p.speculative for p in pairs]),
        ratio=overall.value,
        ratio_low=overall.low,
        ratio_high=overall.high,
        families=families,
        overall=_result("overall", pairs, turns, chosen, costs),
        gap=gap.factors,
        peak_bytes=peak_bytes(run),
        suspect=suspects(run, costs.target_step),
        peers=_peers(run, chosen, held_out, turns, progress) if peers else {},
    )


def _rounds(
    run: Run, settings: RunSettings, asked: Sequence[Prompt], timer: RoundTimer, progress: Progress
) -> list[Round]:
    """Rounds of every development prompt; prices are taken in between, spread over the same time."""
    out: list[Round] = []
    pause = max(1, len(asked) // TURNS)
    for n, prompt in enumerate(asked):
        if n % pause == 0:
            timer.turn()
        chosen = settings.but(prompt=prompt.text, prompt_format=prompt.prompt_format)
        out.extend(run.speculative(chosen, run.prompt_ids(chosen), laws=False))
        progress("acceptance", (n + 1) / len(asked))
    return out


def _timer(run: Run, settings: RunSettings, prompt: Prompt) -> RoundTimer:
    """For prices at the context length in the middle of a run."""
    chosen = settings.but(prompt=prompt.text, prompt_format=prompt.prompt_format)
    ids = run.prompt_ids(chosen)
    middle = len(ids) + settings.max_new_tokens // 2
    longest = min(K_MAX + 1, (run.target.max_length - middle) // (BURST + 1))
    context = (list(ids) * (middle // len(ids) + 1))[:middle]
    return RoundTimer(run, chosen, context, range(1, longest + 1))


def _fastest(offered: Iterable[RunSettings], counts: Seen, costs: Costs) -> RunSettings:
    """The settings with the best predicted factor; the shortest lengths of a tie."""
    return max(offered, key=lambda s: predicted(counts, Lengths.of(s), costs, s.repair).factor)


def _rounds_of(pairs: Sequence[Pair]) -> list[Round]:
    return [r for p in pairs for r in p.speculative.rounds]


def _result(name: str, pairs: Sequence[Pair], turns: int, chosen: RunSettings, costs: Costs) -> report.FamilyResult:
    rounds = _rounds_of(pairs)
    counts, by_way = tally(rounds), seen(rounds, chosen)
    longest = min(counts.k_max, len(costs.passes) - 1)
    lengths = (Lengths.of(chosen.but(k=k)) for k in range(1, longest + 1))
    best = best_k_of((1.0, *(predicted(by_way, at, costs, chosen.repair).factor for at in lengths)))
    return report.FamilyResult(
        family=name,
        prompts=len(pairs) // turns,
        alpha=counts.alpha,
        accepted_per_drafted=counts.accepted_over_drafted,
        tokens_per_round=counts.tokens_per_round,
        by_position=counts.conditional_rates,
        histogram=counts.length_histogram,
        ratio=ratio(pairs, turns).value,
        best_k=best.k,
        best_k_factor=best.factor,
    )


def _side(runs: Sequence[Timed]) -> report.Side:
    per_token = [t.seconds / len(t.ids) for t in runs if t.ids]
    return report.Side(
        seconds=sum(t.seconds for t in runs),
        tokens=sum(len(t.ids) for t in runs),
        per_token_quartiles=quantiles(per_token, (0.25, 0.5, 0.75)),
        gap_p50_p90_p99=quantiles([g for t in runs for g in t.gaps], (0.5, 0.9, 0.99)),
        prefill_seconds=sum(t.prefill for t in runs) / len(runs),
    )


def _peers(
    run: Run, settings: RunSettings, asked: Sequence[Prompt], turns: int, progress: Progress
) -> dict[str, dict[str, float]]:
    progress("peers", 0.0)
    times = peer_times(run, settings, asked, turns)
    return {
        way: {
            "tokens_per_second": times.tokens[way] / seconds,
            "same_ids": float(times.same_ids[way]),
            "prompts": float(times.prompts),
        }
        for way, seconds in times.seconds.items()
    }


def peak_bytes(run: Run) -> int:
    """Most memory the process (a GPU: its allocator) has held so far."""
    if run.pair.target.device.type == "cuda":
        return torch.cuda.max_memory_allocated(run.pair.target.device)
    if sys.platform == "win32":
        import psutil

        return psutil.Process().memory_info().peak_wset
    import resource  # POSIX only

    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak if sys.platform == "darwin" else peak * 1024


def suspects(run: Run, plain_pass: float) -> tuple[str, ...]:
    """Passes that beat the memory bandwidth measured here: a sign of a wrong clock or a wrong model.

    Weights below `CACHEABLE` may live in a cache that is faster than the memory, so nothing is said of them.
    """
    size = sum(p.numel() * p.element_size() for p in run.pair.target.model.parameters())
    if size < CACHEABLE:
        return ()
    rate = measure(str(run.pair.target.device), 1.0).bytes_per_second
    if plain_pass >= size / rate:
        return ()
    return (
        say("bench.suspect.roofline", ms=f"{1e3 * plain_pass:.2f}", gb=f"{size / 1e9:.2f}", rate=f"{rate / 1e9:.0f}"),
    )
