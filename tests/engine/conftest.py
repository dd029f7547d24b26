"""Random Llamas of 64 tokens, large enough weights that their laws are far from uniform."""

import pytest
import torch
from transformers import LlamaConfig, LlamaForCausalLM

from specviz.engine.language_model import Weights


def random_llama(seed: int, eos: int | None = None, vocab: int = 64, layers: int = 2) -> Weights:
    torch.manual_seed(seed)
    config = LlamaConfig(
        vocab_size=vocab,
        hidden_size=32,
        intermediate_size=64,
        num_hidden_layers=layers,
        num_attention_heads=4,
        num_key_value_heads=2,
        max_position_embeddings=256,
        initializer_range=0.35,
        bos_token_id=None,
        eos_token_id=eos,
        pad_token_id=None,
    )
    return Weights.of(LlamaForCausalLM(config), f"random-{seed}")


@pytest.fixture(scope="session")
def target() -> Weights:
    return random_llama(0)


@pytest.fixture(scope="session")
def draft() -> Weights:
    """A relative of the target: near enough that candidates are accepted often, not always."""
    target, other = random_llama(0), random_llama(1)
    with torch.no_grad():
        for ours, theirs in zip(target.model.parameters(), other.model.parameters(), strict=True):
            ours.add_(theirs, alpha=0.25)
    return target.but(name="relative")
