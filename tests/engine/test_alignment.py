"""The off-by-one, pinned down: DESIGN §1 as numbers written by hand."""

import pytest

from specviz.engine.alignment import Alignment, Rows, row_name
from specviz.trace import SAVED_NEXT

LAZY, EAGER = Alignment("lazy"), Alignment("eager")


def test_judge_rows_of_four_candidates():
    assert [LAZY.judge_row(i) for i in range(4)] == [0, 1, 2, 3]
    assert [EAGER.judge_row(i) for i in range(4)] == [SAVED_NEXT, 0, 1, 2]


@pytest.mark.parametrize(("k", "lazy", "eager"), [(0, 0, SAVED_NEXT), (1, 1, 0), (4, 4, 3)])
def test_bonus_row(k, lazy, eager):
    assert (LAZY.bonus_row(k), EAGER.bonus_row(k)) == (lazy, eager)


def test_verify_inputs_and_resting_lengths():
    assert LAZY.verify_input(9, (1, 2)) == (9, 1, 2)
    assert EAGER.verify_input(9, (1, 2)) == (1, 2)
    assert LAZY.verify_input(9, ()) == (9,)
    assert EAGER.verify_input(9, ()) == ()
    assert (LAZY.resting_length(10), EAGER.resting_length(10)) == (9, 10)


def test_the_judge_row_in_a_tree_is_the_row_of_the_parent():
    parents = (-1, 0, 0, 1, 1, 2)
    assert [LAZY.judge_row(v, parents) for v in range(6)] == [0, 1, 1, 2, 2, 3]
    assert [EAGER.judge_row(v, parents) for v in range(6)] == [SAVED_NEXT, 0, 0, 1, 1, 2]


def test_rows_never_wrap_round():
    rows = Rows(["a", "b"], 2)
    assert rows[1] == "b"
    for wrong in (SAVED_NEXT, 2, -2):
        with pytest.raises(IndexError):
            rows[wrong]
    assert Rows(None, 0, "kept")[SAVED_NEXT] == "kept"


def test_row_names():
    assert (row_name(SAVED_NEXT), row_name(3)) == ("saved_next", "rows[3]")
