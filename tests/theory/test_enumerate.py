"""The exact laws: equal to the target's, in fractions without a difference, in floats to 1e-12."""

from fractions import Fraction
from itertools import pairwise

import numpy as np
import pytest

from specviz.engine.markov import MarkovLM
from specviz.engine.verify import RULE
from specviz.theory.enumerate import (
    Branch,
    fractions,
    full_q,
    joint,
    mass_tree,
    own_sample,
    siblings,
    target_joint,
    total_variation,
)

P3, Q3 = fractions([".5", ".3", ".2"]), fractions([".2", ".2", ".6"])
JUDGES = {"full_q": full_q(RULE), "own_sample": own_sample}


def random_rows(seed: int) -> tuple[np.ndarray, np.ndarray]:
    """A pair (p, q) of exact rows: ordinary, one-hot, disjoint, equal, with zeros, or over a single token."""
    rng = np.random.default_rng(seed)
    size = 1 if seed % 10 == 0 else int(rng.integers(2, 7))
    p, q = (rng.integers(1, 40, size) for _ in range(2))
    shape = seed % 7
    if shape == 1:
        q = np.eye(size, dtype=int)[rng.integers(size)]
    elif shape == 2:
        p = np.eye(size, dtype=int)[rng.integers(size)]
    elif shape == 3 and size > 1:
        p[: size // 2], q[size // 2 :] = 0, 0
    elif shape == 4:
        q = p
    elif shape == 5 and size > 2:
        p[rng.integers(size)], q[rng.integers(size)] = 0, 0
    return tuple(fractions([Fraction(int(n), int(row.sum())) for n in row]) for row in (p, q))


def chain(table: np.ndarray):
    return lambda prefix, *_drafted: table[prefix[-1]]


def exact_table(rng: np.random.Generator, size: int) -> np.ndarray:
    rows = rng.integers(0, 9, (size, size)) + np.eye(size, dtype=int)
    return np.array([fractions([Fraction(int(n), int(r.sum())) for n in r]) for r in rows])


@pytest.mark.parametrize("judge", JUDGES.values(), ids=JUDGES)
def test_one_position_emits_exactly_p(judge):
    for seed in range(1000):
        p, q = random_rows(seed)
        position = judge(p, q)
        assert list(position.emitted) == list(p), seed
        assert list(position.accepted + position.rejected) == list(q)
        assert position.distance == 0
        floats = judge(p.astype(float), q.astype(float))
        assert np.abs(floats.emitted - p.astype(float)).max() < 1e-12


def test_the_parts_of_the_proof():
    for seed in range(1000):
        p, q = random_rows(seed)
        position = full_q(RULE)(p, q)
        overlap = np.minimum(p, q)
        assert list(position.accepted) == list(overlap)
        assert position.rejected_mass == 1 - overlap.sum() == total_variation(p, q)
        assert position.acceptance + position.rejected_mass == 1
        assert position.replacement.sum() == 1


def test_pq3():
    position = full_q(RULE)(P3, Q3)
    assert position.acceptance == Fraction(3, 5)
    assert list(position.replacement) == list(fractions([".75", ".25", "0"]))
    assert own_sample(P3, Q3).acceptance == Fraction(28, 100)
    argmax = fractions([0, 0, 1])
    assert full_q(RULE)(P3, argmax).acceptance == own_sample(P3, argmax).acceptance == Fraction(1, 5)


def test_a_draft_drawn_from_another_law_is_not_exact():
    argmax = full_q(RULE, drawn=lambda q: fractions([int(x == q.argmax()) for x in range(3)]))
    assert [round(float(x), 4) for x in argmax(P3, Q3).emitted] == [0.5, 0.1667, 0.3333]


def test_both_rules_agree_on_one_hot_candidates():
    for seed in range(200):
        p, _ = random_rows(seed)
        for x in range(len(p)):
            q = fractions([int(i == x) for i in range(len(p))])
            for a, b in zip(*((j.accepted, j.replaced) for j in (full_q(RULE)(p, q), own_sample(p, q))), strict=True):
                assert list(a) == list(b)


@pytest.mark.parametrize("judge", JUDGES.values(), ids=JUDGES)
def test_the_joint_law_is_the_targets_exactly(judge):
    rng = np.random.default_rng(5)
    for k, size, n in ((1, 2, 4), (2, 3, 3), (3, 3, 4), (4, 2, 6), (2, 4, 3), (4, 1, 5)):
        target, draft = chain(exact_table(rng, size)), chain(exact_table(rng, size))
        law = joint(target, draft, judge, k, n, (0,))
        assert law.shape == (size,) * n
        assert (law == target_joint(target, n, (0,))).all()
        assert law.sum() == 1


def test_the_joint_law_in_floats_over_six_tokens():
    for k in (1, 2, 3, 4):
        target, draft = MarkovLM.random(6, 2 * k), MarkovLM.random(6, 2 * k + 1)
        law = joint(target.law, lambda prefix, _i, d=draft: d.law(prefix), full_q(RULE), k, 4, (3,))
        assert np.abs(law - target.joint((3,), 4)).max() < 1e-12


def test_a_drafter_that_stops_early_changes_nothing():
    rng = np.random.default_rng(1)
    target, table = chain(exact_table(rng, 3)), exact_table(rng, 3)
    for stop in (0, 1, 2):
        law = joint(target, lambda c, i, s=stop: None if i == s else table[c[-1]], full_q(RULE), 3, 4, (1,))
        assert (law == target_joint(target, 4, (1,))).all()


def test_the_joint_law_sees_what_one_position_hides():
    """The bonus drawn from the draft: the first token's law stays right, the second one's does not."""
    rng = np.random.default_rng(2)
    target, draft = chain(exact_table(rng, 3)), chain(exact_table(rng, 3))

    def bonus_from_draft(prefix: tuple[int, ...]):
        return draft(prefix) if len(prefix) == 2 else target(prefix)

    law = joint(bonus_from_draft, draft, full_q(RULE), 1, 2, (0,))
    right = target_joint(target, 2, (0,))
    assert (law.sum(axis=1) == right.sum(axis=1)).all()
    assert total_variation(law, right) > 0


def leaves(branch: Branch):
    return [branch] if branch.ends else [leaf for child in branch.children for leaf in leaves(child)]


def test_the_tree_holds_all_the_mass():
    rng = np.random.default_rng(3)
    target, draft = chain(exact_table(rng, 3)), chain(exact_table(rng, 3))
    root = mass_tree(target, draft, full_q(RULE), 2, (0,))

    def check(branch: Branch) -> None:
        if not branch.ends:
            assert sum(c.mass for c in branch.children) == branch.mass
            for child in branch.children:
                check(child)

    check(root)
    assert sum(leaf.mass for leaf in leaves(root)) == 1
    first = [sum(c.mass for c in root.children if c.token == x) for x in range(3)]
    assert first == list(target((0,)))
    p0, q0 = target((0,)), draft((0,))
    assert sum(c.mass for c in root.children if c.how == "accepted") == np.minimum(p0, q0).sum()
    assert {leaf.how for leaf in leaves(root)} == {"replacement", "bonus"}


def test_a_round_in_which_nothing_can_stand_ends_in_a_replacement():
    p, q = fractions([1, 0]), fractions([0, 1])
    root = mass_tree(lambda _c: p, lambda _c, _i: q, full_q(RULE), 2, (0,))
    assert [(c.how, c.token, c.mass) for c in root.children] == [("replacement", 0, 1)]


def test_siblings():
    """The two-children cases of the public reports: top 2 as one-hot children, and two children drawn from q."""
    eye = [fractions([int(i == x) for i in range(3)]) for x in range(3)]
    top = siblings(P3, [eye[2], eye[0]], RULE)
    assert top.acceptance == Fraction(7, 10)
    assert list(top.emitted) == list(P3)
    pair = siblings(P3, [Q3, Q3], RULE)
    assert list(pair.emitted) == list(P3)
    assert pair.acceptance > full_q(RULE)(P3, Q3).acceptance
    for earlier, later in pairwise([Q3] * n for n in range(5)):
        assert siblings(P3, later, RULE).rejected_mass <= (siblings(P3, earlier, RULE).rejected_mass or 1)
    for seed in range(300):
        p, q = random_rows(seed)
        assert list(siblings(p, [q, q, q], RULE).emitted) == list(p), seed
