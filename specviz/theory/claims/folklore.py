"""Statements that circulate in tutorials and calculators, recomputed."""

from itertools import pairwise

from specviz.theory.accelerator import FORMATS, IDEAL
from specviz.theory.acceptance import Acceptance, geometric_tokens
from specviz.theory.advice import best_k
from specviz.theory.claims.papers import Numbers, Result
from specviz.theory.claims.verdict import Row, by_rows, compare, misleads_if, ours
from specviz.theory.cost import Costs, repair_time, round_cost
from specviz.theory.leviathan import walltime_factor
from specviz.theory.paged_blocks import paged_steps
from specviz.theory.roofline import Setup, pass_time, roof_tokens_per_second
from specviz.theory.tables import accelerator, model


def expected_token_table(n: Numbers) -> Result:
    """A table of (1 − α^{k+1}) / (1 − α), entry by entry."""
    rows = [
        compare("tokens", claimed, geometric_tokens(alpha, k), 0.01, f"α={alpha} k={k}")
        for alpha, *entries in n["rows"]
        for k, claimed in zip(n["ks"], entries, strict=True)
    ]
    return rows, by_rows(rows)


def accepted_or_tokens(n: Numbers) -> Result:
    """(1 − α^{k+1}) / (1 − α) called "accepted tokens": it is tokens per round, one more than the accepted."""
    law = Acceptance.iid(n["alpha"], n["k"])
    claimed = (1 - n["alpha"] ** (n["k"] + 1)) / (1 - n["alpha"])
    rows = [
        compare("accepted", claimed, law.expected_accepted, 0.0005),
        ours("tokens", law.tokens_per_round),
    ]
    return rows, by_rows(rows)


def gain_is_rate_times_k(n: Numbers) -> Result:
    """Gain ≈ acceptance × N, with the rate per judged candidate that such tables list."""
    claimed = n["alpha"] * n["k"]
    tokens = geometric_tokens(n["alpha"], n["k"])
    rows = [
        Row("gain", claimed, tokens, abs(claimed / tokens - 1) < 0.02),
        ours("factor", walltime_factor(n["alpha"], n["k"], n["c"])),
    ]
    return rows, by_rows(rows)


def replacement_costs_a_pass(n: Numbers) -> Result:
    """An extra target pass per rejection? Lazy repair: none. Eager: one, but in every round."""
    costs = Costs.ratios(0.0, n["k"])  # a free draft leaves only the target's passes
    rows = []
    for convention in ("lazy", "eager"):
        after_rejection, after_full = (round_cost(Acceptance.iid(a, n["k"]), costs, convention) for a in (0.0, 1.0))
        caused = after_rejection.repair - after_full.repair  # what the rejection itself costs
        rows.append(compare("passes_per_rejection", n["extra_passes"], caused, 0.0005, convention))
        rows.append(ours("repair_passes", after_rejection.repair, convention))
    return rows, by_rows(rows)


def repair_only_on_rejection(n: Numbers) -> Result:
    """A round cost with P(reject)·C_R, C_R = one step of target and draft, against both conventions."""
    costs = Costs.ratios(n["c"], n["k"])
    law = Acceptance.iid(n["alpha"], n["k"])
    claimed = law.replacement_probability * (costs.target_step + costs.draft_step)
    rows = [
        compare("repair_steps", claimed, repair_time(costs, convention), 0.0005, convention)
        for convention in ("lazy", "eager")
    ]
    return rows, by_rows(rows)


def free_lunch(n: Numbers) -> Result:
    """Always faster? The factor at prices that people report."""
    rows = []
    for alpha, k, c in n["rows"]:
        factor = walltime_factor(alpha, k, c)
        rows.append(Row("factor", 1.0, factor, factor >= 1.0, f"α={alpha} k={k} c={c}"))
    return rows, "agrees" if all(row.agrees for row in rows) else "disagrees"


def without_bonus(n: Numbers) -> Result:
    """A calculator that leaves the target's own token out of the expected tokens."""
    law = Acceptance.iid(n["alpha"], n["k"])
    steps = n["k"] * n["c"] + 1
    rows = [
        compare("factor", n["factor"], law.tokens_per_round / steps, 0.0005),
        ours("factor_without_own_token", law.expected_accepted / steps),
    ]
    return rows, by_rows(rows)


def rejection_frees_blocks(n: Numbers) -> Result:
    """Does a rejection give cache blocks back? Counted as vLLM's scheduler counts."""
    steps = paged_steps(n["block"], n["k"], n["prompt"], n["accepted"])
    dropped = sum(before.blocks > after.blocks for before, after in pairwise(steps))
    rows = [
        Row("steps_that_free", float(sum(s.freed > 0 for s in steps)), float(dropped), agrees=dropped > 0),
        *(ours("computed", s.computed_after, str(i)) for i, s in enumerate(steps, 1)),
        *(ours("blocks", s.blocks, str(i)) for i, s in enumerate(steps, 1)),
    ]
    return rows, by_rows(rows)


def off_below_40_percent(n: Numbers) -> Result:
    """ "Switch off below 40 % acceptance": the threshold is α > c, and 40 % is neither necessary nor sufficient."""
    rows = []
    for alpha, c in n["rows"]:
        best = best_k(lambda k, a=alpha: Acceptance.iid(a, k), n["k_max"], Costs.ratios(c, n["k_max"]))
        advised, pays = float(alpha >= n["threshold"]), float(not best.off)
        of = f"α={alpha} c={c}"
        rows += [Row("pays", advised, pays, advised == pays, of), ours("best_factor", best.factor, of)]
    return rows, by_rows(rows)


def seventy_b_on_one_a100(n: Numbers) -> Result:
    """Tokens per second of a 70 B model on one A100 against the bandwidth roof, and whether it fits."""
    device, shape = accelerator("a100_80_sxm"), model("Llama-3.1-70B").shape
    setup = Setup(shape, device, FORMATS["bf16"], IDEAL)
    roof = roof_tokens_per_second(setup)
    weights = shape.params * FORMATS["bf16"].bytes_per_weight
    rows = [
        Row("tokens_per_second_roof", n["tokens_per_second"], roof, n["tokens_per_second"] <= roof),
        Row("gb_weights", device.memory_bytes / 1e9, weights / 1e9, weights <= device.memory_bytes),
    ]
    return rows, by_rows(rows)


def pass_of_a_70b(n: Numbers) -> Result:
    """ "42 ms to move, 0.14 ms to compute, ridge 295": all right, though one card would not hold the weights."""
    device, shape = accelerator("h100_sxm"), model("Llama-3.1-70B").shape
    one = pass_time(Setup(shape, device, FORMATS["bf16"], IDEAL), 1)
    rows = [
        compare("move_ms", n["move_ms"], one.weights * 1e3, 0.6),
        compare("compute_ms", n["compute_ms"], one.arithmetic * 1e3, 0.005),
        compare("ridge", n["ridge"], device.ridge("bf16"), 0.5),
        ours("cards_for_weights", -(-one.weight_bytes // device.memory_bytes)),
    ]
    return rows, by_rows(rows)


def tutorial_half(n: Numbers) -> Result:
    """k = 4, α = 0.5: E[L] = 1.9375."""
    rows = [compare("tokens", n["tokens"], geometric_tokens(n["alpha"], n["k"]), 0.00005)]
    return rows, by_rows(rows)


def rate_in_formula(n: Numbers) -> Result:
    """accepted/drafted, rightly printed, put into the geometric formula in place of α."""
    law = Acceptance.iid(n["alpha"], n["k"])
    rate = law.accepted_over_drafted or 0.0
    identity = compare("accepted_over_drafted", n["rate"], rate, 0.0005)
    said = geometric_tokens(rate, n["k"])
    conclusion = Row("geometric", said, law.tokens_per_round, abs(said / law.tokens_per_round - 1) < 0.02)
    return [identity, conclusion], misleads_if([identity], conclusion)
