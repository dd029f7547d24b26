"""Every mistake is caught by the check of its own layer, and has its words in both languages."""

from functools import cache

import pytest

from specviz.checks.matrix import COLUMNS, one
from specviz.checks.models import acceptance, greedy, refilled
from specviz.checks.subject import small_random_pair
from specviz.checks.toys import chain_pair, exact_law, first_tokens, right_law
from specviz.faults import CATALOGUE, FAULTS
from specviz.settings import RunSettings
from specviz.theory.enumerate import total_variation
from specviz.ui.lesson_text import load

LAYER = {
    "sampling": {"enumeration", "edges", "greedy"},
    "alignment": {"enumeration"},
    "cache": {"refilled", "acceptance"},
    "stopping": {"stopping"},
    "counting": {"counting"},
}


@cache
def subject():
    return small_random_pair()


@pytest.mark.parametrize("fault", CATALOGUE, ids=lambda f: f.id)
def test_the_check_of_its_own_layer_catches_it(fault):
    assert fault.check in LAYER[fault.family]
    result = one(fault, fault.check, subject())
    assert not result.passed, result
    assert not result.error, "caught by a crash, not by the check"


def test_ids_are_unique_and_checks_exist():
    assert len(FAULTS) == len(CATALOGUE) >= 30
    assert all(f.check in COLUMNS for f in CATALOGUE)
    assert all(f.source.startswith("https://") or not f.source for f in CATALOGUE)


@pytest.mark.parametrize("fault", [f for f in CATALOGUE if f.view == "joint"], ids=lambda f: f.id)
def test_what_only_the_joint_law_shows(fault):
    """On a chain pair the first token's law is right, that of the tokens together is not."""
    settings = RunSettings(k=1 if fault.id == "bonus_row" else 2, **fault.settings)
    pair = chain_pair()
    law, right = exact_law(fault.build, pair, settings, 2), right_law(pair[0], settings, 2)
    if fault.id != "residual_row_before":  # its row −1 wraps round, so the first token suffers too
        assert total_variation(law.sum(axis=1), right.sum(axis=1)) < 1e-6
    assert total_variation(law, right) > 1e-3


def test_a_damaged_draft_cache_leaves_the_text_right():
    for name in ("draft_not_rolled_back", "last_not_written"):
        build = FAULTS[name].build
        assert greedy(subject(), build, ks=(3,), tokens=16).passed
        assert not acceptance(subject(), build, ks=(3,), tokens=24).passed


def test_a_stale_layer_has_all_lengths_right():
    """Only the contents betray it: the difference is finite, no length was wrong."""
    result = refilled(subject(), FAULTS["stale_layer"].build, ks=(3,), tokens=14)
    assert 1e-3 < result.figure < 100


def test_a_build_replays_by_seed():
    build = FAULTS["two_chances"].build
    runs = [first_tokens(build, chain_pair(), RunSettings(seed=3), 6) for _ in range(2)]
    assert runs[0] == runs[1]


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_every_fault_has_a_section(lang):
    text = load("faults", lang)
    assert list(text.sections) == [f.id for f in CATALOGUE]
    for fault in CATALOGUE:
        body = text.sections[fault.id].body
        assert body.count("\n**") + body.startswith("**") == 5, fault.id
        if fault.source:
            assert fault.source in body
