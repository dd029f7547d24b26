"""What a record keeps of a law: the largest entries, and whatever the verdict was about."""

import numpy as np

from specviz.engine.record import TOP, top_entries


def test_the_candidate_and_the_replacement_are_always_among_the_top():
    """The candidate is the least of the top, the replacement is not in it: both stay, another one goes."""
    p = np.arange(20, 0, -1, dtype=np.float32)
    p /= p.sum()
    for candidate in range(20):
        for replacement in range(20):
            top = top_entries(p, None, p, (candidate, replacement))
            assert {candidate, replacement} <= set(top.ids)
            assert len(set(top.ids)) == len(top.ids) == TOP
            assert abs(sum(top.p) + top.p_rest - 1) < 1e-4


def test_a_vocabulary_smaller_than_the_top():
    p = np.array([0.5, 0.5], dtype=np.float32)
    assert set(top_entries(p, p, p, (0, 1)).ids) == {0, 1}
