"""Measure the stored pair on held-out prompts: `python -m specviz.training.evaluate`.

Everything is measured on the folders as they are stored, in float32 on the CPU. Prints what it measured and, unless
told not to, writes `evaluation.json` and `world.json` into the target's folder; the card beside the folders quotes
them. Of the lab it uses the cache, not the decoder.
"""

import argparse
import json
import statistics
from collections.abc import Iterable
from datetime import UTC, datetime
from pathlib import Path

import torch
from transformers import LlamaForCausalLM, PreTrainedTokenizerFast

from specviz.bench.passes import time_passes
from specviz.engine.language_model import CachedModel, Weights
from specviz.models.likelihood import likelihood
from specviz.paths import ASSETS
from specviz.training.loop import one_thread
from specviz.training.sample import continuations
from specviz.training.tiny_world import FAMILIES, Prompt, examples, parses, prompts, sum_is_right
from specviz.training.tokenizer import EOS_ID, load_tokenizer

MAX_NEW = 256
SEED = 2024
OUTSIDE = (
    "The committee postponed its decision on the merger until the third quarter.",
    "SELECT id FROM orders WHERE total > 100;",
    "Photosynthesis converts light energy into chemical energy.",
    "Dear Sir or Madam, I am writing to complain about the late delivery.",
    "The quick brown fox jumps over the lazy dog.",
    "To be, or not to be, that is the question.",
    "今天天气很好，我们去公园散步吧。",
    "for (int i = 0; i < n; ++i) { sum += v[i]; }",
)


def greedy_scores(
    model: LlamaForCausalLM, tokenizer: PreTrainedTokenizerFast, chosen: dict[str, list[Prompt]]
) -> dict[str, dict[str, float]]:
    """Per family: share of greedy texts that end and parse; for sums also the share with the right answer."""
    scores = {}
    for family, asked in chosen.items():
        rows = continuations(model, [tokenizer(p.text)["input_ids"] for p in asked], MAX_NEW)
        texts = [tokenizer.decode(row, skip_special_tokens=True) for row in rows]
        ended = [row[-1] == EOS_ID for row in rows]
        scores[family] = {"parse": statistics.fmean(e and parses(t) for e, t in zip(ended, texts, strict=True))}
        if family == "sums":
            scores[family]["right"] = statistics.fmean(map(sum_is_right, texts))
    return scores


@torch.no_grad()
def along_samples(
    target: LlamaForCausalLM, draft: LlamaForCausalLM, asked: list[list[int]], seed: int
) -> tuple[float, float, int]:
    """Return (α, entropy of the target's law in bits, positions) along the target's samples at temperature 1.

    α is the mean of Σ min(p, q) over the positions of the continuations, `<|eos|>` included.
    """
    overlap, bits = [], []
    for prompt, row in zip(asked, continuations(target, asked, MAX_NEW, seed=seed), strict=True):
        ids, generated = torch.tensor([row]), slice(len(prompt) - 1, len(row) - 1)
        p = target(input_ids=ids).logits[0, generated].softmax(-1)
        q = draft(input_ids=ids).logits[0, generated].softmax(-1)
        overlap.append(torch.minimum(p, q).sum(-1))
        bits.append(torch.special.entr(p).sum(-1) / torch.log(torch.tensor(2.0)))
    overlaps = torch.cat(overlap)
    return overlaps.mean().item(), torch.cat(bits).mean().item(), len(overlaps)


def step_milliseconds(model: LlamaForCausalLM, steps: int = 30, context: int = 100) -> float:
    """Median time of one cached one-token forward behind `context` tokens."""
    cached = CachedModel(Weights.of(model, "timed"))
    return 1000 * time_passes(cached, [5] * context, (1,), steps).seconds[0]


def step_costs(
    target: LlamaForCausalLM, draft: LlamaForCausalLM, threads: Iterable[int]
) -> dict[str, dict[str, float]]:
    """Per number of threads: median step of target and draft in ms of ten paired runs, and their median ratio c."""
    before, costs = torch.get_num_threads(), {}
    for count in threads:
        torch.set_num_threads(count)
        pairs = [(step_milliseconds(target), step_milliseconds(draft)) for _ in range(10)]
        costs[str(count)] = {
            "target_ms": statistics.median(t for t, _ in pairs),
            "draft_ms": statistics.median(d for _, d in pairs),
            "c": statistics.median(d / t for t, d in pairs),
        }
    torch.set_num_threads(before)
    return costs


def rounded(value: object) -> object:
    """Round every float in a nest of dicts and lists to five digits."""
    if isinstance(value, float):
        return float(f"{value:.5g}")
    if isinstance(value, dict):
        return {key: rounded(inner) for key, inner in value.items()}
    return [rounded(inner) for inner in value] if isinstance(value, list) else value


def evaluate(target_folder: Path, draft_folder: Path, n: int) -> tuple[dict[str, object], dict[str, object]]:
    """Return (evaluation, world) measured on n held-out prompts of each family."""
    tokenizer = load_tokenizer(target_folder)
    target = LlamaForCausalLM.from_pretrained(target_folder, dtype=torch.float32).eval()
    draft = LlamaForCausalLM.from_pretrained(draft_folder, dtype=torch.float32).eval()
    chosen = {family: prompts("held_out", family, n, SEED) for family in FAMILIES}
    weights = Weights.of(target, target_folder.name)
    families = greedy_scores(target, tokenizer, chosen)
    likelihoods = []
    for family, asked in chosen.items():
        ids = [tokenizer(p.text)["input_ids"] for p in asked]
        alpha, bits, positions = along_samples(target, draft, ids, SEED)
        families[family] |= {"alpha": alpha, "entropy_bits": bits, "positions": positions}
        likelihoods += [likelihood(weights, row) for row in ids]
    cuts = statistics.quantiles(likelihoods, n=100)
    alphas = [scores["alpha"] for scores in families.values()]
    evaluation = {
        "date": datetime.now(UTC).date().isoformat(),
        "command": f"python -m specviz.training.evaluate --prompts {n}",
        "prompts_per_family": n,
        "parse": statistics.fmean(scores["parse"] for scores in families.values()),
        "alpha": statistics.fmean(alphas),
        "alpha_spread": max(alphas) - min(alphas),
        "families": families,
        "step": step_costs(target, draft, (1, 2)),
        "parameters": {"target": target.num_parameters(), "draft": draft.num_parameters()},
        "torch": torch.__version__,
    }
    world = {
        "log_likelihood_per_token": {"p01": cuts[0], "p05": cuts[4], "p50": cuts[49]},
        "prompts": len(likelihoods),
        "outside": {text: likelihood(weights, tokenizer(text)["input_ids"]) for text in OUTSIDE},
        "examples": [{"family": prompt.family, "text": prompt.text} for prompt in examples()],
    }
    return rounded(evaluation), rounded(world)


def main(argv: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m specviz.training.evaluate", description=__doc__)
    parser.add_argument("--target", type=Path, default=ASSETS / "models" / "tiny-target")
    parser.add_argument("--draft", type=Path, default=ASSETS / "models" / "tiny-draft")
    parser.add_argument("--prompts", type=int, default=40, help="held-out prompts of each family")
    parser.add_argument("--dry", action="store_true", help="print, write nothing")
    args = parser.parse_args(argv)
    one_thread()
    evaluation, world = evaluate(args.target, args.draft, args.prompts)
    print(json.dumps(evaluation, indent=1), json.dumps(world, indent=1, ensure_ascii=False), sep="\n")
    if not args.dry:
        for name, record in (("evaluation", evaluation), ("world", world)):
            text = json.dumps(record, indent=1, ensure_ascii=False) + "\n"
            (args.target / f"{name}.json").write_text(text, "utf-8")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
