"""Pasted configurations: published ones give the table's counts; hostile text gives clear errors."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from specviz.errors import SpecvizError
from specviz.theory.kv_bytes import kv_bytes_per_token
from specviz.theory.model_config import MAX_CHARS, shape_from_config
from specviz.theory.tables import model

LLAMA_31_8B = {
    "model_type": "llama", "num_hidden_layers": 32, "hidden_size": 4096, "intermediate_size": 14336,
    "num_attention_heads": 32, "num_key_value_heads": 8, "vocab_size": 128256, "tie_word_embeddings": False,
}  # fmt: skip
QWEN25_05B = {
    "model_type": "qwen2", "num_hidden_layers": 24, "hidden_size": 896, "intermediate_size": 4864,
    "num_attention_heads": 14, "num_key_value_heads": 2, "vocab_size": 151936, "tie_word_embeddings": True,
    "sliding_window": 32768, "max_window_layers": 21, "use_sliding_window": False,
}  # fmt: skip
QWEN3_06B = {
    "model_type": "qwen3", "num_hidden_layers": 28, "hidden_size": 1024, "intermediate_size": 3072, "head_dim": 128,
    "num_attention_heads": 16, "num_key_value_heads": 8, "vocab_size": 151936, "tie_word_embeddings": True,
    "sliding_window": None,
}  # fmt: skip
GPT2 = {"model_type": "gpt2", "n_layer": 12, "n_embd": 768, "n_head": 12, "n_positions": 1024, "n_inner": None,
        "vocab_size": 50257}  # fmt: skip
MISTRAL = {
    "model_type": "mistral", "num_hidden_layers": 32, "hidden_size": 4096, "intermediate_size": 14336,
    "num_attention_heads": 32, "num_key_value_heads": 8, "vocab_size": 32000, "sliding_window": 4096,
}  # fmt: skip
GEMMA2 = {
    "model_type": "gemma2", "num_hidden_layers": 26, "hidden_size": 2304, "intermediate_size": 9216, "head_dim": 256,
    "num_attention_heads": 8, "num_key_value_heads": 4, "vocab_size": 256000, "sliding_window": 4096,
}  # fmt: skip
NEOX = {"model_type": "gpt_neox", "num_hidden_layers": 6, "hidden_size": 512, "intermediate_size": 2048,
        "num_attention_heads": 8, "vocab_size": 50304, "tie_word_embeddings": False}  # fmt: skip


@pytest.mark.parametrize(
    ("config", "name"),
    [
        (LLAMA_31_8B, "Llama-3.1-8B"),
        (QWEN25_05B, "Qwen2.5-0.5B"),
        (QWEN3_06B, "Qwen3-0.6B"),
        (GPT2, "gpt2"),
        (MISTRAL, "Mistral-7B-v0.1"),
        (GEMMA2, "Gemma-2-2B"),
    ],
)
def test_a_pasted_config_is_the_model_of_the_table(config, name):
    found, known = shape_from_config(json.dumps(config)), model(name).shape
    assert found.params == known.params
    assert kv_bytes_per_token(found) == kv_bytes_per_token(known)
    assert (found.window, found.global_layers) == (known.window, known.global_layers)


def test_gpt_neox_has_biases_and_two_tables():
    # Pythia-70M: 18,915,328 parameters besides its two tables of 50304 × 512, 70,426,624 in all
    shape = shape_from_config(json.dumps(NEOX))
    assert shape.body_params == 18_915_328
    assert shape.params == 70_426_624


def test_the_head_dimension_is_not_hidden_over_heads_when_the_config_gives_it():
    assert shape_from_config(json.dumps(QWEN3_06B)).head_dim == 128
    assert shape_from_config(json.dumps(LLAMA_31_8B)).head_dim == 128


def test_gemma_configs_without_a_head_dimension_mean_256():
    shape = shape_from_config(json.dumps({key: GEMMA2[key] for key in GEMMA2 if key != "head_dim"}))
    assert shape.head_dim == 256


def test_a_nested_text_config_and_layer_types_are_read():
    inner = {
        **GEMMA2,
        "model_type": "gemma3_text",
        "layer_types": ["sliding_attention"] * 20 + ["full_attention"] * 6,
    }
    shape = shape_from_config(json.dumps({"model_type": "gemma3", "text_config": inner}))
    assert shape.block.qk_norm
    assert (shape.window, shape.global_layers) == (4096, 6)


def test_experts_and_latent_attention_are_noticed():
    mixtral = {**MISTRAL, "model_type": "mixtral", "num_local_experts": 8, "sliding_window": None}
    shape = shape_from_config(json.dumps(mixtral))
    assert kv_bytes_per_token(shape) == 131_072
    with pytest.raises(SpecvizError, match="mixture"):
        _ = shape.params
    deepseek = {**LLAMA_31_8B, "model_type": "deepseek_v3", "num_hidden_layers": 61, "kv_lora_rank": 512,
                "qk_rope_head_dim": 64, "n_routed_experts": 256}  # fmt: skip
    assert kv_bytes_per_token(shape_from_config(json.dumps(deepseek))) == 70_272


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", "config_not_json"),
        ("[1, 2]", "config_not_json"),
        ("{" * 5000, "config_not_json"),
        ("[" * 50_000, "config_not_json"),
        ("{}", "config_model_type"),
        ('{"model_type": ["llama"]}', "config_model_type"),
        ('{"model_type": "bert"}', "config_model_type"),
        ('{"model_type": "llama"}', "config_missing"),
        (json.dumps({**LLAMA_31_8B, "hidden_size": "4096"}), "theory_whole"),
        (json.dumps({**LLAMA_31_8B, "hidden_size": 1e30}), "theory_range"),
        (json.dumps({**LLAMA_31_8B, "hidden_size": float("inf")}), "theory_whole"),
        (json.dumps({**LLAMA_31_8B, "num_hidden_layers": 0}), "theory_range"),
        (json.dumps({**LLAMA_31_8B, "num_attention_heads": True}), "theory_whole"),
        (json.dumps({**LLAMA_31_8B, "num_key_value_heads": 5}), "heads_do_not_divide"),
        (json.dumps({**LLAMA_31_8B, "tie_word_embeddings": "no"}), "config_type"),
        ('{"model_type": "llama", "num_hidden_layers": ' + "9" * 5000 + "}", "config_not_json"),
        (" " * (MAX_CHARS + 1), "config_too_long"),
    ],
)
def test_hostile_text_is_refused_with_a_reason(text, code):
    with pytest.raises(SpecvizError) as error:
        shape_from_config(text)
    assert error.value.code == code
    assert str(error.value)


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=6,
)


@given(st.sampled_from(sorted(GEMMA2)), json_values)
def test_any_value_for_any_key_is_read_or_refused(key, value):
    try:
        shape = shape_from_config(json.dumps({**GEMMA2, key: value}))
    except SpecvizError:
        return
    assert shape.params > 0
