"""Every published claim is recomputed, and the verdict follows from the numbers."""

from dataclasses import replace

import pytest

from specviz.errors import SpecvizError
from specviz.theory.claims import _RECOMPUTE, check, claims
from specviz.words import catalogue

VERDICTS = {
    "leviathan_table_2": "disagrees",
    "chen_table_1": "partly",
    "vllm_24127": "misleads",
    "llama_cpp_24536": "misleads",
    "vllm_7301": "misleads",
    "llama_cpp_3649": "disagrees",
    "gpt_fast_70b": "agrees",
    "spec_bench_tau": "disagrees",
    "eagle_readme": "misleads",
    "eagle_chain": "disagrees",
    "prompt_lookup_readme": "partly",
    "deepseek_v3_mtp": "agrees",
    "nvidia_llama_33": "partly",
    "sglang_eagle": "agrees",
    "vllm_load": "agrees",
    "p_eagle": "partly",
    "amd_eagle3": "agrees",
    "histogram_examples": "agrees",
    "sglang_23530": "partly",
    "expected_token_table": "partly",
    "accepted_or_tokens": "disagrees",
    "gain_is_rate_times_k": "disagrees",
    "replacement_costs_a_pass": "disagrees",
    "repair_only_on_rejection": "disagrees",
    "free_lunch": "disagrees",
    "rate_in_formula": "misleads",
    "without_bonus": "disagrees",
    "rejection_frees_blocks": "disagrees",
    "off_below_40": "partly",
    "one_a100_70b": "disagrees",
    "pass_of_a_70b": "agrees",
    "alpha_is_agreement": "disagrees",
    "tutorial_half": "agrees",
}
# (claim, quantity, of): our number, from an independent recomputation
NUMBERS = {
    ("leviathan_table_2", "factor_bound", "EnDe T=0 small"): 3.600,
    ("leviathan_table_2", "factor_bound", "CNN/DM T=1 base"): 2.019,
    ("leviathan_table_2", "c", "EnDe T=0 base"): 0.069,
    ("leviathan_table_2", "c", "CNN/DM T=1 large"): 0.069,
    ("chen_table_1", "factor", "XSum nucleus"): 1.875,
    ("chen_table_1", "tokens", "XSum greedy"): 3.04,
    ("chen_table_1", "alpha", "HumanEval"): 0.85,
    ("vllm_24127", "geometric", ""): 4.55,
    ("vllm_24127", "rounds", ""): 59,
    ("vllm_24127", "conditional", "5"): 0.808,
    ("llama_cpp_24536", "geometric", ""): 2.33,
    ("llama_cpp_24536", "alpha_for_tokens", ""): 0.793,
    ("vllm_7301", "reached_over_drafted", ""): 0.388,
    ("llama_cpp_3649", "rate_produced", ""): 17.02,
    ("llama_cpp_3649", "rate_all_drafted", ""): 18.44,
    ("gpt_fast_70b", "tokens", ""): 2.90,
    ("gpt_fast_70b", "alpha", ""): 0.724,
    ("spec_bench_tau", "round_steps", "SpS 3090"): 1.27,
    ("spec_bench_tau", "round_steps", "PLD 3090"): 1.06,
    ("spec_bench_tau", "harmonic_mean", ""): 1.52,
    ("eagle_readme", "round_steps", "EAGLE-3"): 1.89,
    ("eagle_chain", "tokens", "LLaMA2-chat-70B"): 2.82,
    ("deepseek_v3_mtp", "round_steps", "α=0.9"): 1.056,
    ("nvidia_llama_33", "alpha_needed", "k=5"): 0.88,
    ("nvidia_llama_33", "alpha_needed", "k=7"): 0.85,
    ("nvidia_llama_33", "alpha_needed", "k=10"): 0.84,
    ("sglang_eagle", "roof_share", ""): 0.71,
    ("sglang_eagle", "roof_share", "EAGLE-3"): 1.67,
    ("p_eagle", "iid_prediction", "HumanEval"): 4.35,
    ("p_eagle", "iid_prediction", "MT"): 3.94,
    ("amd_eagle3", "spread", ""): 1.65,
    ("sglang_23530", "old_rate", ""): 0.3625,
    ("sglang_23530", "round_steps", ""): 1.90,
    ("without_bonus", "factor", ""): 2.401,
    ("without_bonus", "factor_without_own_token", ""): 1.687,
    ("expected_token_table", "tokens", "α=0.85 k=4"): 3.709,
    ("free_lunch", "factor", "α=0.7 k=5 c=0.5"): 0.84,
    ("replacement_costs_a_pass", "repair_passes", "lazy"): 0.0,
    ("replacement_costs_a_pass", "repair_passes", "eager"): 1.0,
    ("alpha_is_agreement", "alpha", ""): 0.6,
    ("pass_of_a_70b", "cards_for_weights", ""): 2,
}


def test_every_claim_has_its_verdict():
    assert {claim_id: check(claim_id).verdict for claim_id in claims()} == VERDICTS


@pytest.mark.parametrize(("claim_id", "quantity", "of"), NUMBERS)
def test_our_numbers(claim_id, quantity, of):
    expected = NUMBERS[claim_id, quantity, of]
    assert check(claim_id).row(quantity, of).ours == pytest.approx(expected, rel=0.005, abs=0.0006)


def test_the_table_of_claims_and_the_functions_are_the_same_set():
    assert set(claims()) == set(_RECOMPUTE)


def test_sources_are_named_and_every_code_has_words():
    for lang in ("en", "zh"):
        words = catalogue(lang).keys()
        for claim_id, claim in claims().items():
            assert claim.title
            assert claim.where
            assert f"claims.kind.{claim.kind}" in words
            found = check(claim_id)
            assert f"claims.verdict.{found.verdict}" in words
            assert {f"claims.quantity.{row.quantity}" for row in found.rows} <= words


def test_a_verdict_is_computed_not_stored():
    # the same functions with the errors put right
    claim = claims()["expected_token_table"]
    right = {"ks": [4], "rows": [[0.5, 1.94], [0.7, 2.77], [0.85, 3.71], [0.9, 4.10]]}
    rows, verdict = _RECOMPUTE[claim.id](replace(claim, numbers=right).numbers)
    assert verdict == "agrees"
    assert len(rows) == 4
    rows, verdict = _RECOMPUTE["without_bonus"]({"alpha": 0.8, "k": 4, "c": 0.1, "factor": 2.401})
    assert verdict == "agrees"
    rows, verdict = _RECOMPUTE["rate_in_formula"]({"alpha": 0.8, "k": 1, "rate": 0.8})
    assert verdict == "agrees"  # with one candidate the two rates are one


def test_an_unknown_claim_is_refused():
    with pytest.raises(SpecvizError):
        check("perpetual_motion")
