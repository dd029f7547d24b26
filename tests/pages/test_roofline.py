"""The roofline page: defaults, extremes, all three parts, a pasted config, and this machine."""

import json

import pytest
from streamlit.testing.v1 import AppTest

from specviz.theory.accelerator import FORMATS, Efficiency
from specviz.theory.roofline import Setup, free_tokens
from specviz.theory.tables import accelerator, model
from tests.pages.lab import open_page, said
from tests.pages.test_expected import result

PARTS = ("pass", "pays", "memory")
SMALLEST = {"r_target": "gpt2", "r_draft": "none", "r_device": "t4", "r_k": "0", "r_context": "0"}
LARGEST = {"r_target": "Llama-2-70B", "r_draft": "Vicuna-13B", "r_device": "b200", "r_devices": "16", "r_k": "16",
           "r_batch": "1024", "r_context": "131072", "r_format": "w4a16"}  # fmt: skip


def opened(**query: str) -> AppTest:
    at = open_page("roofline", **query)
    assert not at.exception, [e.value for e in at.exception]
    return at


@pytest.mark.parametrize("part", PARTS)
@pytest.mark.parametrize("query", [{}, SMALLEST, LARGEST], ids=["default", "smallest", "largest"])
def test_every_part_at_defaults_and_extremes(part: str, query: dict[str, str]) -> None:
    at = opened(r_part=part, **query)
    assert not said(at)
    assert result(at, {"pass": "read", "pays": "factor", "memory": "fit"}[part])


def test_the_numbers_are_theory_s() -> None:
    target = Setup(model("Llama-3.1-8B").shape, accelerator("h100_sxm"), FORMATS["bf16"], Efficiency())
    at = opened(r_target="Llama-3.1-8B", r_device="h100_sxm", r_devices="1")
    assert result(at, "free") == f"{free_tokens(target):,.0f}"


def test_a_pasted_config_takes_the_place_of_the_table() -> None:
    config = {"model_type": "llama", "num_hidden_layers": 32, "hidden_size": 4096, "intermediate_size": 14336,
              "num_attention_heads": 32, "num_key_value_heads": 8, "vocab_size": 128256}  # fmt: skip
    at = open_page("roofline", r_target="pasted")
    assert "config.json" in at.error[0].value
    at.text_area(key="r_target_json").set_value(json.dumps(config)).run()
    assert not at.error
    assert result(at, "read") == "15.01 GB"
    assert any("r_target_json=" in c.value for c in at.code)


def test_a_link_out_of_range_is_refused_with_the_range() -> None:
    at = opened(r_k="40", r_batch="5", r_device="abacus")
    told = " ".join(said(at))
    assert "between 0 and 16" in told
    assert "1, 2, 3, 4, 6, 8" in told
    assert "abacus" in told


def test_weights_that_do_not_fit_are_refused() -> None:
    at = opened(r_part="memory", r_target="Llama-2-70B", r_device="t4", r_devices="1")
    assert "16" in at.error[0].value


def test_this_machine_is_measured_when_asked() -> None:
    at = opened(r_device="this", r_target="SmolLM2-360M", r_draft="SmolLM2-135M", r_devices="1")
    assert at.info
    at.button(key="measure_machine").click().run()
    assert not at.exception
    assert result(at, "pass_one")


def test_chinese() -> None:
    at = open_page("roofline", locale="zh-CN", r_part="pays")
    assert not at.exception
    assert at.title[0].value == "屋顶线"
