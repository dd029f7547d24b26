"""A rolled-back cache equals a fresh prefill; one with a foreign token in it does not, and the place is named."""

from specviz.engine.experiments.kv_against_prefill import against_prefill
from specviz.engine.language_model import CachedModel

IDS = tuple(range(3, 20))


def test_a_rolled_back_cache_is_a_fresh_one(target):
    model = CachedModel(target)
    model.extend(IDS)
    model.truncate(9)
    model.extend((40, 41))
    layers = against_prefill(model)
    assert [d.layer for d in layers] == [0, 1]
    assert all(d.relative < 1e-5 and d.length == 11 for d in layers)


def test_a_stale_token_is_found_at_its_place(target):
    model = CachedModel(target)
    model.extend(IDS)
    wrong = (*IDS[:9], 50, *IDS[10:])
    layers = against_prefill(model, wrong)
    assert layers[0].worst == 9
    assert all(d.relative > 1e-2 for d in layers)


def test_nothing_to_compare_in_an_empty_cache(target):
    assert against_prefill(CachedModel(target)) == ()
