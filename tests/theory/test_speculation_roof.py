"""Speculation on the roofline: prices that come from pass times, and the batch at which it stops paying."""

import pytest

from specviz.theory.accelerator import FORMATS, IDEAL
from specviz.theory.acceptance import Acceptance
from specviz.theory.leviathan import walltime_factor
from specviz.theory.roofline import Setup, pass_time
from specviz.theory.speculation_roof import factor_by_batch, roofline_costs, switch_batch
from specviz.theory.tables import accelerator, model


def setup(name, device="h100_sxm"):
    return Setup(model(name).shape, accelerator(device), FORMATS["bf16"], IDEAL)


TARGET, DRAFT = setup("Llama-3.1-8B"), setup("Llama-3.2-1B")


def test_prices_are_pass_times():
    costs = roofline_costs(TARGET, DRAFT, 4, batch=8, context=1000, overhead_seconds=1e-4)
    assert costs.verify(4, "lazy") == pass_time(TARGET, 5, 8, 1000).seconds
    assert costs.draft_step == pass_time(DRAFT, 1, 8, 1000).seconds
    assert costs.overhead == 1e-4
    # at batch 1 and no context c is the ratio of the weights read: 2.472 / 15.010
    assert roofline_costs(TARGET, DRAFT, 1).c == pytest.approx(0.1647, abs=2e-4)


def test_at_batch_one_it_is_nearly_theorem_3_8():
    found = factor_by_batch(Acceptance.iid(0.7, 4), TARGET, DRAFT, [1])[0]
    ideal = walltime_factor(0.7, 4, roofline_costs(TARGET, DRAFT, 4).c)
    assert ideal * 0.97 < found < ideal


def test_a_free_draft_costs_nothing():
    assert roofline_costs(TARGET, None, 4).draft_step == 0.0


def test_the_switch_is_the_first_batch_that_loses():
    law = Acceptance.iid(0.7, 4)
    switch = switch_batch(law, TARGET, DRAFT)
    assert switch is not None
    before, at = factor_by_batch(law, TARGET, DRAFT, [switch - 1, switch])
    assert before > 1.0 >= at
    assert all(f > 1.0 for f in factor_by_batch(law, TARGET, DRAFT, list(range(1, switch, 5))))


def test_better_drafts_pay_for_longer():
    switches = [switch_batch(Acceptance.iid(a, 4), TARGET, DRAFT) for a in (0.5, 0.7, 0.9)]
    assert switches == sorted(switches)
    assert switch_batch(Acceptance.iid(0.0, 4), TARGET, DRAFT) == 1


def test_a_narrow_ridge_switches_early():
    # an M4 Max has a ridge of 34, an H100 of 295
    law = Acceptance.iid(0.7, 4)
    mac = switch_batch(law, setup("Llama-3.1-8B", "apple_m4_max"), setup("Llama-3.2-1B", "apple_m4_max"))
    assert mac < switch_batch(law, TARGET, DRAFT)


def test_a_long_context_keeps_it_paying():
    # reading the caches bounds the pass, and k + 1 tokens share one reading
    law = Acceptance.iid(0.8, 4)
    assert switch_batch(law, TARGET, None, context=32_768, limit=1024) is None
    assert switch_batch(law, TARGET, None, limit=1024) is not None
