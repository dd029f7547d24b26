"""One pass over a block against one-token passes: rounding under the causal mask, other laws under any other."""

import numpy as np
import pytest

from specviz.engine.experiments.block_rows import MASKS, allowed, compare_rows

CONTEXT, BLOCK = (1, 2, 3, 4, 5), (9, 8, 7, 6, 10)


def test_causal_rows_differ_by_rounding_only(target):
    seen = compare_rows(target, CONTEXT, BLOCK)
    assert seen.difference < 1e-5 * seen.scale
    assert all(r.block_top == r.single_top for r in seen.rows)
    assert (seen.block_passes, seen.single_passes) == (1, len(BLOCK))


def test_an_explicit_causal_mask_is_the_default(target):
    assert np.array_equal(allowed("causal", 2, 3), [[1, 1, 1, 0, 0], [1, 1, 1, 1, 0], [1, 1, 1, 1, 1]])


@pytest.mark.parametrize("kind", [m for m in MASKS if m != "causal"])
def test_any_other_mask_changes_rows_that_may_see_otherwise(target, kind):
    seen = compare_rows(target, CONTEXT, BLOCK, kind)
    # the first row of `only_self` and the last row of the others see what they should
    same = 0 if kind == "only_self" else len(BLOCK) - 1
    changed = [r.difference > 1e-2 for r in seen.rows]
    if kind == "only_self":
        assert not changed[same]
        assert all(changed[1:])
    else:
        assert all(changed[:same])


def test_the_masks_say_what_they_show():
    assert allowed("one_ahead", 0, 3).tolist() == [[True, True, False], [True, True, True], [True, True, True]]
    assert allowed("whole_block", 1, 2).all()
    assert allowed("only_self", 1, 2).tolist() == [[True, True, False], [True, False, True]]


def test_a_block_without_context(target):
    assert compare_rows(target, (), BLOCK).difference < 1e-4
