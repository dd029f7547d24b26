"""Both cache kinds against a fresh prefill; transformers' crop, pinned so that an upgrade breaks loudly."""

import pytest
import torch
from transformers import DynamicCache, GPT2Config, GPT2LMHeadModel, LlamaConfig, MistralConfig

from specviz.engine.kv_cache import check_rollback
from specviz.engine.language_model import CachedModel, Weights
from specviz.errors import SpecvizError

IDS = tuple(range(3, 23))


def kv_error(a: CachedModel, b: CachedModel) -> float:
    """max |Δ| over all layers, as a share of max |K|."""
    worst = 0.0
    for i in range(len(a.cache.lengths)):
        for x, y in zip(a.cache.layer(i), b.cache.layer(i), strict=True):
            worst = max(worst, ((x - y).abs().max() / y.abs().max()).item())
    return worst


@pytest.mark.parametrize("kind", ["preallocated", "dynamic"])
def test_every_truncate_equals_a_fresh_prefill(target, kind):
    for n in range(1, len(IDS) + 1):
        model, fresh = CachedModel(target, kind), CachedModel(target, kind)
        model.extend(IDS)
        model.truncate(n)
        assert model.cache.lengths == [n, n]
        tail = (40, 41, 42)
        rows, expected = model.extend(tail), fresh.extend(IDS[:n] + tail)[-3:]
        assert (rows - expected).abs().max() < 1e-4
        assert kv_error(model, fresh) < 1e-5


@pytest.mark.parametrize("kind", ["preallocated", "dynamic"])
def test_block_rows_equal_one_token_rows(target, kind):
    block, single = CachedModel(target, kind), CachedModel(target, kind)
    block.extend(IDS[:4]), single.extend(IDS[:4])
    rows = block.extend(IDS[4:12])
    ones = torch.cat([single.extend([i]) for i in IDS[4:12]])
    assert (rows - ones).abs().max() < 1e-4


def test_the_preallocated_cache_grows_past_its_first_allocation(target):
    ids = [i % 60 for i in range(250)]
    a, b = CachedModel(target), CachedModel(target, "dynamic")
    for i in range(0, 250, 25):
        a.extend(ids[i : i + 25])
    b.extend(ids)
    assert kv_error(a, b) < 1e-5


def test_nothing_beside_the_cache_outgrows_the_context(target):
    model = CachedModel(target)
    model.extend(IDS[:4])
    model.extend(IDS[4:8])
    assert max(x.numel() for x in vars(model).values() if isinstance(x, torch.Tensor)) <= model.max_length


def test_a_failed_pass_leaves_the_cache_as_it_was(target, monkeypatch):
    model = CachedModel(target)
    model.extend(IDS[:6])
    layer = model.cache._cache.layers[1]

    def fail(*_args, **_kwargs):
        raise MemoryError

    monkeypatch.setattr(layer, "update", fail)
    with pytest.raises(MemoryError):
        model.extend(IDS[6:9])
    monkeypatch.undo()
    assert (model.ids, model.cache.lengths) == (IDS[:6], [6, 6])
    fresh = CachedModel(target)
    fresh.extend(IDS[:7])
    model.extend(IDS[6:7])
    assert kv_error(model, fresh) < 1e-5


def test_sync_keeps_the_common_prefix_and_feeds_the_difference(target):
    model = CachedModel(target)
    model.sync(IDS[:8])
    model.take_passes()
    assert model.sync(IDS[:8]) is None
    model.sync((*IDS[:5], 50, 51))
    assert [(p.start, p.ids) for p in model.take_passes()] == [(5, (50, 51))]
    fresh = CachedModel(target)
    fresh.extend((*IDS[:5], 50, 51))
    assert kv_error(model, fresh) < 1e-5


def test_limits_are_named(target):
    model = CachedModel(target)
    with pytest.raises(SpecvizError, match="at least one token"):
        model.extend([])
    with pytest.raises(SpecvizError, match="257"):
        model.extend([1] * 257)
    with pytest.raises(SpecvizError, match="2000000000"):
        model.extend([1, 2_000_000_000])
    assert model.length == 0


def test_positions_are_passed_to_models_that_embed_them():
    torch.manual_seed(0)
    config = GPT2Config(vocab_size=64, n_embd=32, n_layer=2, n_head=4, n_positions=64, eos_token_id=None)
    weights = Weights.of(GPT2LMHeadModel(config), "gpt2")
    model, fresh = CachedModel(weights), CachedModel(weights)
    model.extend(IDS)
    model.truncate(7)
    assert (model.extend(IDS[7:])[-1] - fresh.extend(IDS)[-1]).abs().max() < 1e-4


def test_a_sliding_window_cache_is_refused_by_name():
    with pytest.raises(SpecvizError, match=r"a-model.*SlidingWindow"):
        check_rollback(MistralConfig(sliding_window=8, num_hidden_layers=2), "a-model")


@pytest.mark.parametrize(("rope", "refused"), [
    ({"rope_type": "dynamic", "factor": 2.0}, "dynamic"),
    ({"type": "dynamic", "factor": 2.0}, "dynamic"),  # as older files write it
    ({"rope_type": "longrope", "short_factor": [1.0] * 4, "long_factor": [2.0] * 4, "factor": 2.0}, "longrope"),
    ({"rope_type": "linear", "factor": 2.0}, ""),
    ({"rope_type": "yarn", "factor": 2.0}, ""),
    (None, ""),
])  # fmt: skip
def test_rotary_positions_that_change_with_the_length_are_refused_by_name(rope, refused):
    config = LlamaConfig(hidden_size=32, num_attention_heads=4, num_hidden_layers=2, rope_scaling=rope)
    if refused:
        with pytest.raises(SpecvizError, match=f"a-model.* type {refused}"):
            check_rollback(config, "a-model")
    else:
        check_rollback(config, "a-model")


def test_crop_takes_the_number_of_tokens_to_drop():
    def layer(n):
        cache = DynamicCache()
        cache.update(torch.zeros(1, 1, n, 2), torch.zeros(1, 1, n, 2), 0)
        return cache.layers[0]

    five = layer(5)
    five.crop(0)
    assert five.get_seq_length() == 5
    five.crop(-2)
    assert five.get_seq_length() == 3
    with pytest.raises(ValueError, match="positive"):
        five.crop(3)
    five.crop(-9)
    assert five.get_seq_length() == 0
