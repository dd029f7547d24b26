"""Distil the draft from the target: `python -m specviz.training.distill --minutes 8`.

The draft learns the target's own rows, by the divergence of its law from the target's at every position, over two
kinds of text: the corpus, and texts the target sampled itself. It starts from the weights pre-training left in
`--start`, resumes from its own checkpoint, and is sized by wall time.

α = E Σ min(p, q) = 1 - total variation, and Pinsker bounds the total variation by the divergence:
driving the divergence down drives α up (DistillSpec, Zhou et al. 2024, section 3).
"""

import argparse
import json
import sys
from collections.abc import Iterator
from pathlib import Path

import torch
from transformers import LlamaForCausalLM

from specviz.training.batches import Stream
from specviz.training.loop import (
    Loss,
    Optimisers,
    Plan,
    Progress,
    default_folder,
    export,
    load_checkpoint,
    one_thread,
    record,
    save_checkpoint,
    train,
)
from specviz.training.roles import SHAPES
from specviz.training.sample import continuations
from specviz.training.tokenizer import EOS_ID, load_tokenizer


def divergence_loss(draft: LlamaForCausalLM, target: LlamaForCausalLM) -> Loss:
    """Mean over positions of KL(target's law, draft's law), in nats, over int64[B, T] ids."""

    def loss(ids: torch.Tensor) -> torch.Tensor:
        with torch.no_grad():
            log_p = target(input_ids=ids, use_cache=False).logits.log_softmax(-1)
        log_q = draft(input_ids=ids, use_cache=False).logits.log_softmax(-1)
        return (log_p.exp() * (log_p - log_q)).sum(-1).mean()

    return loss


def with_samples(stream: Stream, samples: torch.Tensor, every: int) -> Iterator[torch.Tensor]:
    """Yield corpus batches, and in place of every `every`-th a slice of the target's own samples."""
    size, at = stream.tokens // samples.shape[1], 0
    for count, ids in enumerate(stream, start=1):
        if count % every:
            yield ids
        else:
            yield samples[at : at + size]
            at = (at + size) % (len(samples) - size + 1)


def main(argv: list[str]) -> int:
    """Distil, save and export; return 0. Raises FileNotFoundError if `--start` holds no pre-training."""
    parser = argparse.ArgumentParser(prog="python -m specviz.training.distill", description=__doc__)
    parser.add_argument("--minutes", type=float, required=True, help="wall time of the distillation")
    parser.add_argument("--steps", type=int, help="stop after this many steps")
    parser.add_argument("--target", type=Path, required=True, help="transformers folder of the target")
    parser.add_argument("--start", type=Path, default=default_folder("draft"), help="folder of pre-training")
    parser.add_argument("--seed", type=int, default=1, help="seed of the text")
    parser.add_argument("--samples", type=int, default=64, help="rows the target samples for itself")
    parser.add_argument("--tokens", type=int, default=4096, help="tokens in a batch")
    parser.add_argument("--out", type=Path, help="folder of the checkpoint")
    parser.add_argument("--export", type=Path, help="transformers folder to write beside every checkpoint")
    args = parser.parse_args(argv)

    one_thread()
    torch.manual_seed(args.seed)
    shape, folder = SHAPES["draft"], args.out or default_folder("draft-distilled")
    tokenizer = load_tokenizer(args.target)
    target = LlamaForCausalLM.from_pretrained(args.target, dtype=torch.float32).eval()
    draft = LlamaForCausalLM(shape.config(len(tokenizer)))
    plan = Plan(seconds=60 * args.minutes, learning_rate=shape.learning_rate / 2, steps=args.steps)
    optimisers = Optimisers(draft, plan)
    pretraining = json.loads((args.start / "training.json").read_text("utf-8"))
    load_checkpoint(args.start, draft, Optimisers(draft, plan))
    progress = load_checkpoint(folder, draft, optimisers)
    rows = continuations(target, [[EOS_ID]] * args.samples, length=255, seed=args.seed, stop=False)
    progress.note("distill", argv)
    stream = Stream(tokenizer, args.seed, args.tokens, shard=progress.shard)

    def save(at: Progress) -> None:
        at.shard = stream.shard
        save_checkpoint(folder, draft, optimisers, at)
        made = record(args.seed, at) | {"pretraining": pretraining}
        if args.export:
            export(draft, tokenizer, args.export, made)

    batches = with_samples(stream, torch.tensor(rows), every=4)
    train(draft, divergence_loss(draft, target), batches, optimisers, plan, progress, save)
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
