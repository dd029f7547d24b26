"""Claims of papers and vendors, recomputed. Each function gets the claim's numbers and returns rows and a verdict."""

from collections.abc import Mapping
from statistics import fmean, harmonic_mean
from typing import Any

from specviz.theory.accelerator import FORMATS, IDEAL
from specviz.theory.acceptance import Acceptance, alpha_for_tokens, geometric_tokens
from specviz.theory.claims.verdict import Row, Verdict, by_rows, compare, ours
from specviz.theory.roofline import Setup, roof_tokens_per_second
from specviz.theory.tables import accelerator, model

Numbers = Mapping[str, Any]
Result = tuple[list[Row], Verdict]


def leviathan_table_2(n: Numbers) -> Result:
    """Theorem 3.8 at c = 0 is an upper bound of the measurement if the printed α is the i.i.d. rate of those runs."""
    rows = []
    for task, temperature, draft, k, alpha, measured in n["rows"]:
        tokens = geometric_tokens(alpha, k)
        of = f"{task} T={temperature} {draft}"
        rows.append(Row("factor_bound", measured, tokens, measured <= tokens, of))
        rows.append(ours("c", (tokens / measured - 1) / k, of))
    bounded = all(row.agrees for row in rows if row.agrees is not None)
    return rows, "agrees" if bounded else "disagrees"


def chen_table_1(n: Numbers) -> Result:
    """Ratios of the printed times; then τ and α if a verification costs one plain step."""
    rows = []
    for name, ms, ratio in n["rows"]:
        tokens = (n["baseline_ms"] + n["k"] * n["draft_ms"]) / ms
        rows += [
            compare("factor", ratio, n["baseline_ms"] / ms, 0.01, name),
            ours("tokens", tokens, name),
            ours("alpha", alpha_for_tokens(tokens, n["k"]), name),
        ]
    return rows, by_rows(rows)


def gpt_fast(n: Numbers) -> Result:
    """The speed-up needs an acceptance; is it plausible? And do the bytes per token fit the format?"""
    factor, c = n["fast"] / n["plain"], n["plain"] / n["draft"]
    tokens = factor * (1 + n["k"] * c)
    gigabytes = model("Llama-2-70B").shape.params * FORMATS["w4a16"].bytes_per_weight / 1e9
    rows = [
        ours("factor", factor),
        ours("c", c),
        ours("tokens", tokens),
        ours("alpha", alpha_for_tokens(tokens, n["k"])),
        compare("gb_per_token", n["gb_per_second"] / n["plain"], gigabytes, 0.02 * gigabytes),
    ]
    return rows, by_rows(rows)


def spec_bench(n: Numbers) -> Result:
    """Does more accepted mean more speed? Compare the order of τ with the order of the speed-up on one card."""
    rows = [ours("round_steps", tokens / factor, f"{method} {card}") for method, card, tokens, factor in n["rows"]]
    card = n["ranked_on"]
    on_card = [(tokens, factor) for _, where, tokens, factor in n["rows"] if where == card]
    by_tokens = [factor for _, factor in sorted(on_card)]
    rows += [
        ours("mean", fmean(n["per_task"])),
        ours("harmonic_mean", harmonic_mean(n["per_task"])),
    ]
    return rows, "agrees" if by_tokens == sorted(by_tokens) else "disagrees"


def eagle_readme(n: Numbers) -> Result:
    """The headline beside an independent measurement on another card."""
    rows = []
    for name, claimed, measured, tokens in n["rows"]:
        rows += [
            Row("factor", claimed, measured, claimed <= 1.05 * measured, name),
            ours("round_steps", tokens / measured, name),
        ]
    portable = all(row.agrees for row in rows if row.agrees is not None)
    return rows, "agrees" if portable else "misleads"


def eagle_chain(n: Numbers) -> Result:
    """The n-α of the paper read as a chain, against its τ: the rest is the tree's."""
    rows = [
        compare("tokens", tokens, Acceptance.conditional(rates).tokens_per_round, 0.05, name)
        for name, rates, tokens in n["rows"]
    ]
    return rows, by_rows(rows)


def prompt_lookup(n: Numbers) -> Result:
    """ "2x–4x": per task of an independent benchmark."""
    low, high = n["range"]
    rows = [Row("factor", low, factor, low <= factor <= high, task) for task, factor in n["rows"]]
    return rows, by_rows(rows)


def deepseek_mtp(n: Numbers) -> Result:
    """k = 1: τ = 1 + α; the cost of a round that gives the claimed rate must be about one step, and it is."""
    rows = []
    for alpha in n["alphas"]:
        tokens = geometric_tokens(alpha, 1)
        rows.append(Row("factor_bound", n["factor"], tokens, n["factor"] <= tokens, f"α={alpha}"))
        rows.append(ours("round_steps", tokens / n["factor"], f"α={alpha}"))
    return rows, by_rows(rows)


def nvidia_llama(n: Numbers) -> Result:
    """The ratio holds; what it takes: the α needed for each k, and whether the baseline was a fair one."""
    factor = n["fast"] / n["plain"]
    setup = Setup(model("Llama-3.1-70B").shape, accelerator("h200"), FORMATS["fp8"], IDEAL)
    rows = [
        compare("factor", n["factor"], factor, 0.005),
        ours("roof_share", n["plain"] / roof_tokens_per_second(setup)),
    ]
    for k in n["ks"]:
        needed = factor * (1 + k * n["c"])
        reachable = needed <= k + 1
        rows.append(ours("tokens_needed", needed, f"k={k}"))
        if reachable:
            rows.append(ours("alpha_needed", alpha_for_tokens(needed, k), f"k={k}"))
        else:
            rows.append(Row("tokens_possible", float(k + 1), needed, agrees=False, of=f"k={k}"))
    return rows, by_rows(rows)


def sglang_eagle(n: Numbers) -> Result:
    """The ratios, and the share of the bandwidth roof: the roof is per pass, so τ > 1 goes through it."""
    plain, second, third = n["tokens_per_second"]
    setup = Setup(model("Llama-3.1-8B").shape, accelerator("h100_sxm"), FORMATS["bf16"], IDEAL)
    roof = roof_tokens_per_second(setup)
    rows = [
        compare("factor", n["factors"][0], second / plain, 0.005, "EAGLE-2"),
        compare("factor", n["factors"][1], third / plain, 0.005, "EAGLE-3"),
        ours("roof_share", plain / roof),
        ours("roof_share", third / roof, "EAGLE-3"),
    ]
    return rows, by_rows(rows)


def p_eagle(n: Numbers) -> Result:
    """Is the length "draft tokens accepted"? It exceeds K, so no. Do i.i.d. extrapolations hold? Do the gains?"""
    rows = []
    for task, at_3, at_7, other_at_7, gain in n["rows"]:
        rows.append(Row("accepted_within_k", at_3, float(n["k"]), at_3 <= n["k"], task))
        rows.append(compare("gain", gain, at_7 / other_at_7 - 1, 0.006, task))
        predicted = geometric_tokens(alpha_for_tokens(at_3, n["k"]), n["k_long"])
        rows.append(Row("iid_prediction", at_7, predicted, abs(predicted / at_7 - 1) < 0.05, task))
    return rows, by_rows(rows)


def amd_eagle3(n: Numbers) -> Result:
    """The mean of the domains, and their spread."""
    values = n["lengths"]
    rows = [compare("mean", n["mean"], fmean(values), 0.005), ours("spread", max(values) / min(values))]
    return rows, by_rows(rows)


def alpha_is_agreement(n: Numbers) -> Result:
    """ "α is the chance that the two models agree": two samples coincide with Σ pq, a candidate passes with Σ min."""
    p, q = n["p"], n["q"]
    agree = sum(a * b for a, b in zip(p, q, strict=True))
    overlap = sum(map(min, p, q))
    rows = [Row("alpha", agree, overlap, abs(agree - overlap) < 1e-9)]
    return rows, by_rows(rows)
