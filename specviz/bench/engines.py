"""The command line that sets a k in other engines. Spelled as their documentation spells it in November 2026; not run
here. Engines rename these: llama.cpp aborts on `--draft-max` since April 2026, and `-md` alone no longer drafts.
"""

import json


def command_lines(
    target: str, draft: str | None, k: int, *, sampled: bool = False, lookup: tuple[int, int] = (2, 4)
) -> dict[str, str]:
    """One line per engine: `draft` proposes, or without one the prompt itself, by n-grams of `lookup` lengths; for
    k = 0, without speculation.

    `sampled`: candidates are to be drawn from the draft's law, as Σ min(p, q) takes for granted. vLLM takes the
    draft's most likely token unless told otherwise.
    """
    vllm, sglang = f"vllm serve {target}", f"python -m sglang.launch_server --model-path {target}"
    llama = f"llama-server -m {target}.gguf"
    if k == 0:
        return {"vLLM": vllm, "SGLang": sglang, "llama.cpp": llama}
    if draft is None:
        low, high = lookup
        spec = {"method": "ngram", "num_speculative_tokens": k, "prompt_lookup_max": high, "prompt_lookup_min": low}
        sglang += f" --speculative-algorithm NGRAM --speculative-num-draft-tokens {k + 1}"
        llama += f" --spec-type ngram-simple --spec-draft-n-max {k}"
    else:
        spec = {"method": "draft_model", "model": draft, "num_speculative_tokens": k}
        if sampled:
            spec["draft_sample_method"] = "probabilistic"
        sglang += (
            f" --speculative-algorithm STANDALONE --speculative-draft-model-path {draft}"
            f" --speculative-num-steps {k} --speculative-eagle-topk 1 --speculative-num-draft-tokens {k + 1}"
        )
        llama += f" -md {draft}.gguf --spec-type draft-simple --spec-draft-n-max {k}"
    return {"vLLM": f"{vllm} --speculative-config '{json.dumps(spec)}'", "SGLang": sglang, "llama.cpp": llama}
