"""The correct engine passes every check, over twenty seeds; the joint χ² in every pair of settings."""

from dataclasses import replace
from itertools import combinations, product

import numpy as np
import pytest
import torch
from scipy.stats import chi2, ncx2

from specviz.checks import laws
from specviz.checks.edges import edges
from specviz.checks.ends import counting, stopping
from specviz.checks.matrix import COLUMNS, one
from specviz.checks.models import acceptance, greedy, own_forward, refilled, same_ids, self_draft
from specviz.checks.result import Result, guarded
from specviz.checks.samples import one_position, sequences
from specviz.checks.statistics import FALSE_ALARM, chi_square, draws_needed, permutation_p
from specviz.checks.subject import small_random_pair
from specviz.checks.suite import line
from specviz.words import LANGUAGES, say

SEEDS = range(20)


@pytest.fixture(scope="module")
def subject():
    return small_random_pair()


def test_the_cover_meets_every_pair_of_levels():
    levels = {
        "drafter": tuple(laws.DRAFTERS),
        "k": laws.LENGTHS,
        "filter": tuple(laws.FILTERS),
        "temperature": laws.TEMPERATURES,
        "repair": laws.REPAIRS,
    }
    for a, b in combinations(levels, 2):
        met = {(getattr(c, a), getattr(c, b)) for c in laws.cover()}
        assert met == set(product(levels[a], levels[b])), (a, b)
    assert len(laws.all_cells()) == 256


@pytest.mark.parametrize("i", range(16))
def test_three_tokens_jointly(i):
    """Sample size from power .999 against a total variation of .05; 1e-6 for the sixteen together."""
    cell = laws.cover()[i]
    law = laws.right_law(laws.chain_pair()[0], cell.settings, 3)
    level = FALSE_ALARM / 16
    draws = draws_needed(int((law > 0).sum()) - 1, level)
    assert draws > 8000
    result = next(laws.chi_square_cells(settings=cell.settings, draws=draws, seed=1_000_000 * i))
    assert result.figure >= level, (cell, result)


def test_the_exact_law_in_every_cell_of_the_cover():
    for cell in laws.cover():
        if cell.k <= 2:
            assert laws.enumeration(settings=cell.settings).passed, cell


@pytest.mark.parametrize("name", ["enumeration", "edges", "stopping", "counting"])
def test_the_correct_engine_over_twenty_seeds(name, subject):
    for seed in SEEDS:
        result = one(None, name, subject, seed)
        assert result.passed, (seed, result)


def test_the_correct_engine_over_twenty_pairs_of_models():
    """Each seed another pair of random Llamas; one of the checks of models each."""
    for seed in SEEDS:
        name = ("greedy", "refilled", "acceptance", "self_draft")[seed % 4]
        result = one(None, name, small_random_pair(seed), seed)
        assert result.passed, (seed, name, result)


def test_the_correct_engines_chi_square_over_twenty_seeds(subject):
    """1,500 draws each, as in the matrix: twenty p-values, none below the level, not all on one side."""
    ps = [one(None, "chi_square", subject, seed).figure for seed in SEEDS]
    assert min(ps) > FALSE_ALARM
    assert min(ps) < 0.5 < max(ps)


def test_the_same_ids_with_sampling(subject):
    assert same_ids(subject, seeds=(0, 1), tokens=16).passed


def test_in_bfloat16_the_gap_is_judged_and_not_the_text(subject):
    half = replace(subject, target=_cast(subject.target), draft=_cast(subject.draft))
    for result in (greedy(half, ks=(3,), tokens=16), refilled(half, ks=(3,), tokens=10)):
        assert result.passed, result
    assert greedy(half, ks=(3,), tokens=8).check == "greedy_near"
    assert acceptance(half, ks=(3,), tokens=10).passed
    assert self_draft(half, ks=(3,), tokens=10).check == "self_draft_near"


def _cast(weights):
    copy = small_random_pair()
    model = (copy.target if weights.name.startswith("random") else copy.draft).model
    return weights.but(model=model.to(torch.bfloat16))


def test_a_pass_that_is_not_transformers_is_found():
    found = own_forward(small_random_pair(3))
    assert found.passed
    assert found.params["laws"] == 2 * 2 * 2 * 7
    broken = small_random_pair(3)
    broken.target.forward._frequencies = broken.target.forward._frequencies.flip(0)
    assert not own_forward(broken).passed


def test_one_position_and_whole_texts(subject):
    assert one_position(subject).passed
    for result in sequences(subject, runs=60, tokens=6):
        assert result.passed, result


def test_a_pair_without_a_draft_is_checked_with_lookup(subject):
    alone = replace(subject, draft=None)
    for check in (greedy, refilled):
        assert check(alone, ks=(2,), tokens=10).passed


def test_edges_stopping_and_counting_count_their_cases():
    for check in (edges, stopping, counting):
        result = check()
        assert result.passed
        assert result.params["cases"] >= 12


# Statistics


def test_draws_needed_gives_the_power_it_promises():
    for df in (2, 7, 26):
        n = draws_needed(df, 1e-6)
        critical = chi2.isf(1e-6, df)
        assert ncx2.sf(critical, df, n * 4 * 0.05**2) >= 0.999
        assert ncx2.sf(critical, df, (n - 100) * 4 * 0.05**2) < 0.999
    assert draws_needed(26, 1e-6) == pytest.approx(109.6 / 0.01, rel=1e-2)


def test_chi_square_pools_and_rejects_the_impossible():
    law = np.array([0.7, 0.2996, 0.0002, 0.0002])
    assert chi_square(np.array([700, 299, 1, 0]), law).df == 2
    assert chi_square(np.array([1, 1]), np.array([1.0, 0.0])).p == 0.0
    assert chi_square(np.array([5, 0]), np.array([1.0, 0.0])).p == 1.0


def test_the_permutation_test_finds_a_difference_and_no_more():
    rng = np.random.default_rng(0)
    a, b = rng.choice(3, p=(0.5, 0.3, 0.2), size=(2, 300, 8))
    assert permutation_p(a, b, rng, 199) > 0.01
    c = rng.choice(3, p=(0.4, 0.32, 0.28), size=(300, 8))
    assert permutation_p(a, c, rng, 199) == 1 / 200


# Results


def test_a_result_cannot_contradict_itself():
    assert Result("edges", 0, "=", 0).passed
    assert not Result("edges", float("nan"), "≤", 1).passed
    assert not Result("chi_square", 1e-9, "≥", 1e-6).passed


def test_a_build_that_raises_has_failed():
    def broken() -> Result:
        raise IndexError("row 7")

    result = guarded("edges", broken)
    assert not result.passed
    assert "row 7" in line(result)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_check_has_words(lang):
    for name in (*COLUMNS, "same_ids", "greedy_near", "self_draft_near", "one_position"):
        assert say(f"check.{name}", lang)
    for name in ("sequence_start", "sequence_length", "sequence_tokens"):
        assert say(f"check.{name}", lang)
