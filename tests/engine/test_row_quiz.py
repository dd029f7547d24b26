"""The quiz agrees with the table and names each mistake."""

import pytest

from specviz.engine.alignment import Alignment
from specviz.engine.row_quiz import choices, mistake, right_row, sees
from specviz.trace import SAVED_NEXT


@pytest.mark.parametrize("repair", ["lazy", "eager"])
def test_right_answers_are_the_table(repair):
    align = Alignment(repair)
    for i in range(4):
        assert right_row(repair, i, 4) == align.judge_row(i)
        assert mistake(repair, i, align.judge_row(i), 4) == ""
        assert sees(repair, align.judge_row(i)) == i  # a judge has read what comes before the candidate, no more
    assert right_row(repair, 4, 4) == align.bonus_row(4)
    assert all(right_row(repair, n, 4) in choices(4) for n in range(5))


def test_mistakes_have_names():
    assert mistake("lazy", 0, SAVED_NEXT, 4) == "missing"
    assert mistake("eager", 0, 4, 4) == "missing"
    assert mistake("eager", 0, 0, 4) == "other"
    assert mistake("lazy", 1, 0, 4) == "other"
    assert mistake("lazy", 1, 2, 4) == "late"
    assert mistake("lazy", 3, 1, 4) == "early"
    assert mistake("lazy", 4, 3, 4) == "other"
