"""The measured curve beside as many passes of one token."""

import pytest

from specviz.figures.measured_passes import measured_passes


def test_the_dashed_line_is_n_times_one_pass() -> None:
    apart, together = measured_passes((1, 2, 8), (0.010, 0.011, 0.020), "en").data
    assert list(apart.y) == pytest.approx([10, 20, 80])
    assert list(together.y) == pytest.approx([10, 11, 20])
