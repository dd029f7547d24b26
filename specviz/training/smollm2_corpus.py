"""What a draft head learns from: the target's texts and its hidden states over them, stored once in shards.

`python -m specviz.training.smollm2_corpus --corpus texts.jsonl more.jsonl.gz` reads objects with `prompt`, `text` and
`done` (the text ended by itself), one a line, and runs the target over each once. A shard is a safetensors file:
`ids` int32[N] of its texts one after the other, `hidden` float16[N, d], what the output head reads at every position,
and `texts` int64[n, 3]: length, length of the prompt, and split of each. Training can begin while later shards are
made, and a file that has grown gives its new shards only; what does not fill a shard is left out.

The split of a text is that of its prompt, so no prompt is in two; prompts of the benchmark are never trained on.
"""

import argparse
import gzip
import hashlib
import json
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import torch
from safetensors.torch import load_file, save_file
from transformers import AutoModelForCausalLM, AutoTokenizer

from specviz.models.registry import SMOLLM2_FOLDER, cache_folder
from specviz.models.tokenizer import Tokenizer
from specviz.paths import ASSETS
from specviz.training.loop import default_folder

SPLITS = ("train", "validation", "held_out")
LONGEST = 384
SHARD = 64  # texts


@dataclass(frozen=True)
class Text:
    """Ids of a prompt in chat format and of the answer, and what the target's output head reads: float16[T, d]."""

    ids: torch.Tensor
    hidden: torch.Tensor
    prompt_length: int


class Encoded(NamedTuple):
    """Ids of a prompt in chat format and its answer, before the target has read them."""

    row: list[int]
    prompt_length: int
    split: str


def encoded(tokenizer: Tokenizer, backend: Any, text: dict[str, Any]) -> Encoded:
    """One object of the corpus as ids."""
    prompt = tokenizer.encode(text["prompt"], "chat")
    answer = backend(text["text"], add_special_tokens=False)["input_ids"]
    end = [backend.eos_token_id] if text["done"] else []
    return Encoded([*prompt, *answer, *end][:LONGEST], len(prompt), split_of(text["prompt"]))


def split_of(prompt: str) -> str:
    """The split a prompt belongs to: 4 % validation, 6 % held out with all prompts of the benchmark."""
    if prompt in benchmark():
        return "held_out"
    share = int.from_bytes(hashlib.sha256(prompt.encode()).digest()[:4]) / 2**32
    return "validation" if share < 0.04 else "held_out" if share < 0.1 else "train"


@cache
def benchmark() -> frozenset[str]:
    """Prompts that speed and acceptance are measured on."""
    table = json.loads((ASSETS / "bench_prompts.json").read_text("utf-8"))
    return frozenset(text for texts in table.values() for text in texts)


def read_texts(path: Path) -> list[dict[str, Any]]:
    """The objects of a `.jsonl` or `.jsonl.gz` file."""
    raw = path.read_bytes()
    text = (gzip.decompress(raw) if path.suffix == ".gz" else raw).decode("utf-8")
    return [json.loads(line) for line in text.splitlines()]


@torch.inference_mode()
def hidden_states(model: Any, rows: Sequence[Sequence[int]], tokens: int = 2048) -> list[torch.Tensor]:
    """float16[T, d] of every row of ids, after the final norm; rows of like length share a pass."""
    found: dict[int, torch.Tensor] = {}
    order = sorted(range(len(rows)), key=lambda i: len(rows[i]))
    while order:
        longest = len(rows[order[-1]])
        batch = [order.pop() for _ in range(min(len(order), max(1, tokens // longest)))]
        ids = torch.zeros(len(batch), longest, dtype=torch.long)  # padding on the right: causal, so nobody sees it
        for place, i in enumerate(batch):
            ids[place, : len(rows[i])] = torch.tensor(rows[i])
        hidden = model.model(input_ids=ids, use_cache=False).last_hidden_state.half()
        if not hidden.isfinite().all():
            raise FloatingPointError("a hidden state is beyond float16")
        found |= {i: hidden[place, : len(rows[i])].clone() for place, i in enumerate(batch)}
    return [found[i] for i in range(len(rows))]


def write_shard(path: Path, texts: Sequence[Encoded], hidden: Sequence[torch.Tensor]) -> None:
    """Write in one move, so that a reader never meets half a shard."""
    ids = torch.tensor([i for text in texts for i in text.row], dtype=torch.int32)
    about = torch.tensor([(len(t.row), t.prompt_length, SPLITS.index(t.split)) for t in texts])
    save_file({"ids": ids, "hidden": torch.cat(list(hidden)), "texts": about}, path.with_suffix(".new"))
    path.with_suffix(".new").replace(path)


def read_shards(folder: Path, split: str) -> Iterator[Text]:
    """The texts of a split in all shards there are so far."""
    for path in sorted(folder.glob("*.safetensors")):
        shard = load_file(path)
        at = 0
        for length, prompt_length, number in shard["texts"].tolist():
            if SPLITS[number] == split:
                place = slice(at, at + length)
                yield Text(shard["ids"][place].long(), shard["hidden"][place].clone(), prompt_length)
            at += length


def write_shards(folder: Path, name: str, texts: Sequence[Encoded], model: Any) -> None:
    """Write the shards `name`-000, `name`-001, … that are not there yet."""
    for number in range(len(texts) // SHARD):
        path = folder / f"{name}-{number:03}.safetensors"
        if not path.exists():
            chosen = texts[number * SHARD :][:SHARD]
            write_shard(path, chosen, hidden_states(model, [text.row for text in chosen]))
            print(f"{path.name}  {sum(len(text.row) for text in chosen)} tokens", flush=True)


def main(argv: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m specviz.training.smollm2_corpus", description=__doc__)
    parser.add_argument("--corpus", type=Path, nargs="+", required=True, help="texts: .jsonl or .jsonl.gz")
    parser.add_argument("--target", type=Path, default=cache_folder() / SMOLLM2_FOLDER)
    parser.add_argument("--out", type=Path, default=default_folder("smollm2-corpus"), help="folder of the shards")
    parser.add_argument("--threads", type=int, default=1)
    args = parser.parse_args(argv)
    torch.set_num_threads(args.threads)
    backend = AutoTokenizer.from_pretrained(args.target, local_files_only=True)
    tokenizer = Tokenizer(backend, args.target.name)
    model = AutoModelForCausalLM.from_pretrained(args.target, dtype=torch.float32, local_files_only=True).eval()
    args.out.mkdir(parents=True, exist_ok=True)
    for file in args.corpus:
        texts = [encoded(tokenizer, backend, text) for text in read_texts(file)]
        write_shards(args.out, file.name.split(".")[0], texts, model)
    return 0


if __name__ == "__main__":
    sys.exit(main())
