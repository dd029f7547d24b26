"""The draft head in the repository is whole, small, and fits a model of SmolLM2's size."""

import json

import pytest
from transformers import LlamaConfig, LlamaForCausalLM

from specviz.engine.language_model import Weights
from specviz.models.draft_head import is_head, load_head
from specviz.models.model_folder import open_folder
from specviz.paths import ASSETS

FOLDER = ASSETS / "models" / "smollm2-draft"


@pytest.fixture(scope="module")
def head():
    config = LlamaConfig(
        vocab_size=49_152, hidden_size=576, intermediate_size=32, num_hidden_layers=1, num_attention_heads=9,
        num_key_value_heads=3, tie_word_embeddings=True,
    )  # fmt: skip
    target = Weights.of(LlamaForCausalLM(config), "as wide as SmolLM2")
    return load_head(open_folder(FOLDER, "smollm2-draft"), target)


def test_it_loads_over_a_target_as_wide_as_its_own(head) -> None:
    assert is_head(open_folder(FOLDER, "smollm2-draft"))
    assert head.output.shape == (len(head.vocabulary), 576)
    assert sum(p.numel() for p in head.model.parameters()) < 5_000_000
    assert 2 in head.vocabulary, "it can propose the end of the answer"


def test_it_is_small_and_says_how_it_was_made() -> None:
    assert sum(f.stat().st_size for f in FOLDER.iterdir()) < 15_000_000
    made = json.loads((FOLDER / "training.json").read_text("utf-8"))
    assert made["steps"] > 0
    assert all("specviz.training.draft_head" in command for command in made["commands"])
    assert not any("/root" in command or "/home" in command for command in made["commands"])
    assert made["validation_alpha"][0] > 0.4
    card = (FOLDER / "README.md").read_text("utf-8")
    assert "Apache-2.0" in card
