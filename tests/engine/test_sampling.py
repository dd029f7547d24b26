"""Sampling against transformers' own processors, and at its edges."""

import numpy as np
import pytest
import torch
from transformers import (
    LogitsProcessorList,
    MinPLogitsWarper,
    RepetitionPenaltyLogitsProcessor,
    TemperatureLogitsWarper,
    TopKLogitsWarper,
    TopPLogitsWarper,
)

from specviz.engine.sampling import Sampling, softmax
from specviz.errors import SpecvizError
from specviz.settings import RunSettings

ROW = np.random.default_rng(0).normal(0, 2.5, 50).astype(np.float32)
CONTEXT, DRAFTED = (3, 4, 5), (7, 9)


def law(row=ROW, eos=(), prompt_length=3, context=CONTEXT, drafted=DRAFTED, **settings):
    return Sampling(RunSettings(**settings), frozenset(eos), prompt_length).law(row, context, drafted)


@pytest.mark.parametrize(
    ("settings", "processors"),
    [
        ({"temperature": 0.7}, [TemperatureLogitsWarper(0.7)]),
        ({"top_k": 5}, [TopKLogitsWarper(5)]),
        ({"top_p": 0.8}, [TopPLogitsWarper(0.8)]),
        ({"min_p": 0.1}, [MinPLogitsWarper(0.1)]),
        ({"repetition_penalty": 1.4}, [RepetitionPenaltyLogitsProcessor(1.4)]),
        (
            {"repetition_penalty": 1.2, "temperature": 1.5, "top_k": 20, "top_p": 0.9, "min_p": 0.02},
            [
                RepetitionPenaltyLogitsProcessor(1.2),
                TemperatureLogitsWarper(1.5),
                TopKLogitsWarper(20),
                TopPLogitsWarper(0.9),
                MinPLogitsWarper(0.02),
            ],
        ),
    ],
)
def test_same_law_as_transformers(settings, processors):
    ids = torch.tensor([[*CONTEXT, *DRAFTED]])
    scores = LogitsProcessorList(processors)(ids, torch.from_numpy(ROW)[None].clone())
    expected = torch.softmax(scores.double(), -1)[0].numpy()
    np.testing.assert_allclose(law(**settings), expected, atol=1e-6)


def test_greedy_is_one_hot_at_the_argmax_after_penalty_and_bans():
    best = int(ROW.argmax())
    greedy = law(temperature=0.0)
    assert greedy[best] == 1
    assert greedy.sum() == 1
    assert law(temperature=0.0, eos=(best,), min_new_tokens=3)[best] == 0
    assert law(temperature=0.0, repetition_penalty=10.0, drafted=(best,))[best] == 0


def test_drafted_tokens_of_the_block_count_as_context():
    assert not np.allclose(law(repetition_penalty=1.5, drafted=(7, 9)), law(repetition_penalty=1.5, drafted=()))


def test_eos_is_banned_per_position():
    """min_new_tokens 3, one token generated and two drafted: the next is the fourth, and may be EOS."""
    settings = {"eos": (8,), "min_new_tokens": 3, "context": (3, 4, 5, 6)}
    assert law(**settings, drafted=(7,))[8] == 0
    assert law(**settings, drafted=(7, 9))[8] > 0


@pytest.mark.parametrize("temperature", [0.0, 5e-324, 1e-46, 1e-6, 0.1, 2.0, 10.0])
def test_every_temperature_is_finite_and_sums_to_one(temperature):
    out = law(temperature=temperature)
    assert np.isfinite(out).all()
    assert out.sum() == pytest.approx(1, abs=1e-5)


def test_top_p_zero_keeps_one_token_and_filters_larger_than_the_vocabulary_none():
    assert np.count_nonzero(law(top_p=0.0)) == 1
    np.testing.assert_array_equal(law(top_k=1000), law())


@pytest.mark.parametrize("bad", [np.nan, np.inf])
def test_a_row_that_is_not_finite_is_named(bad):
    row = ROW.copy()
    row[3] = bad
    for temperature in (0.0, 1.0):
        with pytest.raises(SpecvizError, match=r"nan|inf"):
            law(row, temperature=temperature)
    with pytest.raises(SpecvizError):
        softmax(np.full(4, -np.inf, dtype=np.float32))
