"""Texts sampled from the target itself, to train a draft head on: one JSON object a line.

`python -m specviz.training.smollm2_texts --minutes 60 --out texts.jsonl` goes on appending until the time is spent.
Half of the texts are sampled at temperature 1 from the whole law, which is what acceptance is measured on; the rest
nearer to greedy. The requests come from lists (`smollm2_prompts`) or from the target, which writes one when it is
given the start of a reader's turn (Xu et al. 2024, Magpie, arXiv 2406.08464). Texts to summarise or rewrite are
answers it gave before.
"""

import argparse
import json
import random
import sys
import time
from collections.abc import Iterator, Sequence
from itertools import cycle
from pathlib import Path
from typing import Any

import torch
from transformers import AutoModelForCausalLM, AutoTokenizer

from specviz.models.registry import SMOLLM2_FOLDER, cache_folder
from specviz.training.smollm2_corpus import read_texts
from specviz.training.smollm2_prompts import ON_A_TEXT, request

BATCH = 64
ANSWER = 112  # new tokens at most
TEMPERATURES = (1.0, 1.0, 0.6, 0.05)
# what a batch asks, in turn; "own" requests are the target's
ORDER = ("question", "own", "summary", "code", "own", "rewrite", "question", "sum", "own", "rewrite", "summary")
PASSAGE = (30, 130)  # words


class Writer:
    """The target with its tokenizer, sampling in batches."""

    def __init__(self, folder: Path, seed: int) -> None:
        self._tokenizer = AutoTokenizer.from_pretrained(folder, local_files_only=True, padding_side="left")
        self._model = AutoModelForCausalLM.from_pretrained(folder, dtype=torch.float32, local_files_only=True).eval()
        self._tokenizer.pad_token = self._tokenizer.eos_token
        torch.manual_seed(seed)

    def answers(self, requests: Sequence[str], temperature: float) -> list[tuple[str, bool]]:
        """Answer every request; whether the answer ended by itself stands beside it."""
        turns = [
            self._tokenizer.apply_chat_template(
                [{"role": "user", "content": r}], add_generation_prompt=True, tokenize=False
            )
            for r in requests
        ]
        return self._continued(turns, ANSWER, temperature)

    def requests(self) -> list[str]:
        """Up to `BATCH` requests of its own, those that ended by themselves."""
        marker = "REQUEST"
        turn = self._tokenizer.apply_chat_template([{"role": "user", "content": marker}], tokenize=False)
        written = self._continued([turn[: turn.index(marker)]] * BATCH, 64, 0.9)
        return [text.strip() for text, ended in written if ended and text.strip()]

    @torch.inference_mode()
    def _continued(self, starts: Sequence[str], tokens: int, temperature: float) -> list[tuple[str, bool]]:
        end = self._tokenizer.eos_token_id
        given = self._tokenizer(list(starts), return_tensors="pt", padding=True, add_special_tokens=False)
        out: Any = self._model.generate(
            **given,
            do_sample=True,
            temperature=temperature,
            top_k=0,
            top_p=1.0,
            max_new_tokens=tokens,
            eos_token_id=end,
            pad_token_id=end,
        )
        new = out[:, given["input_ids"].shape[1] :]
        texts = self._tokenizer.batch_decode(new, skip_special_tokens=True)
        return list(zip(texts, (new == end).any(-1).tolist(), strict=True))


def written(writer: Writer, seed: int, passages: list[str]) -> Iterator[dict[str, Any]]:
    """Objects of the corpus without end. `passages` grows by the answers that can be worked on."""
    draw = random.Random(seed)
    for turn, kind in enumerate(cycle(ORDER)):
        if kind in ON_A_TEXT and not passages:
            continue
        requests = writer.requests() if kind == "own" else [request(draw, kind, passages) for _ in range(BATCH)]
        temperature = TEMPERATURES[turn % len(TEMPERATURES)]
        answers = writer.answers(requests, temperature)
        for prompt, (text, done) in zip(requests, answers, strict=True):
            yield {"task": kind, "temperature": temperature, "prompt": prompt, "text": text, "done": done}
            passages += passage(text)


def passage(text: str) -> list[str]:
    """The text up to its last full stop, if that is long enough to be worked on and not too long."""
    whole = text[: text.rfind(".") + 1].strip()
    return [whole] if PASSAGE[0] <= len(whole.split()) <= PASSAGE[1] and "```" not in whole else []


def main(argv: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m specviz.training.smollm2_texts", description=__doc__)
    parser.add_argument("--minutes", type=float, required=True)
    parser.add_argument("--target", type=Path, default=cache_folder() / SMOLLM2_FOLDER)
    parser.add_argument("--out", type=Path, required=True, help=".jsonl, appended to")
    parser.add_argument("--seed", type=int, help="default: the number of texts there are")
    parser.add_argument("--threads", type=int, default=1)
    args = parser.parse_args(argv)
    torch.set_num_threads(args.threads)
    before = read_texts(args.out) if args.out.exists() else []
    seed = len(before) if args.seed is None else args.seed
    passages = [found for text in before for found in passage(text["text"])]
    until = time.monotonic() + 60 * args.minutes
    with args.out.open("a", encoding="utf-8") as file:
        for number, text in enumerate(written(Writer(args.target, seed), seed, passages)):
            file.write(json.dumps(text, ensure_ascii=False) + "\n")
            if number % BATCH == 0:
                file.flush()
                print(f"{number} texts", flush=True)
                if time.monotonic() > until:
                    break
    return 0


if __name__ == "__main__":
    sys.exit(main())
