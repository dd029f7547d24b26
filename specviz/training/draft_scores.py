"""How often a pair's drafts are accepted, by family and position: `python -m specviz.training.draft_scores`.

Runs the decoder itself on the held-out prompts of the benchmark, at temperature 1 unless told otherwise, and prints
JSON: accepted/judged, the mean of Σ min(p, q) over judged rows, and accepted/judged by position. Times nothing.
"""

import argparse
import json
import sys
from collections.abc import Sequence

from specviz.bench.paired import tally
from specviz.bench.prompts import prompts
from specviz.models import load
from specviz.runs import Run
from specviz.settings import RunSettings
from specviz.trace import Round, totals
from specviz.training.loop import one_thread


def score(rounds: Sequence[Round]) -> dict[str, object]:
    """Acceptance over rounds, three digits each."""
    counts = tally(rounds)
    return {
        "judged": counts.judged,
        "accepted/judged": round(counts.alpha or 0.0, 3),
        "mean_overlap": round(totals(rounds).overlap or 0.0, 3),
        "by_position": [None if rate is None else round(rate, 3) for rate in counts.conditional_rates],
        "tokens_per_round": round(counts.tokens_per_round or 0.0, 2),
    }


def scores(run: Run, settings: RunSettings, per_family: int) -> dict[str, dict[str, object]]:
    """`score` over all held-out prompts (`overall`) and by family."""
    found: dict[str, list[Round]] = {"overall": []}
    for prompt in prompts(settings.pair, "held_out", per_family):
        chosen = settings.but(prompt=prompt.text, prompt_format=prompt.prompt_format)
        rounds = list(run.speculative(chosen, run.prompt_ids(chosen)))
        found["overall"] += rounds
        found.setdefault(prompt.family, []).extend(rounds)
    return {name: score(rounds) for name, rounds in found.items()}


def main(argv: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m specviz.training.draft_scores", description=__doc__)
    parser.add_argument("--pair", default="smollm2")
    parser.add_argument("--method", default="draft", choices=("draft", "lookup", "lookup_first"))
    parser.add_argument("--temperature", type=float, default=1.0)
    parser.add_argument("--k", type=int, default=4)
    parser.add_argument("--prompts", type=int, default=6, help="held-out prompts of each family")
    parser.add_argument("--max-new-tokens", type=int, default=64)
    parser.add_argument("--seed", type=int, default=0)
    args = parser.parse_args(argv)
    one_thread()
    settings = RunSettings(
        pair=args.pair,
        method=args.method,
        temperature=args.temperature,
        k=args.k,
        fallback_k=args.k,
        max_new_tokens=args.max_new_tokens,
        seed=args.seed,
    )
    print(json.dumps(scores(Run(load(args.pair)), settings, args.prompts), indent=1))
    return 0


if __name__ == "__main__":
    sys.exit(main())
