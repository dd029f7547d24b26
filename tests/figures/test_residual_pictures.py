"""The pictures of the residual lesson say what the enumeration found, and flag what is off."""

import numpy as np
import pytest

from specviz.engine.verify import RULE
from specviz.figures.law_table import joint_table, mass, position_table
from specviz.figures.mass_tree import mass_tree_figure
from specviz.figures.residual_bars import bars_payload, top
from specviz.theory.enumerate import Position, fractions, full_q, joint, mass_tree, target_joint
from specviz.theory.small_chains import DRAFT_TENTHS, TARGET_TENTHS, FractionChain
from specviz.words import LANGUAGES

P, Q = fractions([".5", ".3", ".2"]), fractions([".2", ".2", ".6"])
TOKENS = ("a", "<b>", "c")


def test_the_right_rule_meets_p_everywhere():
    shown = bars_payload(full_q(RULE)(P, Q), Q, TOKENS, "en", right=True, editable=True)
    assert shown["emitted"] == pytest.approx([0.5, 0.3, 0.2])
    assert shown["replaced"] == pytest.approx([0.3, 0.1, 0])
    assert shown["off"] == [False] * 3
    assert all("= p." in words for _, words in shown["says"])


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_wrong_rule_says_which_tokens_are_off(lang):
    mass_of = full_q(RULE)(P, Q).rejected_mass
    wrong = full_q(RULE)(P, Q)
    broken = Position(wrong.p, wrong.accepted, wrong.rejected, mass_of * P)  # resampled from p
    shown = bars_payload(broken, Q, TOKENS, lang, right=False, editable=False)
    assert shown["off"] == [True, True, True]
    assert shown["text"]["emitted"] == [".400", ".320", ".280"]
    assert shown["lacking"] == pytest.approx([0.3, 0.1, 0])


def test_a_token_never_proposed_has_no_chance_to_stand():
    q = fractions(["0", ".4", ".6"])
    shown = bars_payload(full_q(RULE)(P, q), q, TOKENS, "en", right=True, editable=True)
    assert "never proposed" in shown["says"][0][1]


def test_the_scale_leaves_room_and_ends_at_one():
    assert (top(0.3), top(0.55), top(0.99), top(1.0)) == (0.4, 0.8, 1.0, 1.0)


def test_tables_print_fractions_and_escape_tokens():
    html = position_table(full_q(RULE)(P, Q), Q, TOKENS, "en", exact=True)
    assert "3/10" in html
    assert "&lt;b&gt;" in html
    assert html.count("0 ✓") == 3
    assert mass(fractions(["-1/4"])[0], exact=True) == "−1/4"
    assert mass(-0.25, exact=False) == "−.250"


def test_the_joint_table_marks_what_differs():
    right = np.full((3, 3), 1 / 9)
    wrong = right.copy()
    wrong[0, 0] += 0.1
    html = joint_table(wrong, right, TOKENS, "en", exact=False)
    assert html.count("✗") == 1
    assert html.count("✓") == 8


@pytest.mark.parametrize("k", [1, 2, 3])
def test_the_tree_s_leaves_add_up_and_the_joint_law_is_the_target_s(k):
    target, draft = FractionChain(TARGET_TENTHS), FractionChain(DRAFT_TENTHS)
    tree = mass_tree(target.law, draft.draft, full_q(RULE), k, (0,))
    icicle = mass_tree_figure(tree, TOKENS, "en").data[0]
    assert sum(icicle.values) == pytest.approx(1)
    law = joint(target.law, draft.draft, full_q(RULE), k, 2, (0,))
    assert (law == target_joint(target.law, 2, (0,))).all()
