"""Gaps and movements between two formats: nothing moves without rounding, and a flip needs a small gap."""

import copy

import torch

from specviz.engine.experiments.near_ties import near_ties

IDS = tuple((7 * i) % 60 for i in range(48))


def test_one_format_against_itself_moves_by_float32_rounding(target):
    places = near_ties(target, target, IDS, start=4, block=5)
    assert [p.position for p in places] == list(range(4, 48))
    assert max(p.moved for p in places) < 1e-4
    assert max(p.off for p in places) == 0
    assert not any(p.shape_flips or p.format_flips for p in places)


def test_bfloat16_moves_rows_and_flips_only_within_reach(target):
    rough = target.but(model=copy.deepcopy(target.model).to(torch.bfloat16))
    places = near_ties(target, rough, IDS, start=4, block=5)
    assert max(p.off for p in places) > 1e-3
    assert all(p.within_reach for p in places if p.format_flips or p.shape_flips)
    assert all(p.gap > 0 for p in places)
