"""transformers' own decoders on the same prompts, in the same run: plain, assisted, and prompt lookup. Greedy only.

Times are of the whole call, prompt included, because `generate` does not tell them apart; ours are taken the same
way for the comparison. The ids must be those of our own run.
"""

import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import torch

from specviz.bench.prompts import Prompt
from specviz.runs import Run
from specviz.settings import RunSettings

PEERS = ("generate", "assisted", "lookup")


@dataclass(frozen=True)
class PeerTimes:
    """Seconds and tokens summed over all prompts and turns, per way; `same_ids` counts prompts with equal ids."""

    seconds: dict[str, float]
    tokens: dict[str, int]
    same_ids: dict[str, int]
    prompts: int


def peer_times(run: Run, settings: RunSettings, prompts: Sequence[Prompt], turns: int) -> PeerTimes:
    """Our plain and speculative decoding and the peers, taking turns on every prompt; the first turn is warm-up."""
    ways = ["ours", "ours_speculative", "generate", "lookup", *(["assisted"] if run.pair.draft else [])]
    seconds, tokens, same = dict.fromkeys(ways, 0.0), dict.fromkeys(ways, 0), dict.fromkeys(ways, 0)
    for prompt in prompts:
        chosen = settings.but(prompt=prompt.text, prompt_format=prompt.prompt_format, temperature=0.0)
        ids = run.prompt_ids(chosen)
        reference: list[int] = []
        for turn in range(turns + 1):
            for way in ways:
                run.forget()
                start = time.perf_counter()
                got = _decode(run, chosen, ids, way)
                elapsed = time.perf_counter() - start
                reference = got if way == "ours" else reference
                if turn:
                    seconds[way] += elapsed
                    tokens[way] += len(got)
                    same[way] += got == reference
    return PeerTimes(seconds, tokens, {way: n // max(1, turns) for way, n in same.items()}, len(prompts))


def _decode(run: Run, settings: RunSettings, ids: Sequence[int], way: str) -> list[int]:
    if way == "ours":
        return [i for r in run.autoregressive(settings, ids, laws=False) for i in r.committed]
    if way == "ours_speculative":
        return [i for r in run.speculative(settings, ids, laws=False) for i in r.committed]
    return _generate(run, settings, ids, way)


@torch.inference_mode()
def _generate(run: Run, settings: RunSettings, ids: Sequence[int], way: str) -> list[int]:
    model = run.pair.target.model
    options: dict[str, Any] = {"max_new_tokens": settings.max_new_tokens, "do_sample": False}
    if settings.min_new_tokens:
        options["min_new_tokens"] = settings.min_new_tokens
    if way == "assisted":
        draft = run.pair.draft.model
        draft.generation_config.num_assistant_tokens = settings.draft_k
        draft.generation_config.num_assistant_tokens_schedule = "constant"
        draft.generation_config.assistant_confidence_threshold = 0.0
        options["assistant_model"] = draft
    elif way == "lookup":
        options |= {"prompt_lookup_num_tokens": settings.k, "max_matching_ngram_size": settings.lookup_max}
    fed = torch.tensor([ids], device=run.pair.target.device)
    eos = sorted(run.pair.target.eos_ids)
    out = model.generate(
        fed,
        attention_mask=torch.ones_like(fed),
        pad_token_id=eos[0] if eos else 0,
        eos_token_id=eos or None,
        **options,
    )
    return out[0, len(ids) :].tolist()
