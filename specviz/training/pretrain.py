"""Pre-train a model of the pair on the Tiny World corpus: `python -m specviz.training.pretrain --role target`.

A run is sized by wall time, resumes from its checkpoint when started again, and with `--export` writes the
transformers folder beside every checkpoint.
"""

import argparse
import sys
from itertools import chain
from pathlib import Path

import torch
from torch.nn.functional import cross_entropy
from transformers import LlamaForCausalLM, PreTrainedTokenizerFast

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
    write_record,
)
from specviz.training.roles import ROLES, SHAPES
from specviz.training.tiny_world import FAMILIES, documents
from specviz.training.tokenizer import load_tokenizer, train_tokenizer

TOKENIZER_SHARDS = range(10**6, 10**6 + 10)


def corpus_tokenizer(seed: int) -> PreTrainedTokenizerFast:
    """Train the tokenizer on shards the models never see; the same for the same seed."""
    return train_tokenizer(chain.from_iterable(documents(seed, shard) for shard in TOKENIZER_SHARDS))


def next_token_loss(model: LlamaForCausalLM) -> Loss:
    """Mean cross-entropy of the next token over int64[B, T] ids, in nats."""

    def loss(ids: torch.Tensor) -> torch.Tensor:
        logits = model(input_ids=ids, use_cache=False).logits
        return cross_entropy(logits[:, :-1].flatten(0, 1), ids[:, 1:].flatten())

    return loss


def main(argv: list[str]) -> int:
    """Train, save and export; return 0."""
    parser = argparse.ArgumentParser(prog="python -m specviz.training.pretrain", description=__doc__)
    parser.add_argument("--role", choices=ROLES, required=True)
    parser.add_argument("--minutes", type=float, required=True, help="wall time of the whole run")
    parser.add_argument("--steps", type=int, help="stop after this many steps")
    parser.add_argument("--seed", type=int, default=0, help="seed of corpus, tokenizer and weights")
    parser.add_argument("--decay", type=float, default=0.3, help="share of the run over which the rate falls")
    parser.add_argument(
        "--weights", type=float, nargs=len(FAMILIES), metavar="W", help="shares of " + ", ".join(FAMILIES)
    )
    parser.add_argument("--tokens", type=int, default=4096, help="tokens in a batch")
    parser.add_argument("--out", type=Path, help="folder of the checkpoint")
    parser.add_argument("--export", type=Path, help="transformers folder to write beside every checkpoint")
    parser.add_argument("--compile", action="store_true", help="compile the model (needs a C++ compiler)")
    args = parser.parse_args(argv)

    one_thread()
    torch.manual_seed(args.seed)
    shape, folder = SHAPES[args.role], args.out or default_folder(args.role)
    tokenizer = load_tokenizer(folder) if (folder / "tokenizer.json").exists() else corpus_tokenizer(args.seed)
    tokenizer.save_pretrained(folder)
    model = LlamaForCausalLM(shape.config(len(tokenizer)))
    plan = Plan(seconds=60 * args.minutes, learning_rate=shape.learning_rate, steps=args.steps, decay=args.decay)
    optimisers = Optimisers(model, plan)
    progress = load_checkpoint(folder, model, optimisers)
    progress.note("pretrain", argv)
    stream = Stream(tokenizer, args.seed, args.tokens, shard=progress.shard, weights=args.weights)
    forward = torch.compile(model, dynamic=False) if args.compile else model

    def save(at: Progress) -> None:
        at.shard = stream.shard
        save_checkpoint(folder, model, optimisers, at)
        made = record(args.seed, at)
        write_record(folder, made)
        if args.export:
            export(model, tokenizer, args.export, made)

    train(model, next_token_loss(forward), stream, optimisers, plan, progress, save)
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
