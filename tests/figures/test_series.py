"""The series drawn: heights that add up to τ, and the own token split into replacement and bonus."""

import pytest

from specviz.figures.series import against_geometric, power, series_bars
from specviz.theory.acceptance import Acceptance


def _heights(figure) -> list[float]:
    return [height for bar in figure.data for height in bar.y]


def test_the_bars_add_up_to_tau() -> None:
    law = Acceptance.iid(0.8, 5)
    assert sum(_heights(series_bars(law, "en"))) == pytest.approx(law.tokens_per_round)


def test_bars_are_the_powers_of_alpha_by_name() -> None:
    accepted = series_bars(Acceptance.iid(0.5, 3), "en").data[0]
    assert list(accepted.y) == [0.5, 0.25, 0.125]
    assert list(accepted.x) == ["α", "α²", "α³"]
    assert power(12) == "α¹²"


@pytest.mark.parametrize("alpha", [0.0, 0.37, 1.0])
def test_the_own_token_has_height_one(alpha: float) -> None:
    _, replacement, bonus = series_bars(Acceptance.iid(alpha, 4), "en").data
    assert replacement.y[0] + bonus.y[0] == pytest.approx(1.0)
    assert bonus.y[0] == pytest.approx(alpha**4)


def test_without_candidates_the_own_token_is_all_there_is() -> None:
    figure = series_bars(Acceptance.iid(0.8, 0), "zh")
    assert _heights(figure) == [0.0, 1.0]


def test_the_geometric_guess_is_the_power_series_of_the_rate() -> None:
    measured, guess = against_geometric(Acceptance.first((0.7, 0.5)), 0.6, "en").data
    assert list(measured.y) == [0.7, 0.5]
    assert list(guess.y) == pytest.approx([0.6, 0.36])
