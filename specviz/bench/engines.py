"""The command line that sets a k in other engines. Spelled as their documentation spells it; not run here."""


def command_lines(target: str, draft: str, k: int) -> dict[str, str]:
    """One line per engine; for k = 0 the line without speculation."""
    if k == 0:
        return {
            "vLLM": f"vllm serve {target}",
            "SGLang": f"python -m sglang.launch_server --model-path {target}",
            "llama.cpp": f"llama-server -m {target}.gguf",
        }
    spec = f'{{"method": "draft_model", "model": "{draft}", "num_speculative_tokens": {k}}}'
    return {
        "vLLM": f"vllm serve {target} --speculative-config '{spec}'",
        "SGLang": (
            f"python -m sglang.launch_server --model-path {target} --speculative-algorithm STANDALONE "
            f"--speculative-draft-model-path {draft} --speculative-num-steps {k} --speculative-eagle-topk 1 "
            f"--speculative-num-draft-tokens {k + 1}"
        ),
        "llama.cpp": f"llama-server -m {target}.gguf -md {draft}.gguf --draft-max {k} --draft-min {k}",
    }
