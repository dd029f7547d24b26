"""Running a program on every case of its draws gives its exact law: tried on the decoder's own code."""

import numpy as np
import pytest

from specviz.engine.decode import speculative
from specviz.engine.drafters import make_drafter
from specviz.engine.draws import Kind, pick
from specviz.engine.markov import MarkovLM
from specviz.engine.verify import RULE, verify_chain
from specviz.errors import SpecvizError
from specviz.settings import RunSettings
from specviz.theory.enumerate import fractions, full_q
from specviz.theory.every_draw import outcomes


def test_one_comparison():
    assert outcomes(lambda draws: draws.u(0, 0) < 0.25) == {True: 0.25, False: 0.75}
    assert outcomes(lambda draws: draws.u(0, 0) > 0.25) == {True: 0.75, False: 0.25}
    assert outcomes(lambda draws: 2 * draws.u(0, 0) < 0.5) == {True: 0.25, False: 0.75}
    assert outcomes(lambda draws: draws.u(0, 0) < 1.5) == {True: 1}


def test_a_draw_keeps_what_it_was_found_to_be():
    """u < .5 and then u < .25 about the same draw are not independent."""
    law = outcomes(lambda draws: (draws.u(0, 0) < 0.5, draws.u(0, 0) < 0.25))
    assert law == {(True, True): 0.25, (True, False): 0.25, (False, False): 0.5}


def test_different_draws_are_independent():
    law = outcomes(lambda draws: (draws.u(0, 0) < 0.5, draws.u(0, 1) < 0.25))
    assert law == {(True, True): 0.125, (True, False): 0.375, (False, True): 0.125, (False, False): 0.375}


def test_the_engines_own_pick():
    row = np.array([0.125, 0.0, 0.5, 0.25, 0.125])
    law = outcomes(lambda draws: pick(row, draws.u(0, Kind.TARGET))[0])
    assert law == {0: 0.125, 2: 0.5, 3: 0.25, 4: 0.125}


def test_too_many_cases_is_an_error():
    with pytest.raises(SpecvizError, match="3 cases"):
        outcomes(lambda draws: tuple(draws.u(i, 0) < 0.5 for i in range(2)), max_runs=3)


def test_verify_chain_has_the_law_of_its_formulas():
    rng = np.random.default_rng(0)
    for _ in range(200):
        size = int(rng.integers(1, 6))
        p, q = rng.dirichlet(np.ones(size), 2)

        def one(draws, p=p, q=q):
            x = pick(q, draws.u(0, Kind.DRAFT))[0]
            verdict = verify_chain([p, p], [q], [x], draws, 0)
            return x if verdict.accepted else verdict.token

        law = outcomes(one)
        emitted = full_q(RULE)(p, q).emitted
        assert max(abs(emitted[x] - law.get(x, 0)) for x in range(size)) < 1e-12
        assert abs(sum(law.values()) - 1) < 1e-12


def run(settings: RunSettings, target: MarkovLM, draft: MarkovLM):
    def program(draws):
        target.sync(())
        draft.sync(())
        drafter = make_drafter(settings, 3, draft)
        rounds = speculative(target, drafter, settings, (0, 1, 0), draws=draws, laws=False)
        return tuple(i for r in rounds for i in r.committed)

    return program


@pytest.mark.parametrize("repair", ["lazy", "eager"])
@pytest.mark.parametrize(
    "changes",
    [
        {"k": 1},
        {"k": 2},
        {"k": 3},
        {"k": 1, "length_policy": "adaptive"},
        {"k": 2, "length_policy": "adaptive", "confidence": 0.4},
        {"k": 2, "draft_choice": "argmax"},
        {"k": 2, "method": "lookup"},
        {"k": 2, "method": "lookup_first", "lookup_min": 2, "fallback_k": 2},
        {"k": 3, "method": "lookup_first", "lookup_min": 2, "length_policy": "adaptive"},
        {"k": 3, "method": "scripted", "script": (1, 1, 0, 1)},
    ],
    ids=str,
)
def test_the_whole_decoder_has_the_targets_law(repair, changes):
    """Every draw of every round, draws that a later round uses again included: exact up to float32 logits."""
    target, draft = MarkovLM.random(3, 1), MarkovLM.random(3, 2)
    settings = RunSettings(max_new_tokens=4, repair=repair, **changes)
    law = outcomes(run(settings, target, draft))
    right = target.joint((0,), 4)
    assert max(abs(right[tokens] - mass) for tokens, mass in law.items()) < 1e-7
    assert abs(sum(law.values()) - 1) < 1e-12


def test_exact_thresholds_give_exact_masses():
    third = fractions(["1/3"])[0]
    assert outcomes(lambda draws: draws.u(0, 0) < third) == {True: third, False: 1 - third}
