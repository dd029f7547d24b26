"""The masks say what they show."""

import numpy as np

from specviz.theory.masks import allowed


def test_causal_is_itself_and_everything_before():
    assert np.array_equal(allowed("causal", 2, 3), [[1, 1, 1, 0, 0], [1, 1, 1, 1, 0], [1, 1, 1, 1, 1]])


def test_the_other_masks_show_more_or_less():
    assert allowed("one_ahead", 0, 3).tolist() == [[True, True, False], [True, True, True], [True, True, True]]
    assert allowed("whole_block", 1, 2).all()
    assert allowed("only_self", 1, 2).tolist() == [[True, True, False], [True, False, True]]
