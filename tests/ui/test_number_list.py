"""Typed lists of numbers."""

import pytest

from specviz.errors import SpecvizError
from specviz.ui.number_list import number_list


@pytest.mark.parametrize("text", [".7 .5 .3", "0.7, 0.5;0.3", "0.7，0.5、0.3", "  .7\n.5\t.3 "])
def test_any_separator_will_do(text: str) -> None:
    assert number_list(text) == (0.7, 0.5, 0.3)


def test_nothing_is_an_empty_list() -> None:
    assert number_list(" , ") == ()


def test_the_piece_that_is_no_number_is_named() -> None:
    with pytest.raises(SpecvizError) as caught:
        number_list(".7 half .3")
    assert caught.value.params == {"value": "half"}
