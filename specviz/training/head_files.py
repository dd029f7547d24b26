"""The frozen parts a draft head borrows from its target, and the folder a trained head is written to."""

import json
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from pathlib import Path

import torch
from safetensors.torch import save_file
from transformers import AutoModelForCausalLM

from specviz.engine.head_net import HeadNet
from specviz.training.loop import write_record
from specviz.training.smollm2_corpus import Text


@dataclass(frozen=True)
class Frozen:
    """Of the target, in float32: `embedding` [V, d] (tied: also its output head), `final_norm` [d], and `output`
    [V, d], the rows of the output head with the most frequent ids first; `order` int64[V] are those ids."""

    embedding: torch.Tensor
    final_norm: torch.Tensor
    output: torch.Tensor
    order: torch.Tensor


def frozen_parts(target: Path, texts: Iterable[Text]) -> Frozen:
    """Read the target's folder and count the ids of the answers; ids equally frequent stay in order."""
    model = AutoModelForCausalLM.from_pretrained(target, dtype=torch.float32, local_files_only=True)
    embedding = model.get_input_embeddings().weight.detach()
    answers = torch.cat([text.ids[text.prompt_length :] for text in texts])
    order = answers.bincount(minlength=len(embedding)).argsort(descending=True, stable=True)
    return Frozen(embedding, model.model.norm.weight.detach(), embedding[order].contiguous(), order)


def export_head(folder: Path, net: HeadNet, frozen: Frozen, vocabulary: int, made: dict[str, object]) -> None:
    """Write `config.json`, `model.safetensors` (bfloat16, and the ids of the output vocabulary, ascending) and
    `training.json`."""
    folder.mkdir(parents=True, exist_ok=True)
    config = {"model_type": "draft_head", "target_vocabulary": len(frozen.embedding), "vocabulary": vocabulary}
    (folder / "config.json").write_text(json.dumps(config | asdict(net.shape), indent=1) + "\n", "utf-8")
    weights = {name: weight.detach().bfloat16().contiguous() for name, weight in net.named_parameters()}
    weights["vocabulary"] = frozen.order[:vocabulary].sort().values.int()
    save_file(weights, folder / "model.safetensors")
    write_record(folder, made)
