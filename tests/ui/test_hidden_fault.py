"""Cases: every mistake comes once before any comes again; the words of the catalogue fall into five parts."""

import pytest

from specviz.ui.fault_texts import fault_text
from specviz.ui.hidden_fault import OPTIONS, case_of
from specviz.ui.losslessness.watch_part import LAW_FAULTS
from specviz.words import LANGUAGES


def test_a_pool_is_gone_through_before_it_repeats():
    pool = tuple("abcdefg")
    for turn in range(3):
        assert {case_of(pool, 7 * turn + i).fault for i in range(7)} == set(pool)


def test_the_hidden_one_is_among_the_options_at_no_fixed_place():
    cases = [case_of(LAW_FAULTS, n) for n in range(60)]
    assert all(c.fault in c.options and len(set(c.options)) == OPTIONS for c in cases)
    assert len({c.options.index(c.fault) for c in cases}) == OPTIONS
    assert case_of(LAW_FAULTS, 5) == case_of(LAW_FAULTS, 5)


def test_a_small_pool_borrows_its_wrong_answers():
    assert len(case_of(("a",), 0, near=lambda _: "abcdef").options) == OPTIONS


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_mistake_has_five_parts(lang):
    for fault in LAW_FAULTS:
        assert all(fault_text(fault, lang))
