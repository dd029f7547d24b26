"""One training loop for both models: a loss over batches, a schedule by wall time, checkpoints, exports.

The loop knows nothing of the loss: pre-training and distillation hand in `loss(ids) -> scalar`.
"""

import json
import math
import os
import time
from collections.abc import Callable, Iterable
from dataclasses import asdict, dataclass, field
from datetime import UTC, datetime
from pathlib import Path

import torch
from platformdirs import user_cache_path
from transformers import LlamaForCausalLM, PreTrainedTokenizerFast

Loss = Callable[[torch.Tensor], torch.Tensor]


@dataclass
class Progress:
    """Where a run stands: optimiser steps, seconds spent training, the next shard, (step, loss) every 25 steps."""

    step: int = 0
    seconds: float = 0.0
    shard: int = 0
    losses: list[tuple[int, float]] = field(default_factory=list)


@dataclass(frozen=True)
class Plan:
    """How long to train and how.

    seconds: wall time to spend in all, earlier runs included. steps: a cap on steps, or None. save_every: seconds
    between checkpoints.
    """

    seconds: float
    learning_rate: float
    steps: int | None = None
    warmup: float = 0.02
    decay: float = 0.3
    weight_decay: float = 0.1
    clip: float = 1.0
    save_every: float = 300.0


def default_folder(role: str) -> Path:
    """Return the folder for checkpoints of a role, in the user's cache."""
    return user_cache_path("specviz") / "training" / role


def rate(done: float, plan: Plan) -> float:
    """Learning rate after a share `done` of the wall time: linear warm-up, flat, then a cosine down to a fiftieth."""
    if done < plan.warmup:
        return plan.learning_rate * max(done / plan.warmup, 0.01)
    late = min(1.0, max(0.0, done - (1 - plan.decay)) / plan.decay)
    return plan.learning_rate * (0.02 + 0.98 * 0.5 * (1 + math.cos(math.pi * late)))


def optimiser(model: LlamaForCausalLM, plan: Plan) -> torch.optim.Optimizer:
    """AdamW; matrices decay, norms do not."""
    parameters = list(model.parameters())
    groups = [
        {"params": [p for p in parameters if p.dim() > 1], "weight_decay": plan.weight_decay},
        {"params": [p for p in parameters if p.dim() <= 1], "weight_decay": 0.0},
    ]
    return torch.optim.AdamW(groups, lr=plan.learning_rate, betas=(0.9, 0.95), fused=True)


def save_checkpoint(folder: Path, model: LlamaForCausalLM, adam: torch.optim.Optimizer, progress: Progress) -> None:
    """Write the checkpoint in one move, so that an interrupted write leaves the old one whole."""
    folder.mkdir(parents=True, exist_ok=True)
    state = {"model": model.state_dict(), "optimiser": adam.state_dict(), "progress": asdict(progress)}
    torch.save(state, folder / "checkpoint.new")
    (folder / "checkpoint.new").replace(folder / "checkpoint.pt")


def load_checkpoint(folder: Path, model: LlamaForCausalLM, adam: torch.optim.Optimizer) -> Progress:
    """Load the newest checkpoint of a folder into model and optimiser; a fresh Progress if there is none."""
    path = folder / "checkpoint.pt"
    if not path.exists():
        return Progress()
    state = torch.load(path, weights_only=True)
    model.load_state_dict(state["model"])
    adam.load_state_dict(state["optimiser"])
    return Progress(**state["progress"])


def record(module: str, argv: list[str], seed: int, tokens: int, progress: Progress) -> dict[str, object]:
    """Return what a card says of a run: the command, seed, steps, tokens, seconds, date and losses."""
    return {
        "command": f"python -m specviz.training.{module} {' '.join(argv)}",
        "seed": seed,
        "steps": progress.step,
        "tokens": progress.step * tokens,
        "seconds": round(progress.seconds),
        "date": datetime.now(UTC).date().isoformat(),
        "losses": progress.losses,
    }


def export(
    model: LlamaForCausalLM, tokenizer: PreTrainedTokenizerFast, folder: Path, made: dict[str, object]
) -> None:
    """Write a transformers folder: weights in bfloat16, tokenizer, and `training.json` with how it was made."""
    half = LlamaForCausalLM(model.config)
    half.load_state_dict(model.state_dict())
    half.to(torch.bfloat16).save_pretrained(folder)
    tokenizer.save_pretrained(folder)
    write_record(folder, made)


def write_record(folder: Path, made: dict[str, object]) -> None:
    """Write `training.json`."""
    (folder / "training.json").write_text(json.dumps(made) + "\n", "utf-8")


def train(
    model: LlamaForCausalLM,
    loss: Loss,
    batches: Iterable[torch.Tensor],
    adam: torch.optim.Optimizer,
    plan: Plan,
    progress: Progress,
    save: Callable[[Progress], None],
) -> Progress:
    """Train until the plan's time or steps are spent; `save(progress)` runs at intervals and at the end.

    The caller's `save` notes which shard its stream has reached, so that a resumed run continues with fresh text.
    """
    model.train()
    mean, saved = None, time.monotonic()
    for ids in batches:
        if progress.seconds >= plan.seconds or progress.step == plan.steps:
            break
        began = time.monotonic()
        for group in adam.param_groups:
            group["lr"] = rate(progress.seconds / plan.seconds, plan)
        value = loss(ids)
        value.backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), plan.clip)
        adam.step()
        adam.zero_grad(set_to_none=True)
        now = value.item()
        if not math.isfinite(now):
            raise FloatingPointError(f"the loss is {now} at step {progress.step}: lower the learning rate")
        mean = now if mean is None else 0.96 * mean + 0.04 * now
        progress.step += 1
        progress.seconds += time.monotonic() - began
        if progress.step % 25 == 0:
            progress.losses.append((progress.step, round(mean, 4)))
            print(f"step {progress.step}  {progress.seconds:.0f} s  loss {mean:.4f}", flush=True)
        if time.monotonic() - saved > plan.save_every:
            save(progress)
            saved = time.monotonic()
    save(progress)
    return progress


def one_thread() -> None:
    """Keep a background run on one core."""
    os.environ["TOKENIZERS_PARALLELISM"] = "false"
    torch.set_num_threads(1)
