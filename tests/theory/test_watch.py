"""The band is left by a correct engine in at most 5 % of runs watched throughout; a wrong one leaves it."""

import numpy as np
import pytest
from scipy.stats import chi2

from specviz.theory.watch import band, chi_square, chi_square_tail, outside

P = (0.5, 0.3, 0.2)
N = 2000


def edges(law=P, announced=N):
    rows = [band(law, n, announced=announced) for n in range(1, N + 1)]
    return np.array([r[0] for r in rows]), np.array([r[1] for r in rows])


def frequencies(law, runs: int, seed: int) -> np.ndarray:
    """Frequencies [runs, N, V] after 1 … N draws."""
    rng = np.random.default_rng(seed)
    hits = rng.choice(len(law), p=law, size=(runs, N))[..., None] == np.arange(len(law))
    return hits.cumsum(axis=1) / np.arange(1, N + 1)[:, None]


@pytest.fixture(scope="module")
def watched() -> tuple[np.ndarray, np.ndarray]:
    return edges()


def share_that_leaves(law, watched, runs: int, seed: int) -> float:
    low, high = watched
    seen = frequencies(law, runs, seed)
    return float(((seen < low - 1e-12) | (seen > high + 1e-12)).any(axis=(1, 2)).mean())


def test_a_correct_engine_stays_inside_however_long_it_is_watched(watched):
    assert share_that_leaves(P, watched, 1000, 0) <= 0.05


def test_a_band_for_one_sample_size_would_not_do(watched):
    """Pointwise 95 % intervals are left by about half of the runs or more."""
    n = np.arange(1, N + 1)[:, None]
    half = 1.96 * np.sqrt(np.array(P) * (1 - np.array(P)) / n)
    assert share_that_leaves(P, (np.array(P) - half, np.array(P) + half), 300, 1) > 0.5


def test_a_wrong_engine_leaves_it(watched):
    """Resampling from p after a rejection, the catalogue's (.40, .32, .28): total variation .1."""
    assert share_that_leaves((0.40, 0.32, 0.28), watched, 300, 2) > 0.99


def test_the_band_narrows_and_holds_p(watched):
    low, high = watched
    assert ((low <= P) & (high >= P)).all()
    assert ((high - low)[-1] < (high - low)[99]).all()
    assert (high - low)[-1].max() < 0.1


def test_certain_and_impossible_tokens():
    low, high = band((1.0, 0.0), 50)
    assert list(low) == list(high) == [1.0, 0.0]
    assert outside((49, 1), (1.0, 0.0)) == [0, 1]
    assert outside((0, 0), P) == []
    assert outside((500, 300, 200), P) == []
    assert outside((200, 300, 500), P) == [0, 2]


def test_chi_square_against_scipy():
    for df in range(1, 80):
        for x in (0.0, 0.5, df / 2, df, 2.0 * df, 10.0 * df):
            assert chi_square_tail(x, df) == pytest.approx(chi2.sf(x, df), rel=1e-9, abs=1e-300)


def test_chi_square_of_a_histogram():
    statistic, df, p = chi_square((520, 290, 190), P)
    assert (statistic, df) == (pytest.approx(0.8 + 1 / 3 + 0.5), 2)
    assert p == pytest.approx(chi2.sf(statistic, 2))
    assert chi_square((1, 0), (0.0, 1.0))[2] == 0.0
    assert chi_square((0, 0), (0.5, 0.5)) == (0.0, 1, 1.0)
