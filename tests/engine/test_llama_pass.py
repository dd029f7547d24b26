"""The written-out pass against transformers' own modules: logits, hidden states and K/V."""

import copy

import pytest
import torch
from torch.nn.functional import scaled_dot_product_attention
from transformers import GPT2Config, GPT2LMHeadModel, LlamaConfig, LlamaForCausalLM, Qwen2Config, Qwen2ForCausalLM

from specviz.engine import attention
from specviz.engine.kv_cache import TransformersForward
from specviz.engine.language_model import CachedModel, Weights
from specviz.engine.llama_pass import LlamaPass, fits

SIZE = {
    "vocab_size": 64,
    "hidden_size": 32,
    "intermediate_size": 48,
    "num_hidden_layers": 3,
    "num_attention_heads": 4,
    "max_position_embeddings": 128,
    "initializer_range": 0.35,
    "bos_token_id": None,
    "eos_token_id": None,
}
LLAMA3 = {"rope_type": "llama3", "factor": 8.0, "low_freq_factor": 1.0, "high_freq_factor": 4.0}
MODELS = {
    "grouped heads": lambda: LlamaForCausalLM(LlamaConfig(**SIZE, num_key_value_heads=2)),
    "a head each": lambda: LlamaForCausalLM(LlamaConfig(**SIZE, num_key_value_heads=4)),
    "wide heads, tied": lambda: LlamaForCausalLM(
        LlamaConfig(**SIZE, num_key_value_heads=1, head_dim=16, tie_word_embeddings=True)
    ),
    "llama3 rotation": lambda: LlamaForCausalLM(
        LlamaConfig(**SIZE, rope_parameters=LLAMA3 | {"rope_theta": 1e4, "original_max_position_embeddings": 32})
    ),
    "yarn rotation": lambda: LlamaForCausalLM(
        LlamaConfig(
            **SIZE,
            rope_parameters={"rope_type": "yarn", "factor": 4.0, "rope_theta": 1e4}
            | {"original_max_position_embeddings": 32},
        )
    ),
    "projections with bias": lambda: Qwen2ForCausalLM(Qwen2Config(**SIZE, num_key_value_heads=2)),
}


def both(name: str) -> tuple[CachedModel, CachedModel]:
    """The same model through `LlamaPass` and through transformers, hidden states kept."""
    torch.manual_seed(1)
    model = MODELS[name]()
    with torch.no_grad():  # norms and biases that are not 1 and 0
        for parameter in model.parameters():
            if parameter.dim() == 1:
                parameter.add_(0.3 * torch.randn_like(parameter))
    reference = copy.deepcopy(model)
    theirs = Weights.of(reference, "theirs").but(forward=TransformersForward(reference))
    ours = Weights.of(model, "ours")
    assert isinstance(ours.forward, LlamaPass)
    return CachedModel(ours, keep_hidden=True), CachedModel(theirs, keep_hidden=True)


def same(a: torch.Tensor, b: torch.Tensor) -> bool:
    return a.shape == b.shape and bool((a - b).abs().max() < 1e-4 * max(1.0, b.abs().max().item()))


def as_cuda_lays_it_out(*args, **kw):
    """Attention whose output lies in memory as one of CUDA's kernels leaves it."""
    return scaled_dot_product_attention(*args, **kw).transpose(1, 2).contiguous().transpose(1, 2)


@pytest.mark.parametrize("laid_out", [scaled_dot_product_attention, as_cuda_lays_it_out], ids=["cpu", "cuda"])
@pytest.mark.parametrize("name", MODELS)
def test_the_pass_is_that_of_transformers(name, laid_out, monkeypatch):
    monkeypatch.setattr(attention, "scaled_dot_product_attention", laid_out)
    ours, theirs = both(name)
    ids = [(7 * i + 3) % 64 for i in range(60)]
    for fed, keep in ((ids[:20], 0), (ids[20:21], 0), (ids[21:26], 0), (ids[26:40], 3)):
        assert same(ours.extend(fed, keep), theirs.extend(fed, keep))
    ours.truncate(24), theirs.truncate(24)
    tree = torch.tensor(
        [[True] * 24 + row for row in ([True, False, False], [True, True, False], [True, False, True])]
    )
    assert same(ours.extend(ids[40:43], mask=tree), theirs.extend(ids[40:43], mask=tree))
    assert same(ours.hidden, theirs.hidden)
    for i in range(SIZE["num_hidden_layers"]):
        for x, y in zip(ours.cache.layer(i), theirs.cache.layer(i), strict=True):
            assert same(x, y)


def test_hidden_states_follow_the_cache():
    ours, _ = both("grouped heads")
    ours.extend(range(40))
    ours.truncate(10)
    ours.extend([50, 51])
    fresh, _ = both("grouped heads")
    fresh.extend([*range(10), 50, 51])
    assert ours.hidden.shape == (12, 32)
    assert same(ours.hidden, fresh.hidden)


def test_hidden_states_that_nobody_kept_are_an_error():
    ours, _ = both("grouped heads")
    plain = CachedModel(ours.weights)
    plain.extend([1, 2])
    with pytest.raises(ValueError, match="keep_hidden"):
        _ = plain.hidden


def test_the_models_own_forward_still_works_and_memory_is_held_once():
    torch.manual_seed(0)
    model = MODELS["grouped heads"]()
    before = model(torch.arange(9)[None]).logits
    size = sum(p.numel() for p in model.parameters())
    first, second = Weights.of(model, "a"), Weights.of(model, "b").but(vocab_size=60)
    assert same(model(torch.arange(9)[None]).logits, before)
    stored = {p.untyped_storage().data_ptr(): p.untyped_storage().nbytes() for p in model.parameters()}
    assert sum(stored.values()) == 4 * size
    assert first.forward._layers[0].qkv.weight.data_ptr() == second.forward._layers[0].qkv.weight.data_ptr()
    assert same(CachedModel(second).extend(range(9)), before[0, :, :60])


@pytest.mark.parametrize(
    "model",
    [
        GPT2LMHeadModel(GPT2Config(vocab_size=64, n_embd=32, n_layer=1, n_head=4, n_positions=64)),
        LlamaForCausalLM(LlamaConfig(**SIZE, attention_bias=True)),
        LlamaForCausalLM(LlamaConfig(**SIZE, mlp_bias=True)),
        LlamaForCausalLM(LlamaConfig(**SIZE | {"hidden_act": "gelu"})),
    ],
    ids=["gpt2", "attention bias", "mlp bias", "gelu"],
)
def test_other_models_run_through_transformers(model):
    assert not fits(model)
    assert isinstance(Weights.of(model, "other").forward, TransformersForward)


def test_a_rotation_that_changes_with_the_length_does_not_fit():
    rope = {"rope_type": "dynamic", "factor": 2.0, "rope_theta": 1e4}
    assert not fits(LlamaForCausalLM(LlamaConfig(**SIZE, rope_parameters=rope)))
