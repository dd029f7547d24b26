"""Draws: a function of their words, uniform and uncorrelated along each; and the inverse CDF."""

import numpy as np
import pytest

from specviz.engine.draws import LARGEST, STEPS, CounterDraws, ForcedDraws, Kind, pick
from specviz.errors import SpecvizError

N = 20_000


def test_a_draw_depends_on_its_words_and_on_nothing_else():
    a, b = CounterDraws(7), CounterDraws(7)
    later = [a.u(i, Kind.DRAFT) for i in range(100)][50]
    assert b.u(50, Kind.DRAFT) == later
    assert a.u(1, Kind.TARGET) != a.u(2, Kind.ACCEPT)  # position and kind are not added up
    assert a.u(1, Kind.ACCEPT, 2) != a.u(2, Kind.ACCEPT, 1)
    assert a.u(1, Kind.ACCEPT, 0, 1) != a.u(1, Kind.ACCEPT, 1, 0)
    assert CounterDraws(8).u(50, Kind.DRAFT) != later


def test_a_draw_equals_numpys_own_philox():
    bits = np.random.Philox(key=[7, 0], counter=[50, 1, 2, 3])
    assert CounterDraws(7).u(50, Kind.ACCEPT, 2, 3) == (int(bits.random_raw()) >> 40) / STEPS


@pytest.mark.parametrize("along", ["seed", "position", "kind", "index", "level"])
def test_uniform_and_uncorrelated_along_each_word(along):
    """Mean, variance, lag-1 correlation and 20-bin χ²; thresholds at 1e-6 each."""
    n = 3 * (N // 3)
    if along == "seed":
        us = [CounterDraws(i).u(5, Kind.ACCEPT) for i in range(n)]
    elif along == "kind":
        us = [CounterDraws(1).u(i // 3, Kind(i % 3)) for i in range(n)]
    else:
        draws, words = CounterDraws(1), {"position": 5, "index": 0, "level": 0}
        us = [draws.u(kind=Kind.ACCEPT, **(words | {along: i})) for i in range(n)]
    us = np.array(us)
    z = 4.9
    assert abs(us.mean() - 0.5) < z * np.sqrt(1 / 12 / n)
    assert abs(us.var() - 1 / 12) < z * np.sqrt(1 / 180 / n)
    assert abs(np.corrcoef(us[:-1], us[1:])[0, 1]) < z / np.sqrt(n)
    counts = np.histogram(us, 20, (0, 1))[0]
    assert ((counts - n / 20) ** 2 / (n / 20)).sum() < 70.1  # χ², 19 degrees of freedom


def test_draws_are_multiples_of_two_to_the_minus_24_below_one():
    draws = CounterDraws(3)
    for i in range(200):
        n = draws.u(i, Kind.TARGET) * STEPS
        assert n == int(n)
        assert 0 <= n < STEPS


def test_forced_draws_change_one_draw_only_and_say_so():
    base = CounterDraws(3)
    forced = ForcedDraws(base, {(4, Kind.ACCEPT, 0, 0): 0.0})
    assert forced.u(4, Kind.ACCEPT) == 0.0
    assert forced.u(4, Kind.TARGET) == base.u(4, Kind.TARGET)
    assert forced.simulated
    assert not base.simulated
    ForcedDraws(base, {(4, Kind.ACCEPT, 0, 0): LARGEST})
    for no_draw in (1.0, float(np.nextafter(LARGEST, 1)), -1e-9, float("nan")):
        with pytest.raises(SpecvizError, match="could not have been drawn"):
            ForcedDraws(base, {(4, Kind.ACCEPT, 0, 0): no_draw})


def test_pick_is_the_inverse_cdf_and_never_gives_an_impossible_token():
    law = np.array([0.0, 0.25, 0.0, 0.75, 0.0], dtype=np.float32)
    assert pick(law, 0.0) == (1, 0.0, 0.25)
    assert pick(law, 0.2499999)[0] == 1
    assert pick(law, 0.25) == (3, 0.25, 1.0)
    assert pick(law, 1 - 1 / STEPS)[0] == 3
    assert pick(law * 3, 0.25)[0] == 3  # only ratios matter
    for hopeless in ([0.0, 0.0], [np.nan, 1.0], [np.inf, 1.0]):
        with pytest.raises(SpecvizError):
            pick(np.array(hopeless), 0.5)


def test_pick_follows_the_law():
    law, draws = np.array([0.5, 0.3, 0.2]), CounterDraws(11)
    counts = np.bincount([pick(law, draws.u(i, Kind.TARGET))[0] for i in range(N)], minlength=3)
    assert ((counts - N * law) ** 2 / (N * law)).sum() < 27.63  # χ², df 2, 1e-6
