"""A model's sizes from a transformers `config.json` that somebody pasted. The text is untrusted.

Understands the key names of Llama, Mistral, Qwen2, Qwen3, Phi-3, SmolLM3, Gemma 2 and 3, GPT-2, GPT-NeoX and, for
their caches only, Mixtral and DeepSeek-V3. Each value is checked for type and range; an unknown `model_type` is
refused rather than guessed, because its biases and norms are unknown.
"""

import json
from dataclasses import replace
from typing import Any

from specviz.errors import SpecvizError
from specviz.theory.checks import whole
from specviz.theory.model_shape import BLOCKS, MAX_SIZE, Block, ModelShape

MAX_CHARS = 100_000

_KEYS = {
    "layers": ("num_hidden_layers", "n_layer"),
    "hidden": ("hidden_size", "n_embd"),
    "intermediate": ("intermediate_size", "n_inner"),
    "query_heads": ("num_attention_heads", "n_head"),
    "kv_heads": ("num_key_value_heads",),
    "head_dim": ("head_dim",),
    "vocab": ("vocab_size",),
}
_SAME_BLOCK = {"gemma3": "gemma3_text", "deepseek_v2": "deepseek_v3"}
_TIED_BY_DEFAULT = {"gpt2", "gemma2", "gemma3_text"}
_HEAD_DIM_256 = {"gemma2", "gemma3_text"}
_GEMMA3_PATTERN = 6


def shape_from_config(text: str) -> ModelShape:
    """The shape described by a pasted config.

    Raises `config_too_long`, `config_not_json`, `config_model_type`, `config_missing` (naming the keys looked for),
    `config_type`, and the range errors of `ModelShape`.
    """
    config = _parse(text)
    if isinstance(config.get("text_config"), dict):  # multimodal models nest the language model
        config = {
            **config["text_config"],
            "model_type": config["text_config"].get("model_type", config.get("model_type")),
        }
    model_type = config.get("model_type")
    family = _SAME_BLOCK.get(model_type, model_type) if isinstance(model_type, str) else None
    if family not in BLOCKS:
        raise SpecvizError("config_model_type", value=str(model_type)[:40], known=", ".join(BLOCKS))
    layers, hidden, heads = (_size(config, name) for name in ("layers", "hidden", "query_heads"))
    name = config.get("_name_or_path")
    return ModelShape(
        name=name[:80] if isinstance(name, str) and name else family,
        layers=layers,
        hidden=hidden,
        intermediate=_size(config, "intermediate", 4 * hidden if family == "gpt2" else None),
        query_heads=heads,
        kv_heads=_size(config, "kv_heads", heads),
        head_dim=_size(config, "head_dim", 256 if family in _HEAD_DIM_256 else max(hidden // heads, 1)),
        vocab=_size(config, "vocab"),
        tied=_flag(config, "tie_word_embeddings", family in _TIED_BY_DEFAULT),
        block=_block(family, config),
        positions=_count(config, ("n_positions",), 1024) if family == "gpt2" else 0,
        latent=_latent(config),
        experts=_count(config, ("num_local_experts", "n_routed_experts", "num_experts"), 0),
        **_window(family, config, layers),
    )


def _parse(text: str) -> dict[str, Any]:
    if len(text) > MAX_CHARS:
        raise SpecvizError("config_too_long", length=len(text), limit=MAX_CHARS)
    try:
        config = json.loads(text)
    except (json.JSONDecodeError, RecursionError, ValueError) as error:
        raise SpecvizError("config_not_json", reason=str(error)[:120]) from error
    if not isinstance(config, dict):
        raise SpecvizError("config_not_json", reason=type(config).__name__)
    return config


def _count(config: dict[str, Any], keys: tuple[str, ...], default: int | None) -> int:
    """The first of `keys` that is present and not null, as a whole number; `config_missing` without a default."""
    for key in keys:
        if config.get(key) is not None:
            return whole(key, config[key], 0, MAX_SIZE)
    if default is None:
        raise SpecvizError("config_missing", names=" / ".join(keys))
    return default


def _size(config: dict[str, Any], field: str, default: int | None = None) -> int:
    value = _count(config, _KEYS[field], default)
    return whole(field, value, 1, MAX_SIZE)


def _flag(config: dict[str, Any], key: str, default: bool) -> bool:
    value = config.get(key)
    if value is None:
        return default
    if not isinstance(value, bool):
        raise SpecvizError("config_type", name=key, value=repr(value)[:40], wanted="true / false")
    return value


def _block(family: str, config: dict[str, Any]) -> Block:
    """The family's block with the biases the config switches: Llama's `attention_bias` covers all four matrices."""
    block = BLOCKS[family]
    if family in ("gpt2", "gpt_neox"):
        bias = _flag(config, "attention_bias", True)
        return replace(block, qkv_bias=bias, out_bias=bias)
    attention, mlp = _flag(config, "attention_bias", False), _flag(config, "mlp_bias", False)
    return replace(block, qkv_bias=block.qkv_bias or attention, out_bias=attention, mlp_bias=mlp)


def _latent(config: dict[str, Any]) -> int:
    rank = _count(config, ("kv_lora_rank",), 0)
    return rank + _count(config, ("qk_rope_head_dim",), 0) if rank else 0


def _window(family: str, config: dict[str, Any], layers: int) -> dict[str, int]:
    """`window` and `global_layers`. Qwen's window is off unless `use_sliding_window`; Gemma alternates."""
    window = _count(config, ("sliding_window",), 0)
    if not window or (family in ("qwen2", "qwen3") and not _flag(config, "use_sliding_window", False)):
        return {}
    types = config.get("layer_types")
    if isinstance(types, list) and len(types) == layers:
        return {"window": window, "global_layers": sum(t == "full_attention" for t in types)}
    if family == "gemma2":
        return {"window": window, "global_layers": layers // 2}
    if family == "gemma3_text":
        pattern = max(_count(config, ("sliding_window_pattern",), _GEMMA3_PATTERN), 1)
        return {"window": window, "global_layers": layers // pattern}
    if family in ("qwen2", "qwen3"):
        return {"window": window, "global_layers": min(_count(config, ("max_window_layers",), 0), layers)}
    return {"window": window, "global_layers": 0}
