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

from specviz.training.muon import Muon

Loss = Callable[[torch.Tensor], torch.Tensor]


@dataclass
class Progress:
    """Where a run stands.

    step: optimiser steps. tokens: ids seen. seconds: time spent training. shard: the next one. losses: (step, running
    mean) every 25 steps. commands: what started the run and, if other options resumed it, those.
    """

    step: int = 0
    tokens: int = 0
    seconds: float = 0.0
    shard: int = 0
    losses: list[tuple[int, float]] = field(default_factory=list)
    commands: list[str] = field(default_factory=list)

    def note(self, module: str, argv: list[str]) -> None:
        """Add a command unless it repeats the one before."""
        command = f"python -m specviz.training.{module} {' '.join(argv)}"
        if command not in self.commands[-1:]:
            self.commands.append(command)


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


class Optimisers:
    """Muon for the hidden matrices, AdamW for embeddings and norms, driven as one."""

    def __init__(self, model: LlamaForCausalLM, plan: Plan) -> None:
        hidden = [p for name, p in model.named_parameters() if p.dim() == 2 and "embed" not in name]
        others = [p for name, p in model.named_parameters() if p.dim() != 2 or "embed" in name]
        self.parts: dict[str, torch.optim.Optimizer] = {
            "muon": Muon(hidden, lr=plan.learning_rate, weight_decay=plan.weight_decay),
            "adamw": torch.optim.AdamW(
                others, lr=plan.learning_rate, betas=(0.9, 0.95), weight_decay=0.0, fused=True
            ),
        }

    def step(self, learning_rate: float) -> None:
        """Apply the gradients at a learning rate, then clear them."""
        for part in self.parts.values():
            for group in part.param_groups:
                group["lr"] = learning_rate
            part.step()
            part.zero_grad(set_to_none=True)

    def state_dict(self) -> dict[str, dict]:
        """Return the state of both."""
        return {name: part.state_dict() for name, part in self.parts.items()}

    def load_state_dict(self, state: dict[str, dict]) -> None:
        """Restore what `state_dict` returned."""
        for name, part in self.parts.items():
            part.load_state_dict(state[name])


def save_checkpoint(folder: Path, model: LlamaForCausalLM, optimisers: Optimisers, progress: Progress) -> None:
    """Write the checkpoint in one move, so that an interrupted write leaves the old one whole."""
    folder.mkdir(parents=True, exist_ok=True)
    state = {"model": model.state_dict(), "optimiser": optimisers.state_dict(), "progress": asdict(progress)}
    torch.save(state, folder / "checkpoint.new")
    (folder / "checkpoint.new").replace(folder / "checkpoint.pt")


def load_checkpoint(folder: Path, model: LlamaForCausalLM, optimisers: Optimisers) -> Progress:
    """Load the newest checkpoint of a folder into model and optimiser; a fresh Progress if there is none."""
    path = folder / "checkpoint.pt"
    if not path.exists():
        return Progress()
    state = torch.load(path, weights_only=True)
    model.load_state_dict(state["model"])
    optimisers.load_state_dict(state["optimiser"])
    return Progress(**state["progress"])


def record(seed: int, progress: Progress) -> dict[str, object]:
    """Return what a card says of a run: commands, seed, steps, tokens, seconds, date and losses."""
    return {
        "commands": progress.commands,
        "seed": seed,
        "steps": progress.step,
        "tokens": progress.tokens,
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
    optimisers: Optimisers,
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
        value = loss(ids)
        value.backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), plan.clip)
        optimisers.step(rate(progress.seconds / plan.seconds, plan))
        now = value.item()
        if not math.isfinite(now):
            raise FloatingPointError(f"the loss is {now} at step {progress.step}: lower the learning rate")
        mean = now if mean is None else 0.96 * mean + 0.04 * now
        progress.step += 1
        progress.tokens += ids.numel()
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
