"""Editing a law: typed weights become exact fractions, dragging keeps whole percents that add up."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from specviz.errors import SpecvizError
from specviz.theory.shares import law_of, percents, with_share

WEIGHTS = st.lists(st.integers(0, 1000), min_size=3, max_size=8).filter(any)


def test_typed_decimals_are_exact():
    assert list(law_of((0.1, 0.2, 0.7))) == [Fraction(1, 10), Fraction(1, 5), Fraction(7, 10)]


@pytest.mark.parametrize(
    ("weights", "code"),
    [
        ((1.0, 2.0), "law_size"),
        ((1.0,) * 9, "law_size"),
        ((0.0, 0.0, 0.0), "law_weights"),
        ((1.0, -1.0, 5.0), "law_weights"),
        ((1.0, float("inf"), 1.0), "law_weights"),
        ((1.0, float("nan"), 1.0), "law_weights"),
    ],
)
def test_what_is_no_law_is_refused(weights, code):
    with pytest.raises(SpecvizError) as refused:
        law_of(weights)
    assert refused.value.code == code


@given(WEIGHTS)
def test_percents_add_up_and_are_near(weights):
    law = law_of([float(w) for w in weights])
    whole = percents(law)
    assert sum(whole) == 100
    assert all(abs(a - 100 * x) < 1 for a, x in zip(whole, law, strict=True))


@given(WEIGHTS, st.data())
def test_a_dragged_share_is_kept_and_the_others_make_room(weights, data):
    law = law_of([float(w) for w in weights])
    token = data.draw(st.integers(0, len(law) - 1))
    wanted = data.draw(st.integers(-20, 120))
    after = with_share(law, token, wanted)
    assert after[token] == min(100, max(0, wanted))
    assert sum(after) == 100
    assert min(after) >= 0


def test_from_certainty_the_rest_is_spread():
    assert with_share((100, 0, 0), 0, 40) == (40, 30, 30)
