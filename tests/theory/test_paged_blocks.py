"""A rejection and a paged cache: the counts of vLLM's scheduler, by hand."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from specviz.errors import SpecvizError
from specviz.theory.paged_blocks import paged_steps, reusable_prefix_blocks


def test_a_run_by_hand():
    steps = paged_steps(block=16, k=3, prompt=30, accepted=[1, 3, 0, 3, 3])
    assert [s.computed_after for s in steps] == [30, 32, 36, 37, 41, 45]
    assert [s.slots for s in steps] == [30, 37, 39, 43, 44, 48]
    assert [s.blocks for s in steps] == [2, 3, 3, 3, 3, 3]
    # an allocator that truncates gives the third block back after the second step, and takes it again
    assert [s.blocks_truncating for s in steps] == [2, 2, 3, 3, 3, 3]
    assert [s.freed for s in steps] == [0, 1, 0, 0, 0, 0]
    assert [s.taken for s in steps] == [2, 1, 1, 0, 0, 0]


def test_only_full_verified_blocks_are_reusable():
    assert [reusable_prefix_blocks(n, 16) for n in (0, 15, 16, 37)] == [0, 0, 1, 2]


def test_impossible_steps_are_refused():
    for bad in ((0, 3, 30, [1]), (16, 3, 0, [1]), (16, 3, 30, [4]), (16, 3, 30, [-1])):
        with pytest.raises(SpecvizError):
            paged_steps(*bad)


@given(st.integers(1, 64), st.integers(0, 8), st.integers(1, 500), st.lists(st.floats(0, 1), max_size=20))
def test_no_block_comes_back_and_both_allocators_balance(block, k, prompt, shares):
    steps = paged_steps(block, k, prompt, [round(share * k) for share in shares])
    assert all(b.blocks >= a.blocks for a, b in pairwise(steps))
    assert all(s.blocks * block >= s.slots for s in steps)
    assert sum(s.taken - s.freed for s in steps) == steps[-1].blocks_truncating
