"""Shifted judge rows: where they point, and that the real engine commits other ids with them."""

from specviz.engine.alignment import Alignment
from specviz.engine.decode import Parts, tolerate
from specviz.engine.experiments.shifted_rows import shifted
from specviz.settings import RunSettings
from specviz.trace import SAVED_NEXT
from tests.engine.runs import ids_of, rounds_of

GREEDY = RunSettings(temperature=0.0, k=4, max_new_tokens=24)


def rows(align, k=4):
    return [align.judge_row(i) for i in range(k)], align.bonus_row(k)


def test_where_the_judge_rows_point():
    assert rows(shifted(0)("lazy")) == rows(Alignment("lazy"))
    assert rows(shifted(1)("lazy")) == ([1, 2, 3, 4], 4)
    assert rows(shifted(1)("eager")) == ([0, 1, 2, 3], 3)
    assert rows(shifted(-1)("lazy")) == ([0, 0, 1, 2], 4)
    assert rows(shifted(-1)("eager")) == ([SAVED_NEXT, SAVED_NEXT, 0, 1], 3)


def test_the_right_table_gives_greedy_decoding_and_a_shifted_one_does_not(target, draft):
    right = ids_of(rounds_of(GREEDY, target, draft))
    for repair in ("lazy", "eager"):
        settings = GREEDY.but(repair=repair)
        assert ids_of(rounds_of(settings, target, draft, parts=Parts(align=shifted(0)))) == right
        for by in (-1, 1):
            parts = Parts(align=shifted(by), on_violation=tolerate)
            assert ids_of(rounds_of(settings, target, draft, parts=parts)) != right
