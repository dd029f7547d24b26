"""Claims made of, or about, the numbers that engines print, recomputed."""

from collections.abc import Sequence

from specviz.theory.accelerator import FORMATS
from specviz.theory.acceptance import Acceptance, alpha_for_tokens, geometric_tokens
from specviz.theory.claims.papers import Numbers, Result
from specviz.theory.claims.verdict import Row, by_rows, compare, misleads_if, ours
from specviz.theory.engine_logs.reading import recover_rounds
from specviz.theory.roofline import Setup
from specviz.theory.speculation_roof import factor_by_batch
from specviz.theory.tables import accelerator, model
from specviz.theory.tally import Tally


def mean_rate_as_alpha(n: Numbers) -> Result:
    """A log line whose accepted/drafted is taken for α: the identities hold, the substitution does not."""
    positions: Sequence[float] = n["positions"]
    k, curve = len(positions), Acceptance.first(positions)
    rounds = recover_rounds(n["accepted"], n["length"], tuple(positions)) or 0
    rate = n["accepted"] / n["drafted"]
    identities = [
        compare("accepted_over_drafted", n["rate"], rate, 0.0005),
        compare("one_plus_accepted_over_rounds", n["length"], 1 + n["accepted"] / rounds if rounds else 0.0, 0.005),
        compare("one_plus_positions", n["length"], curve.tokens_per_round, 0.005 + 0.0005 * k),
    ]
    said = geometric_tokens(rate, k)
    conclusion = Row("geometric", n["length"], said, abs(said / n["length"] - 1) < 0.02)
    extra = [
        ours("rounds", rounds),
        ours("geometric_error", said / n["length"] - 1),
        ours("alpha_for_tokens", alpha_for_tokens(n["length"], k)),
        *(ours("conditional", r, str(i)) for i, r in enumerate(curve.conditional_rates, 1) if r is not None),
    ]
    return [*identities, conclusion, *extra], misleads_if(identities, conclusion)


def vllm_v0(n: Numbers) -> Result:
    """V0's acceptance counts matches after a rejection; what reached the output is emitted minus one per round."""
    rounds = n["drafted"] / n["k"]
    identities = [
        compare("accepted_over_drafted", n["rate"], n["accepted"] / n["drafted"], 0.0005),
        compare("efficiency", n["efficiency"], n["emitted"] / (rounds * (n["k"] + 1)), 0.0005),
    ]
    reached = (n["emitted"] - rounds) / n["drafted"]
    conclusion = Row("reached_over_drafted", n["rate"], reached, abs(reached - n["rate"]) < 0.005)
    return [*identities, conclusion], misleads_if(identities, conclusion)


def drafts_counted_as_output(n: Numbers) -> Result:
    """A predicted rate that counts every drafted token; the tokens really produced give another."""
    seconds = sum(tokens / rate for tokens, rate in n["parts"])
    counted = sum(tokens for tokens, _ in n["parts"]) / seconds
    produced = n["produced"] / seconds
    rows = [
        ours("rate_all_drafted", counted),
        Row("rate_produced", n["predicted"], produced, abs(produced - n["predicted"]) < 0.05),
        Row("rate_measured", n["measured"], produced, abs(produced / n["measured"] - 1) < 0.05),
    ]
    return rows, "disagrees" if not rows[1].agrees else "agrees"


def sign_flips_with_load(n: Numbers) -> Result:
    """Pays at low load, loses at high: the same sign on the roofline, with an assumed acceptance."""
    device = accelerator(n["device"]).times(n["devices"])
    target, draft = (
        Setup(model(name).shape, device, FORMATS["bf16"], device.default_efficiency())
        for name in (n["target"], n["draft"])
    )
    law = Acceptance.iid(n["alpha"], n["k"])
    low, high = factor_by_batch(law, target, draft, n["batches"], n["context"])
    rows = [
        Row("factor", n["low"], low, (low > 1) == (n["low"] > 1), f"B={n['batches'][0]}"),
        Row("factor", n["high"], high, (high > 1) == (n["high"] > 1), f"B={n['batches'][1]}"),
    ]
    return rows, by_rows(rows)


def histogram_examples(n: Numbers) -> Result:
    """The documentation's own examples."""
    tally = Tally.from_histogram(n["histogram"])
    steps, committed, accepted, drafted = n["sglang"]
    rows = [
        compare("tokens", n["vllm_length"], tally.tokens_per_round or 0.0, 0.00005, "vLLM"),
        compare("accepted_over_drafted", n["vllm_rate"], tally.accepted_over_drafted or 0.0, 0.00005, "vLLM"),
        compare("tokens", n["sglang_length"], committed / steps, 0.0005, "SGLang"),
        compare("accepted_over_drafted", n["sglang_rate"], accepted / drafted, 0.0005, "SGLang"),
    ]
    return rows, by_rows(rows)


def sglang_rate(n: Numbers) -> Result:
    """One printed rate, two definitions: before and after PR #23530."""
    length, k = n["length"], n["k"]
    rows = [
        compare("old_rate", n["rate"], length / (k + 1), 0.005),
        compare("new_rate", n["rate"], (length - 1) / k, 0.005),
        ours("round_steps", length / n["factor"]),
    ]
    return rows, by_rows(rows)
