"""Each reason decides where it should, and in the right order."""

import pytest

from specviz.errors import SpecvizError
from specviz.theory.acceptance import Acceptance
from specviz.theory.advice import best_k
from specviz.theory.cost import Costs
from specviz.theory.decision import Answers, decide, with_answers

CHEAP = Costs.ratios(0.05, 16)


def test_a_cheap_draft_that_guesses_well_pays_at_the_best_k() -> None:
    found = decide(Answers(0.8, CHEAP, wanted=1, fit=10), 16)
    assert (found.on, found.reason) == (True, "pays")
    assert found.k == best_k(lambda k: Acceptance.iid(0.8, k), 16, CHEAP).k
    assert found.factor == pytest.approx(found.cost.factor)


@pytest.mark.parametrize(
    ("answers", "reason"),
    [
        (Answers(0.8, CHEAP, wanted=11, fit=10), "memory"),
        (Answers(0.8, CHEAP, wanted=11, fit=10, measured=3.0, measured_k=4), "memory"),
        (Answers(0.8, CHEAP, 1, 10, measured=0.97, measured_k=4), "measured_loses"),
        (Answers(0.2, Costs.ratios(0.5, 16), 1, 10), "draft_too_slow"),
        (Answers(0.5, Costs.ratios(0.4, 16, 0.2, 0.3), 1, 10), "no_k_pays"),
    ],
)
def test_what_keeps_it_off(answers: Answers, reason: str) -> None:
    found = decide(answers, 16)
    assert (found.on, found.k, found.factor, found.reason) == (False, 0, 1.0, reason)


def test_a_benchmark_beats_the_model() -> None:
    found = decide(Answers(0.2, Costs.ratios(0.5, 16), 1, 10, measured=1.3, measured_k=3), 16)
    assert (found.on, found.k, found.factor, found.reason) == (True, 3, 1.3, "measured_pays")


def test_a_thin_gain_is_called_thin() -> None:
    found = decide(Answers(0.5, Costs.ratios(0.4, 16), 1, 10), 16)
    assert 1.0 < found.best.factor < 1.1
    assert (found.on, found.k, found.reason) == (False, 0, "thin")


def test_measured_answers_replace_the_roofline_s() -> None:
    roof = Costs((2.0, 2.0, 2.0), 0.1)
    put = with_answers(roof, c=0.3, growth=0.1, overhead=0.5, k_max=2)
    assert put.passes == pytest.approx((2.0, 2.2, 2.4))
    assert (put.draft_step, put.overhead) == pytest.approx((0.6, 1.0))
    assert with_answers(roof, None, None, 0.0, 2) == roof


def test_nonsense_is_refused() -> None:
    with pytest.raises(SpecvizError):
        Answers(1.2, CHEAP, 1, 1)
    with pytest.raises(SpecvizError):
        Answers(0.5, CHEAP, 0, 1)
