"""One pass over a block against one-token passes: rounding under the causal mask, other laws under any other."""

import pytest

from specviz.engine.experiments.block_rows import compare_rows
from specviz.theory.masks import MASKS

CONTEXT, BLOCK = (1, 2, 3, 4, 5), (9, 8, 7, 6, 10)


def test_causal_rows_differ_by_rounding_only(target):
    seen = compare_rows(target, CONTEXT, BLOCK)
    assert seen.difference < seen.rounding < 1e-4 * seen.scale
    assert all(r.block_top == r.single_top for r in seen.rows)
    assert (seen.block_passes, seen.single_passes) == (1, len(BLOCK))


@pytest.mark.parametrize("kind", [m for m in MASKS if m != "causal"])
def test_any_other_mask_changes_every_row_it_touches(target, kind):
    seen = compare_rows(target, CONTEXT, BLOCK, kind)
    changed = [r.difference > 1e-2 for r in seen.rows]
    # rows[0] of `only_self` lacks nothing; the last row of the others reads what the peeking positions wrote
    assert changed == [kind != "only_self"] + [True] * (len(BLOCK) - 1)


def test_a_block_without_context(target):
    assert compare_rows(target, (), BLOCK).difference < 1e-4
