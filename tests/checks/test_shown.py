"""Every mistake is visible at the place and in the runs chosen for it; the correct engine shows nothing there."""

import numpy as np
import pytest

from specviz.checks.outcomes import RUNS, outcomes
from specviz.checks.shown import LAW_VIEWS, counts_of, laws_of, place_of
from specviz.checks.subject import small_random_pair
from specviz.faults import CATALOGUE, CORRECT_BUILD
from specviz.settings import RunSettings
from specviz.theory.enumerate import total_variation
from specviz.ui import faulty
from specviz.ui.losslessness.exercise_part import POOL
from specviz.ui.losslessness.watch_part import LAW_FAULTS

SUBJECT = small_random_pair()


@pytest.mark.parametrize("fault", [f for f in CATALOGUE if f.view in LAW_VIEWS], ids=lambda f: f.id)
def test_a_mistake_in_the_law_shows_at_its_place(fault):
    emitted, right = laws_of(fault.id)
    assert emitted.sum() == pytest.approx(1, abs=1e-6)
    assert len(place_of(fault.id).cells) == len(right)
    assert total_variation(emitted, right) > 0.005


def test_the_page_offers_all_of_them():
    assert set(LAW_FAULTS) == {f.id for f in CATALOGUE if f.view in LAW_VIEWS}


def test_the_correct_engine_writes_p():
    emitted, right = laws_of("")
    np.testing.assert_allclose(emitted, right, atol=1e-6)
    np.testing.assert_allclose(faulty.laws("").right, right, atol=1e-6)


def test_the_mistakes_to_be_named_tell_each_other_apart():
    laws = {f: laws_of(f)[0] for f in POOL}
    near = [(a, b) for a in POOL for b in POOL if a < b and total_variation(laws[a], laws[b]) < 0.03]
    assert not near


def test_draws_follow_the_exact_law_and_a_seed_repeats_them():
    counts = counts_of("inverted_ratio", 10, 400)
    assert counts.sum() == 400
    assert total_variation(counts / 400, laws_of("inverted_ratio")[0]) < 0.08
    assert (counts == counts_of("inverted_ratio", 10, 400)).all()


@pytest.mark.parametrize("fault", [f for f in CATALOGUE if f.view in RUNS], ids=lambda f: f.id)
def test_other_mistakes_show_in_a_run(fault):
    settings = RunSettings(**fault.settings)
    right = outcomes(CORRECT_BUILD, fault.view, settings, SUBJECT)
    wrong = outcomes(fault.build, fault.view, settings, SUBJECT)
    facts = [
        [(o.ids, o.stop, o.totals.accepted, o.totals.rounds, o.totals.committed, o.violated) for o in side]
        for side in (right, wrong)
    ]
    assert facts[0] != facts[1]
    assert not any(o.violated or o.error for o in right)


def test_the_target_as_its_own_draft_is_always_accepted():
    mirror = outcomes(CORRECT_BUILD, "acceptance", RunSettings(), SUBJECT)[0]
    assert mirror.totals.acceptance == 1
