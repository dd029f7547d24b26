"""The prepared script for a CUDA machine without network: is the engine right there, and what does a pass cost?

    python -m specviz bench --gpu-suite OUT

It needs torch, transformers and numpy, no weights, no Streamlit. Random weights stand in for models: the time of a
pass depends on shapes, not on values. Whole rounds run with a scripted acceptance and are therefore *simulated*.
OUT becomes a recorded measurement that pages can show. On a CPU it runs small shapes, to test itself.
"""

import json
import time
import warnings
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import torch
import transformers

from specviz.bench.machine import MachineRates, measure
from specviz.bench.passes import time_passes
from specviz.engine.decode import CORRECT, Parts, autoregressive, speculative
from specviz.engine.drafters import make_drafter
from specviz.engine.drafters.scripted import Scripted
from specviz.engine.language_model import CachedModel, Weights
from specviz.engine.libraries import LlamaConfig, LlamaForCausalLM
from specviz.engine.on_device import ON_DEVICE
from specviz.settings import RunSettings

VERSION = 1
LENGTHS = (1, 2, 3, 5, 9, 17)
BUDGET_SECONDS = 8 * 60.0


@dataclass(frozen=True)
class Shape:
    """A Llama-like shape: layers, hidden and intermediate width, heads, key-value heads, vocabulary."""

    name: str
    layers: int
    hidden: int
    intermediate: int
    heads: int
    kv_heads: int
    vocab: int
    tied: bool = True


CUDA_SHAPES = (
    Shape("0.5B (Qwen2.5-0.5B)", 24, 896, 4864, 14, 2, 151_936),
    Shape("1.5B (Qwen2.5-1.5B)", 28, 1536, 8960, 12, 2, 151_936),
    Shape("8B (Llama-3.1-8B)", 32, 4096, 14_336, 32, 8, 128_256, tied=False),
)
CPU_SHAPES = (Shape("toy", 2, 64, 128, 4, 2, 512), Shape("toy wide", 2, 128, 256, 4, 2, 512))


def suite(out: Path, progress: Callable[[str], None] = print, budget: float = BUDGET_SECONDS) -> dict[str, Any]:
    """Run everything, writing `out` after every part so that a cut run keeps what it has. Returns what was written.

    Parts that would start after `budget` seconds, or do not fit into the memory, are named in `left_out`.
    """
    cuda = torch.cuda.is_available()
    device = "cuda" if cuda else "cpu"
    start = time.perf_counter()
    done: dict[str, Any] = {
        "version": VERSION,
        "device": torch.cuda.get_device_name(0) if cuda else "cpu",
        "torch": torch.__version__,
        "transformers": transformers.__version__,
        "correctness": correctness(device),
        "left_out": [],
    }
    _write(out, done, progress, "correctness")
    rates = measure(device)
    done["machine"] = asdict(rates)
    _write(out, done, progress, "machine")
    done["shapes"] = []
    for shape in CUDA_SHAPES if cuda else CPU_SHAPES:
        for context in (512, 4096) if cuda else (16, 64):
            if time.perf_counter() - start > budget:
                done["left_out"].append(f"{shape.name} at {context}")
                continue
            try:
                done["shapes"].append(_shape(shape, context, device, rates))
            except torch.OutOfMemoryError as e:
                done["left_out"].append(f"{shape.name} at {context}: {e}")
            _write(out, done, progress, f"{shape.name} at {context}")
    done["seconds"] = time.perf_counter() - start
    _write(out, done, progress, "done")
    return done


def correctness(device: str) -> dict[str, bool]:
    """Greedy equality with generate and among conventions, caches and drafters, in fp32 on `device`."""
    target, draft = (_weights(CPU_SHAPES[0], device, torch.float32, seed) for seed in (0, 1))
    prompt = (1, 2, 3, 4, 5)
    settings = RunSettings(temperature=0.0, max_new_tokens=48)
    fed = torch.tensor([prompt], device=device)
    theirs = target.model.generate(
        fed, attention_mask=torch.ones_like(fed), max_new_tokens=48, do_sample=False, pad_token_id=0
    )
    expected = theirs[0, len(prompt) :].tolist()
    found = {"autoregressive = generate": _ids(autoregressive(CachedModel(target), settings, prompt)) == expected}
    for kind in ("preallocated", "dynamic"):
        for repair in ("lazy", "eager"):
            same, accepted = True, True
            for k in (1, 4, 8):
                chosen = settings.but(k=k, repair=repair)
                for method in ("draft", "lookup"):
                    drafter = make_drafter(chosen.but(method=method), len(prompt), CachedModel(draft, kind))
                    same &= _ids(speculative(CachedModel(target, kind), drafter, chosen, prompt)) == expected
                sampled = chosen.but(temperature=1.0)
                drafter = make_drafter(sampled, len(prompt), CachedModel(target, kind))
                rounds = speculative(CachedModel(target, kind), drafter, sampled, prompt)
                accepted &= all(r.accepted == len(r.candidates) for r in rounds)
            found[f"speculative = greedy, {repair}, {kind}"] = same
            found[f"draft = target accepts all, {repair}, {kind}"] = accepted
    return found | _on_device(target, draft, prompt, device)


def _on_device(target: Weights, draft: Weights, prompt: Sequence[int], device: str) -> dict[str, bool]:
    """Rounds whose laws stay on the device: the ids of those on the host, and on a GPU one wait per round."""
    found = {}
    for repair in ("lazy", "eager"):
        same, waits = True, True
        for temperature in (0.0, 1.0):
            chosen = RunSettings(temperature=temperature, max_new_tokens=48, repair=repair)
            rounds = {}
            for parts in (CORRECT, ON_DEVICE):
                ours = CachedModel(target)
                drafter = make_drafter(chosen, len(prompt), CachedModel(draft), parts.arithmetic)
                ours.sync(prompt[:-1])
                with _waits() as seen:
                    rounds[parts] = list(speculative(ours, drafter, chosen, prompt, laws=False, parts=parts))
            same &= _ids(rounds[CORRECT]) == _ids(rounds[ON_DEVICE])
            waits &= sum("synchroniz" in str(w.message) for w in seen) <= len(rounds[ON_DEVICE])
        found[f"on the device = on the host, {repair}"] = same
        if device == "cuda":
            found[f"one wait per round, {repair}"] = waits
    return found


@contextmanager
def _waits() -> Iterator[list[Any]]:
    """All warnings given inside; on a GPU torch gives one for every operation that waits for it."""
    cuda = torch.cuda.is_available()
    with warnings.catch_warnings(record=True) as seen:
        warnings.simplefilter("always")
        if cuda:
            torch.cuda.set_sync_debug_mode("warn")
        try:
            yield seen
        finally:
            if cuda:
                torch.cuda.set_sync_debug_mode("default")


def _shape(shape: Shape, context: int, device: str, rates: MachineRates) -> dict[str, Any]:
    """Pass times of one shape at one context, each also as a multiple of its bandwidth floor, and whole rounds."""
    weights = _weights(shape, device, torch.bfloat16 if device == "cuda" else torch.float32, 0)
    model = CachedModel(weights)
    ids = [i % (shape.vocab - 1) + 1 for i in range(context)]
    times = time_passes(model, ids, LENGTHS)
    read = sum(p.numel() * p.element_size() for p in weights.model.parameters())
    read -= 0 if shape.tied else weights.model.get_input_embeddings().weight.numel() * weights.model.dtype.itemsize
    keys = 2 * shape.layers * shape.kv_heads * (shape.hidden // shape.heads) * context * weights.model.dtype.itemsize
    floor = (read + keys) / rates.bytes_per_second
    result = {
        "shape": asdict(shape),
        "context": context,
        "dtype": str(weights.dtype).removeprefix("torch."),
        "bytes_read": read + keys,
        "floor_seconds": floor,
        "passes": {
            str(n): {"seconds": s, "of_floor": s / floor} for n, s in zip(times.lengths, times.seconds, strict=True)
        },
        "rounds": [
            _rounds(model, ids, share, parts) | {"arithmetic": where}
            for where, parts in (("host", CORRECT), ("device", ON_DEVICE))
            for share in (0.0, 0.6, 1.0)
        ],
    }
    del model, weights
    if device == "cuda":
        torch.cuda.empty_cache()
    return result


def _rounds(
    model: CachedModel, prompt: Sequence[int], share: float, parts: Parts, k: int = 4, n: int = 48
) -> dict[str, Any]:
    """Whole greedy rounds whose script agrees with the target `share` of the time: time per token, simulated."""
    settings = RunSettings(temperature=0.0, max_new_tokens=n, k=k, method="scripted")
    plain_start = time.perf_counter()
    plain = _ids(autoregressive(model, settings, prompt, laws=False, parts=parts))
    plain_seconds = time.perf_counter() - plain_start
    wrong = (plain[0] + 1) % model.vocab_size
    script = [i if (j * share) % 1.0 < share else wrong for j, i in enumerate(plain, 1)]
    start = time.perf_counter()
    rounds = list(speculative(model, Scripted(k, script, len(prompt)), settings, prompt, laws=False, parts=parts))
    seconds = time.perf_counter() - start
    return {
        "simulated": True,
        "k": k,
        "script_share": share,
        "rounds": len(rounds),
        "tokens": n,
        "accepted": sum(r.accepted for r in rounds),
        "seconds_per_token": seconds / n,
        "plain_seconds_per_token": plain_seconds / n,
    }


def _weights(shape: Shape, device: str, dtype: torch.dtype, seed: int) -> Weights:
    torch.manual_seed(seed)
    config = LlamaConfig(
        vocab_size=shape.vocab,
        hidden_size=shape.hidden,
        intermediate_size=shape.intermediate,
        num_hidden_layers=shape.layers,
        num_attention_heads=shape.heads,
        num_key_value_heads=shape.kv_heads,
        max_position_embeddings=8192,
        tie_word_embeddings=shape.tied,
        bos_token_id=None,
        eos_token_id=None,
        pad_token_id=None,
        initializer_range=0.2 if shape.hidden <= 128 else 0.02,
    )
    before = torch.get_default_dtype()
    torch.set_default_dtype(dtype)
    try:
        with torch.device(device):
            model = LlamaForCausalLM(config)
    finally:
        torch.set_default_dtype(before)
    return Weights.of(model, shape.name)


def _ids(rounds: Any) -> list[int]:
    return [i for r in rounds for i in r.committed]


def _write(out: Path, done: dict[str, Any], progress: Callable[[str], None], part: str) -> None:
    out.write_text(json.dumps(done, indent=1), "utf-8")
    progress(part)
