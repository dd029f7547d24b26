"""The pair in `assets/models/`: it loads, belongs together, and speaks Tiny World."""

import json

import pytest
import torch
from transformers import AutoModelForCausalLM, AutoTokenizer

from specviz.paths import ASSETS
from specviz.training.evaluate import along_samples
from specviz.training.sample import continuations
from specviz.training.tiny_world import FAMILIES, examples, parses, prompts, sum_is_right
from specviz.training.tokenizer import CONTEXT, EOS_ID

TARGET, DRAFT = ASSETS / "models" / "tiny-target", ASSETS / "models" / "tiny-draft"


@pytest.fixture(scope="module")
def pair():
    return [AutoModelForCausalLM.from_pretrained(folder, dtype=torch.float32).eval() for folder in (TARGET, DRAFT)]


@pytest.fixture(scope="module")
def tokenizer():
    return AutoTokenizer.from_pretrained(TARGET)


def test_both_models_and_the_tokenizer_share_one_vocabulary(pair, tokenizer):
    assert tokenizer.get_vocab() == AutoTokenizer.from_pretrained(DRAFT).get_vocab()
    assert {model.config.vocab_size for model in pair} == {len(tokenizer)}
    for model in pair:
        assert model.config.eos_token_id == model.generation_config.eos_token_id == tokenizer.eos_token_id == EOS_ID
        assert model.config.max_position_embeddings == tokenizer.model_max_length == CONTEXT


@pytest.mark.parametrize("text", ["<|eos|> typed", "漢字 😀\r\n\t", ""])
def test_the_stored_tokenizer_gives_text_back_and_keeps_control_to_itself(tokenizer, text):
    ids = tokenizer(text)["input_ids"]
    assert ids.count(EOS_ID) == 1 == len(ids) - len(ids[1:])
    assert tokenizer.decode(ids, skip_special_tokens=True) == text


def test_sizes(pair):
    target, draft = pair
    assert 3e6 <= target.num_parameters() <= 8e6
    assert 6 <= target.config.num_hidden_layers <= 10
    assert draft.num_parameters() < 1e6
    assert sum(file.stat().st_size for folder in (TARGET, DRAFT) for file in folder.iterdir()) < 20e6


def test_greedy_texts_of_held_out_prompts_parse(pair, tokenizer):
    """Ninety-five in a hundred are asked of the pair; of thirty, three may miss. Sums must come out right too."""
    missed = []
    for family in FAMILIES:
        asked = [tokenizer(prompt.text)["input_ids"] for prompt in prompts("held_out", family, 6, seed=1)]
        texts = [tokenizer.decode(row, skip_special_tokens=True) for row in continuations(pair[0], asked, 200)]
        missed += [text for text in texts if not parses(text) or (family == "sums" and not sum_is_right(text))]
    assert len(missed) <= 3, missed


def test_a_long_text_whose_end_is_banned_goes_on_in_tiny_world(pair, tokenizer):
    """Past the rows of 256 it was mostly trained on, what follows the first text is still text of the world."""
    ids = tokenizer("12 + 35 = ?")["input_ids"]
    row = pair[0].generate(
        torch.tensor([ids]), do_sample=False, max_new_tokens=400, min_new_tokens=400, pad_token_id=EOS_ID
    )[0]
    texts = tokenizer.decode(row, skip_special_tokens=True).split("\n---\n")
    assert len(texts) > 3
    assert sum(map(parses, texts[:-1])) >= 0.7 * (len(texts) - 1), texts


def test_the_draft_agrees_often_but_not_always_and_not_everywhere_alike(pair, tokenizer):
    alphas = []
    for family in FAMILIES:
        asked = [tokenizer(prompt.text)["input_ids"] for prompt in prompts("held_out", family, 8, seed=1)]
        alphas.append(along_samples(*pair, asked, seed=0)[0])
    assert 0.55 <= sum(alphas) / len(alphas) <= 0.88  # .85 is asked of the pair; 40 prompts scatter by .02
    assert max(alphas) - min(alphas) >= 0.15


def test_world_holds_the_examples_and_tells_the_world_from_the_rest():
    world = json.loads((TARGET / "world.json").read_text("utf-8"))
    assert world["examples"] == [{"family": prompt.family, "text": prompt.text} for prompt in examples()]
    likelihood = world["log_likelihood_per_token"]
    assert max(world["outside"].values()) < likelihood["p01"] < likelihood["p05"] < likelihood["p50"] < 0
