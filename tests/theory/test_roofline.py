"""Pass times by hand, the printed bandwidth roofs, and what must hold whatever the numbers are."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from specviz.errors import SpecvizError
from specviz.theory.accelerator import FORMATS, IDEAL, Accelerator, Efficiency, ddr_bytes_per_second, weight_format
from specviz.theory.model_shape import ModelShape
from specviz.theory.roofline import (
    BOUNDS,
    Setup,
    attention_operations,
    free_tokens,
    pass_time,
    roof_tokens_per_second,
)
from specviz.theory.tables import accelerator, model
from specviz.words import catalogue

DEVICES = ("a100_80_sxm", "h100_sxm", "h200", "rtx_4090", "l4")
ROOFS = {
    "Llama-2-7B": (154, 254, 363, 76, 22.7),
    "Llama-3.1-8B": (136, 223, 320, 67, 20.0),
    "Llama-3.2-1B": (825, 1355, 1942, 408, 121),
    "Qwen2.5-0.5B": (2064, 3391, 4858, 1020, 304),
    "Qwen2.5-1.5B": (660, 1085, 1555, 327, 97),
    "Qwen2.5-7B": (144, 237, 339, 71, 21),
}


def setup(name="Llama-3.1-8B", device="h100_sxm", weights="bf16", efficiency=IDEAL):
    return Setup(model(name).shape, accelerator(device), FORMATS[weights], efficiency)


@pytest.mark.parametrize("name", ROOFS)
def test_bandwidth_roofs_match_the_table(name):
    found = [roof_tokens_per_second(setup(name, device)) for device in DEVICES]
    assert found == pytest.approx(ROOFS[name], rel=0.011)  # printed as whole numbers


def test_a_tiny_machine_by_hand():
    # one layer, width 2, MLP 3 (gated), one head of 2, vocabulary 5, tied: matrices 16 + 18 + 10 = 44, norms 6
    shape = ModelShape("toy", 1, 2, 3, 1, 1, 2, 5, tied=True)
    assert (shape.matrix_params, shape.params_read) == (44, 50)
    device = Accelerator("d", "d", "gpu", 1e9, 10.0, {"bf16": 100.0}, {})
    one = pass_time(Setup(shape, device, FORMATS["bf16"], IDEAL), tokens=2, batch=3, context=4)
    assert (one.weight_bytes, one.weights) == (100, 10.0)
    assert (one.matrix_operations, one.arithmetic) == (2 * 44 * 6, 5.28)
    # 8 bytes per token: 4 read and 2 written, in 3 sequences
    assert (one.kv_bytes, one.kv_cache) == (3 * 6 * 8, 14.4)
    # the two queries see 5 and 6 keys; 4 · 11 · 1 head · 2 wide, in 3 sequences
    assert (one.attention_operations, one.attention) == (3 * 4 * 11 * 2, 2.64)
    assert one.seconds == 10.0 + 14.4
    assert one.bound_by == "kv_cache"


def test_seventy_billion_parameters_through_an_h100():
    # 139 GB at 3.35 TB/s and 2 · 69.5 G operations at 989 T/s
    one = pass_time(setup("Llama-3.1-70B"), 1)
    assert one.weights == pytest.approx(41.5e-3, rel=2e-3)
    assert one.arithmetic == pytest.approx(0.1405e-3, rel=2e-3)


def test_efficiency_scales_the_ceilings():
    ideal, real = pass_time(setup(), 4), pass_time(setup(efficiency=Efficiency(0.5, 0.25)), 4)
    assert real.weights == pytest.approx(2 * ideal.weights)
    assert real.arithmetic == pytest.approx(4 * ideal.arithmetic)


def test_gpt_fasts_measured_bytes_per_token():
    # A100, Llama-3.1-8B: 1411 GB/s at 93.9 tokens/s
    assert setup().weight_bytes_read == pytest.approx(1411e9 / 93.9, rel=2e-3)
    # 70 B in 4 bits: 1097.66 GB/s at 25.25 tokens/s
    assert setup("Llama-2-70B", weights="w4a16").weight_bytes_read == pytest.approx(1097.66e9 / 25.25, rel=0.02)


def test_four_more_tokens_are_nearly_free_and_a_thousand_are_not():
    one, five, many = (pass_time(setup(), n).seconds for n in (1, 5, 1000))
    assert five / one < 1.001
    assert many / one > 3


def test_the_lunch_is_free_up_to_about_the_ridge():
    assert free_tokens(setup()) == pytest.approx(accelerator("h100_sxm").ridge("bf16"), rel=0.001)
    edge = round(free_tokens(setup()))
    assert pass_time(setup(), edge - 5).arithmetic < pass_time(setup(), 1).weights
    assert pass_time(setup(), edge + 5).arithmetic > pass_time(setup(), 1).weights
    # batch × tokens is what counts
    assert pass_time(setup(), 1, batch=100).arithmetic == pytest.approx(pass_time(setup(), 100).arithmetic)


@pytest.mark.parametrize(
    ("tokens", "batch", "context", "efficiency", "bound"),
    [
        (1, 1, 0, IDEAL, "weights"),
        (1000, 1, 0, IDEAL, "arithmetic"),
        (1, 64, 32768, IDEAL, "kv_cache"),
        (100_000, 1, 1_000_000, IDEAL, "attention"),
        (1, 1, 0, Efficiency(1.0, 1.0, 1e-3), "launch"),
    ],
)
def test_what_bounds_a_pass(tokens, batch, context, efficiency, bound):
    assert pass_time(setup(efficiency=efficiency), tokens, batch, context).bound_by == bound


def test_every_bound_has_its_words():
    for lang in ("en", "zh"):
        assert {f"roofline.bound.{bound}" for bound in BOUNDS} <= catalogue(lang).keys()


def test_a_launch_floor_bounds_a_tiny_draft():
    # 24 layers at 20 µs: .48 ms, where the bytes alone take .295 ms
    draft = setup("Qwen2.5-0.5B", efficiency=Efficiency(1.0, 1.0, 20e-6))
    assert pass_time(draft, 1).seconds == pytest.approx(0.48e-3)


def test_attention_counts_each_querys_own_keys():
    shape = model("Llama-3.1-8B").shape
    one_by_one = sum(attention_operations(shape, 1, 100 + j) for j in range(7))
    assert attention_operations(shape, 7, 100) == pytest.approx(one_by_one)
    windowed = replace(shape, window=64, global_layers=0)
    assert attention_operations(windowed, 1, 10_000) == pytest.approx(
        attention_operations(shape, 1, 10_000) * 64 / 10_001
    )


def test_mixtures_of_experts_are_refused():
    with pytest.raises(SpecvizError) as error:
        pass_time(setup("DeepSeek-V3"), 1)
    assert error.value.code == "moe_unsupported"


@pytest.mark.parametrize("bad", [{"tokens": 0}, {"batch": 0}, {"context": -1}, {"tokens": 1.5}, {"batch": 10**9}])
def test_inputs_out_of_range_are_refused(bad):
    with pytest.raises(SpecvizError):
        pass_time(setup(), **{"tokens": 1, **bad})


def test_unreachable_efficiencies_and_unknown_formats_are_refused():
    for bad in ((0.0, 0.5), (1.1, 0.5), (0.5, 0.5, -1.0)):
        with pytest.raises(SpecvizError):
            Efficiency(*bad)
    with pytest.raises(SpecvizError):
        weight_format("fp3")


def test_cpu_bandwidth_from_its_channels():
    assert ddr_bytes_per_second(2, 5600) == 89.6e9
    assert ddr_bytes_per_second(12, 4800) == 460.8e9


@given(
    st.sampled_from(("Llama-3.1-8B", "Gemma-2-2B", "gpt2")),
    st.integers(1, 64),
    st.integers(1, 256),
    st.integers(0, 20_000),
)
def test_a_pass_is_never_shorter_than_any_of_its_parts(name, tokens, batch, context):
    one = pass_time(setup(name), tokens, batch, context)
    parts = (one.weights, one.arithmetic, one.kv_cache, one.attention)
    assert max(parts) <= one.seconds <= sum(parts)
    longer = pass_time(setup(name), tokens + 1, batch, context)
    wider = pass_time(setup(name), tokens, batch + 1, context)
    assert longer.seconds >= one.seconds
    assert wider.seconds >= one.seconds
    assert wider.seconds / (batch + 1) <= one.seconds / batch * (1 + 1e-12)
