"""Train the draft head of SmolLM2: `python -m specviz.training.draft_head --minutes 60`.

The head learns the target's own rows, recomputed from the stored hidden states (`smollm2_corpus`) with the target's
frozen output head, over the texts of the training split. First one step ahead, then as it will run: several steps,
each on the guesses of the one before. The loss is the divergence KL(p, q); towards the end 1 − Σ min(p, q) takes its
place, which is 1 − α itself (total variation). Sized by wall time, resumed from its checkpoint.
"""

import argparse
import random
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import torch
from torch.nn.functional import dropout
from torch.nn.utils.rnn import pad_sequence

from specviz.engine.head_net import HeadNet, HeadShape
from specviz.models.registry import SMOLLM2_FOLDER, cache_folder
from specviz.training.head_files import Frozen, export_head, frozen_parts
from specviz.training.loop import (
    Plan,
    Progress,
    default_folder,
    load_checkpoint,
    one_thread,
    record,
    save_checkpoint,
    train,
)
from specviz.training.smollm2_corpus import Text, read_shards
from specviz.training.unrolled import unrolled

SHAPE = HeadShape(width=576, inner=1536, heads=9, kv_heads=3, head_dim=64)
# (share of the time from which, steps unrolled, output vocabulary, weight of 1 − Σ min(p, q) in the loss)
PHASES = ((0.0, 1, 4096, 0.0), (0.4, 2, 6144, 0.0), (0.65, 3, 6144, 0.3), (0.82, 3, 6144, 0.8))
STEP_WEIGHT = 0.85  # of step j + 1 against step j: later candidates are judged less often
SCORED_STEPS = 4
SCORED_TEXTS = 40


@dataclass(frozen=True)
class Batch:
    """Texts padded to one length: ids int64[B, T], hidden float32[B, T, d]; `answer` bool[B, T] marks the positions
    whose row predicts a token of the answer (or would follow it)."""

    ids: torch.Tensor
    hidden: torch.Tensor
    answer: torch.Tensor

    def numel(self) -> int:
        return int(self.answer.sum())


def batched(texts: Sequence[Text]) -> Batch:
    """Pad on the right; the causal layer never looks there."""
    ids = pad_sequence([t.ids for t in texts], batch_first=True)
    hidden = pad_sequence([t.hidden for t in texts], batch_first=True).float()
    places = torch.arange(ids.shape[1])
    return Batch(ids, hidden, torch.stack([(places >= t.prompt_length - 1) & (places < len(t.ids)) for t in texts]))


def batches(folder: Path, seed: int, tokens: int) -> Iterator[Batch]:
    """Batches of about `tokens` positions without end, texts of like length together; shards that have come are
    read at every turn."""
    draw = random.Random(seed)
    while True:
        texts = list(read_shards(folder, "train"))
        if not texts:
            raise FileNotFoundError(f"no texts of the training split in {folder}: run smollm2_corpus first")
        draw.shuffle(texts)
        for start in range(0, len(texts), 256):
            yield from cut(sorted(texts[start : start + 256], key=lambda t: len(t.ids)), tokens, draw)


def cut(texts: list[Text], tokens: int, draw: random.Random) -> list[Batch]:
    """Texts sorted by length as batches of at most `tokens` padded positions (one text at least), shuffled."""
    rows: list[list[Text]] = [[]]
    for text in texts:
        if rows[-1] and (len(rows[-1]) + 1) * len(text.ids) > tokens:
            rows.append([])
        rows[-1].append(text)
    draw.shuffle(rows)
    return [batched(row) for row in rows]


def loss_of(
    net: HeadNet, frozen: Frozen, batch: Batch, steps: int, vocabulary: int, tv: float, drop: float = 0.0
) -> torch.Tensor:
    """Weighted mean over steps of (1 − tv) · KL(p, q) + tv · (1 − Σ min(p, q)), p renormalised over `vocabulary`;
    the share `drop` of what the head reads is blanked out, against learning the texts by heart."""
    head = frozen.output[:vocabulary]
    log_p = (batch.hidden[batch.answer] @ head.T).log_softmax(-1)
    total, weights = torch.zeros(()), 0.0
    hidden, tokens = dropout(batch.hidden, drop), dropout(frozen.embedding[batch.ids], drop)
    for step, guess in enumerate(unrolled(net, hidden, tokens, steps)):
        began_in_answer = began(batch.answer, step)
        here = log_p[began_in_answer[batch.answer]]
        log_q = (guess[began_in_answer] @ head.T).log_softmax(-1)
        p = here.exp()
        loss = (1 - tv) * (p * (here - log_q)).sum(-1).mean()
        if tv:
            loss = loss + tv * (1 - torch.minimum(p, log_q.exp()).sum(-1).mean())
        total, weights = total + STEP_WEIGHT**step * loss, weights + STEP_WEIGHT**step
    return total / weights


def began(answer: torch.Tensor, step: int) -> torch.Tensor:
    """Where a round that began `step` positions earlier began in the answer, too."""
    early = torch.nn.functional.pad(answer, (step, 0))[:, : answer.shape[1]] if step else answer
    return answer & early


@torch.no_grad()
def alphas(net: HeadNet, frozen: Frozen, texts: Sequence[Text], vocabulary: int, steps: int) -> list[float]:
    """Mean Σ min(p, q) by step along the texts, at temperature 1; p is over the whole vocabulary, exactly."""
    head, overlaps = frozen.output[:vocabulary], [[] for _ in range(steps)]
    for row in cut(sorted(texts, key=lambda t: len(t.ids)), 1024, random.Random(0)):
        hidden = row.hidden[row.answer]
        p = (hidden @ head.T - (hidden @ frozen.embedding.T).logsumexp(-1, keepdim=True)).exp()
        for step, guess in enumerate(unrolled(net, row.hidden, frozen.embedding[row.ids], steps)):
            where = began(row.answer, step)
            q = (guess[where] @ head.T).softmax(-1)
            overlaps[step].append(torch.minimum(p[where[row.answer]], q).sum(-1))
    return [torch.cat(of_step).mean().item() for of_step in overlaps]


def tokens_per_round(rates: Sequence[float]) -> float:
    """Tokens a round of `len(rates)` candidates commits when these are the chances by position."""
    expected, alive = 1.0, 1.0
    for rate in rates:
        alive *= rate
        expected += alive
    return expected


class Adam:
    """AdamW over all parameters of the head, driven as the training loop drives its optimisers."""

    def __init__(self, net: HeadNet, plan: Plan) -> None:
        matrices = [p for p in net.parameters() if p.dim() == 2]
        norms = [p for p in net.parameters() if p.dim() != 2]
        groups = [{"params": matrices, "weight_decay": plan.weight_decay}, {"params": norms, "weight_decay": 0.0}]
        self._adam = torch.optim.AdamW(groups, lr=plan.learning_rate, betas=(0.9, 0.95), fused=True)

    def step(self, learning_rate: float) -> None:
        """Apply the gradients at a learning rate, then clear them."""
        for group in self._adam.param_groups:
            group["lr"] = learning_rate
        self._adam.step()
        self._adam.zero_grad(set_to_none=True)

    def state_dict(self) -> dict:
        return self._adam.state_dict()

    def load_state_dict(self, state: dict) -> None:
        self._adam.load_state_dict(state)


def phase(share: float) -> tuple[int, int, float]:
    """Steps, vocabulary and weight of 1 − Σ min(p, q) after a share of the time."""
    return next(rest for since, *rest in reversed(PHASES) if share >= since)


def main(argv: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="python -m specviz.training.draft_head", description=__doc__)
    parser.add_argument("--minutes", type=float, required=True, help="wall time of the training in all")
    parser.add_argument("--steps", type=int, help="stop after this many steps")
    parser.add_argument("--target", type=Path, default=cache_folder() / SMOLLM2_FOLDER)
    parser.add_argument("--corpus", type=Path, default=default_folder("smollm2-corpus"), help="folder of the shards")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--tokens", type=int, default=1024, help="positions in a batch")
    parser.add_argument("--drop", type=float, default=0.15, help="share of the head's input blanked out")
    parser.add_argument("--rate", type=float, default=1e-3, help="peak learning rate")
    parser.add_argument("--out", type=Path, default=default_folder("smollm2-draft"), help="folder of the checkpoint")
    parser.add_argument("--export", type=Path, help="folder to write the head to, as it stands at each checkpoint")
    args = parser.parse_args(argv)

    one_thread()
    torch.manual_seed(args.seed)
    frozen = frozen_parts(args.target, read_shards(args.corpus, "train"))
    net = HeadNet.fresh(SHAPE, frozen.final_norm)
    plan = Plan(60 * args.minutes, args.rate, args.steps, weight_decay=0.1, save_every=600.0)
    adam = Adam(net, plan)
    progress = load_checkpoint(args.out, net, adam)
    progress.note("draft_head", argv)

    def loss(batch: Batch) -> torch.Tensor:
        return loss_of(net, frozen, batch, *phase(progress.seconds / plan.seconds), drop=args.drop)

    def save(at: Progress) -> None:
        save_checkpoint(args.out, net, adam, at)
        texts = list(read_shards(args.corpus, "validation"))
        rates = alphas(net, frozen, texts[:: 1 + len(texts) // SCORED_TEXTS], PHASES[-1][2], SCORED_STEPS)
        told = " ".join(f"{r:.3f}" for r in rates)
        print(f"validation alpha {told}  tokens per round {tokens_per_round(rates):.3f}", flush=True)
        if args.export:
            export_head(args.export, net, frozen, PHASES[-1][2], record(args.seed, at) | {"validation_alpha": rates})

    train(net, loss, batches(args.corpus, args.seed + progress.step, args.tokens), adam, plan, progress, save)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
