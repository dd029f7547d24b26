"""One position sampled with seeded draws: reproducible, and near the exact law of whatever rule is in use."""

import numpy as np
import pytest

from specviz.engine.experiments.sampled_position import sample_position
from specviz.engine.verify import RULE
from specviz.faults import FAULTS
from specviz.theory.enumerate import full_q, total_variation
from specviz.theory.sampling_noise import expected_distance

P, Q, N = np.array([0.5, 0.3, 0.2]), np.array([0.2, 0.2, 0.6]), 4000


@pytest.mark.parametrize("name", ["", "resample_p", "inverted_ratio"])
def test_the_histogram_finds_the_law_of_the_rule(name):
    rule = FAULTS[name].build.parts.rule if name else RULE
    last = sample_position(P, Q, N, rule=rule)[-1]
    exact = full_q(rule)(P, Q)
    assert total_variation(last.shares, exact.emitted) < 4 * expected_distance(exact.emitted, N)
    assert abs(last.accepted / N - exact.acceptance) < 0.03


def test_looks_grow_and_a_seed_repeats_itself():
    found = sample_position(P, Q, 120, seed=7)
    assert [h.n for h in found] == [1, 2, 5, 10, 20, 50, 100, 120]
    assert all(sum(h.counts) == h.n for h in found)
    assert found == sample_position(P, Q, 120, seed=7) != sample_position(P, Q, 120, seed=8)


def test_expected_distance_is_the_mean_of_many():
    rng = np.random.default_rng(0)
    seen = np.mean([total_variation(rng.multinomial(500, P) / 500, P) for _ in range(400)])
    assert expected_distance(P, 500) == pytest.approx(seen, rel=0.08)
