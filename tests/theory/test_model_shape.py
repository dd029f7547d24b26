"""Parameter counts and cache sizes against the printed table, exactly; and the traps the table is full of."""

from dataclasses import replace

import pytest

from specviz.errors import SpecvizError
from specviz.theory.kv_bytes import kv_bytes, kv_bytes_per_token, plan_memory
from specviz.theory.model_shape import ModelShape, attention_kind
from specviz.theory.tables import model, models

READ_GB = {
    "gpt2": 0.247,
    "SmolLM2-135M": 0.269,
    "TinyLlama-1.1B": 2.069,
    "Qwen2.5-0.5B": 0.988,
    "Qwen2.5-7B": 14.141,
    "Llama-2-7B": 13.215,
    "Llama-2-70B": 137.429,
    "Llama-3.1-8B": 15.010,
    "Llama-3.1-70B": 139.006,
    "Gemma-3-1B": 2.000,
}
NON_EMBEDDING = {"gpt2": 85_056_000, "Qwen3-0.6B": 440_467_456, "Gemma-2-2B": 2_024_517_888}
DENSE = [name for name, entry in models().items() if entry.printed_params]


@pytest.mark.parametrize("name", DENSE)
def test_parameters_by_arithmetic_are_the_printed_ones(name):
    assert model(name).shape.params == model(name).printed_params


@pytest.mark.parametrize("name", models())
def test_cache_bytes_per_token_are_the_printed_ones(name):
    assert kv_bytes_per_token(model(name).shape) == model(name).printed_kv_bytes_per_token


@pytest.mark.parametrize("name", READ_GB)
def test_weights_read_per_pass_leave_out_the_input_table(name):
    assert model(name).shape.params_read * 2 / 1e9 == pytest.approx(READ_GB[name], abs=5.1e-4)


@pytest.mark.parametrize("name", NON_EMBEDDING)
def test_the_body_without_tables(name):
    assert model(name).shape.body_params == NON_EMBEDDING[name]


def test_a_tied_head_is_read_once_and_stored_once():
    tied = model("SmolLM2-135M").shape
    untied = replace(tied, tied=False)
    assert tied.params_read == untied.params_read == tied.params
    assert untied.params - tied.params == tied.vocab * tied.hidden


def test_shared_heads_make_a_large_model_cheaper_to_cache():
    sizes = {name: kv_bytes_per_token(model(name).shape) for name in ("Llama-2-7B", "Llama-2-70B")}
    assert sizes["Llama-2-70B"] < sizes["Llama-2-7B"]
    kinds = [attention_kind(model(n).shape) for n in ("Llama-2-7B", "Llama-2-70B", "Gemma-3-1B", "DeepSeek-V3")]
    assert kinds == ["mha", "gqa", "mqa", "mla"]


@pytest.mark.parametrize(
    ("name", "tokens", "mib"),
    [
        ("Llama-2-7B", 4096, 2048.0),
        ("Qwen2.5-0.5B", 4096, 48.0),
        ("Gemma-2-2B", 8192, 624.0),
        ("Gemma-2-2B", 32768, 1872.0),
        ("Gemma-2-9B", 32768, 6048.0),
        ("Gemma-3-1B", 32768, 139.0),
        ("Gemma-3-270M", 32768, 103.5),
        ("Mistral-7B-v0.1", 32768, 512.0),
        ("Mistral-7B-v0.3", 32768, 4096.0),
        ("Llama-3.1-8B", 0, 0.0),
    ],
)
def test_windows_cap_the_cache(name, tokens, mib):
    assert kv_bytes(model(name).shape, tokens) / 2**20 == mib


def test_latent_attention_stores_one_vector_and_refuses_to_be_counted_as_dense():
    deepseek = model("DeepSeek-V3").shape
    assert kv_bytes_per_token(deepseek) == 61 * 576 * 2
    for quantity in ("params", "params_read", "matrix_params", "body_params"):
        with pytest.raises(SpecvizError) as error:
            getattr(deepseek, quantity)
        assert error.value.code == "moe_unsupported"


def test_sequences_that_fit_with_two_caches():
    # H100: 80 GB − 16.06 − 2.47 − 2 reserved = 59.4678… GB; (131072 + 32768)·4096 bytes each
    target, draft = model("Llama-3.1-8B").shape, model("Llama-3.2-1B").shape
    weights = (target.params + draft.params) * 2.0
    plan = plan_memory(80e9, weights, (target, draft), 4096, reserved_bytes=2e9)
    assert plan.per_sequence == 671_088_640
    assert plan.sequences == int((78e9 - weights) // 671_088_640) == 88
    alone = plan_memory(80e9, target.params * 2.0, (target,), 4096, reserved_bytes=2e9)
    assert alone.sequences == 115


def test_a_qwen3_draft_takes_44_per_cent_of_its_targets_cache():
    draft, target = (kv_bytes_per_token(model(n).shape) for n in ("Qwen3-0.6B", "Qwen3-32B"))
    assert draft / target == pytest.approx(0.4375)


def test_what_does_not_fit_is_said():
    with pytest.raises(SpecvizError) as error:
        plan_memory(80e9, 141e9, (model("Llama-3.1-70B").shape,), 4096)
    assert error.value.code == "weights_do_not_fit"


@pytest.mark.parametrize(
    "change", [{"layers": 0}, {"kv_heads": 5}, {"hidden": -1}, {"vocab": 10**9}, {"head_dim": 0.5}]
)
def test_impossible_shapes_are_refused(change):
    sizes = {"layers": 2, "hidden": 8, "intermediate": 16, "query_heads": 4, "kv_heads": 2, "head_dim": 2, "vocab": 9}
    ModelShape("ok", **sizes, tied=True)
    with pytest.raises(SpecvizError):
        ModelShape("bad", **{**sizes, **change}, tied=True)
