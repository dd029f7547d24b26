"""Batched decoding for training and evaluation, by transformers' own generate.

The lab's decoder is elsewhere; what is measured about the models here must not depend on it.
"""

import torch
from transformers import LlamaForCausalLM

from specviz.training.tokenizer import EOS_ID


@torch.no_grad()
def continuations(
    model: LlamaForCausalLM,
    prompts: list[list[int]],
    length: int,
    seed: int | None = None,
    stop: bool = True,
    batch: int = 32,
) -> list[list[int]]:
    """Continue each prompt by up to `length` ids; return prompt and continuation, `<|eos|>` included if it came.

    seed: None decodes greedily, a number samples at temperature 1 from the whole law. stop: whether `<|eos|>`
    ends a text; if not, every result has `length` new ids.
    """
    options: dict[str, object] = (
        {"do_sample": False} if seed is None else {"do_sample": True, "top_k": 0, "top_p": 1.0}
    )
    if seed is not None:
        torch.manual_seed(seed)
    found: dict[int, list[int]] = {}
    order = sorted(range(len(prompts)), key=lambda i: len(prompts[i]))
    for start in range(0, len(order), batch):
        chosen = order[start : start + batch]
        width = max(len(prompts[i]) for i in chosen)
        ids = torch.tensor([[EOS_ID] * (width - len(prompts[i])) + prompts[i] for i in chosen])
        mask = torch.tensor([[0] * (width - len(prompts[i])) + [1] * len(prompts[i]) for i in chosen])
        out = model.generate(
            ids,
            attention_mask=mask,
            max_new_tokens=length,
            eos_token_id=EOS_ID if stop else None,
            pad_token_id=EOS_ID,
            **options,
        )
        for i, row in zip(chosen, out.tolist(), strict=True):
            new = row[width:]
            if stop and EOS_ID in new:
                new = new[: new.index(EOS_ID) + 1]
            found[i] = prompts[i] + new
    return [found[i] for i in range(len(prompts))]
