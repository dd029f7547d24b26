"""The mean log-probability of a prompt, against one computed token by token."""

import math
from pathlib import Path

import torch

from specviz.models import load
from specviz.models.likelihood import likelihood


def test_likelihood_is_the_mean_over_the_tokens_after_the_first(llama: tuple[Path, Path]) -> None:
    pair = load(str(llama[0]))
    ids = pair.tokenizer.encode("the cat sat on the mat")
    with torch.no_grad():
        steps = [
            pair.target.model(torch.tensor([ids[:n]])).logits[0, -1].log_softmax(-1)[ids[n]].item()
            for n in range(1, len(ids))
        ]
    assert math.isclose(likelihood(pair.target, ids), sum(steps) / len(steps), rel_tol=1e-4)
    assert likelihood(pair.target, ids[:1]) is None
