"""Published statements, checked: `assets/claims.json` holds what was claimed, the functions here what we compute.

`check(claim_id)` recomputes now; nothing is stored but the claim. The prose about a claim is the lesson's.
"""

import json
from collections.abc import Callable
from functools import cache

from specviz.errors import SpecvizError
from specviz.paths import ASSETS
from specviz.theory.claims import engines, folklore, papers
from specviz.theory.claims.verdict import Checked, Claim, Row, Verdict

__all__ = ["Checked", "Claim", "Row", "Verdict", "check", "claims"]

_RECOMPUTE: dict[str, Callable[[papers.Numbers], papers.Result]] = {
    "leviathan_table_2": papers.leviathan_table_2,
    "chen_table_1": papers.chen_table_1,
    "vllm_24127": engines.mean_rate_as_alpha,
    "llama_cpp_24536": engines.mean_rate_as_alpha,
    "vllm_7301": engines.vllm_v0,
    "llama_cpp_3649": engines.drafts_counted_as_output,
    "gpt_fast_70b": papers.gpt_fast,
    "spec_bench_tau": papers.spec_bench,
    "eagle_readme": papers.eagle_readme,
    "eagle_chain": papers.eagle_chain,
    "prompt_lookup_readme": papers.prompt_lookup,
    "deepseek_v3_mtp": papers.deepseek_mtp,
    "nvidia_llama_33": papers.nvidia_llama,
    "sglang_eagle": papers.sglang_eagle,
    "vllm_load": engines.sign_flips_with_load,
    "p_eagle": papers.p_eagle,
    "amd_eagle3": papers.amd_eagle3,
    "histogram_examples": engines.histogram_examples,
    "sglang_23530": engines.sglang_rate,
    "expected_token_table": folklore.expected_token_table,
    "accepted_or_tokens": folklore.accepted_or_tokens,
    "gain_is_rate_times_k": folklore.gain_is_rate_times_k,
    "replacement_costs_a_pass": folklore.replacement_costs_a_pass,
    "repair_only_on_rejection": folklore.repair_only_on_rejection,
    "free_lunch": folklore.free_lunch,
    "rate_in_formula": folklore.rate_in_formula,
    "without_bonus": folklore.without_bonus,
    "rejection_frees_blocks": folklore.rejection_frees_blocks,
    "off_below_40": folklore.off_below_40_percent,
    "one_a100_70b": folklore.seventy_b_on_one_a100,
    "pass_of_a_70b": folklore.pass_of_a_70b,
    "alpha_is_agreement": papers.alpha_is_agreement,
    "tutorial_half": folklore.tutorial_half,
}


@cache
def claims() -> dict[str, Claim]:
    """Every claim by id, in the order of the file."""
    rows = json.loads((ASSETS / "claims.json").read_text("utf-8"))["claims"]
    return {row["id"]: Claim(**row) for row in rows}


def check(claim_id: str) -> Checked:
    """The claim, our numbers beside it, and the verdict. Raises `unknown_claim`."""
    if claim_id not in claims():
        raise SpecvizError("unknown_claim", value=claim_id[:40], known=", ".join(claims()))
    claim = claims()[claim_id]
    rows, verdict = _RECOMPUTE[claim_id](claim.numbers)
    return Checked(claim, tuple(rows), verdict)
