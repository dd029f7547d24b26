"""The measurements, on toys whose values are known."""

import math

import pytest
import torch
from transformers import LlamaForCausalLM

from specviz.training import evaluate
from specviz.training.pretrain import corpus_tokenizer
from specviz.training.roles import Shape
from specviz.training.tiny_world import FAMILIES, prompts
from specviz.training.tokenizer import VOCABULARY

TOY = Shape(layers=1, width=32, inner=64, heads=2, kv_heads=1, learning_rate=1e-2)


def toy(seed: int, scale: float = 1.0) -> LlamaForCausalLM:
    """A random model; scale 0 makes every law uniform."""
    torch.manual_seed(seed)
    model = LlamaForCausalLM(TOY.config()).eval()
    with torch.no_grad():
        model.model.norm.weight.mul_(scale)
    return model


def test_uniform_laws_have_full_entropy_and_full_acceptance():
    alpha, bits, positions = evaluate.along_samples(toy(0, 0), toy(1, 0), [[0, 300], [0]], seed=0)
    assert alpha == pytest.approx(1, abs=1e-4)
    assert bits == pytest.approx(math.log2(VOCABULARY), abs=1e-3)
    assert positions > 2


def test_acceptance_is_the_overlap_of_two_laws():
    target, draft = toy(0, 60), toy(1, 60)
    same, _, _ = evaluate.along_samples(target, target, [[0, 300]], seed=0)
    other, _, _ = evaluate.along_samples(target, draft, [[0, 300]], seed=0)
    assert same == pytest.approx(1, abs=1e-4)
    assert other < 0.9


def test_a_model_that_knows_nothing_scores_nothing():
    chosen = {family: prompts("held_out", family, 2, seed=0) for family in FAMILIES}
    scores = evaluate.greedy_scores(toy(0), corpus_tokenizer(0), chosen)
    assert {score["parse"] for score in scores.values()} == {0}
    assert scores["sums"]["right"] == 0


def test_a_step_has_a_cost_and_the_number_of_threads_is_put_back():
    before = torch.get_num_threads()
    costs = evaluate.step_costs(toy(0), toy(1), (1,))
    assert set(costs) == {"1"}
    assert all(value > 0 for value in costs["1"].values())
    assert torch.get_num_threads() == before
