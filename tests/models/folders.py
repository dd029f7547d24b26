"""Model folders for the tests: small random models of several architectures, with tokenizers made on the spot."""

from functools import cache
from pathlib import Path
from typing import Any

import torch
from tokenizers import AddedToken, Tokenizer, decoders, models, normalizers, pre_tokenizers, processors, trainers
from transformers import (
    GPT2Config,
    GPT2LMHeadModel,
    GPTNeoXConfig,
    GPTNeoXForCausalLM,
    LlamaConfig,
    LlamaForCausalLM,
    PreTrainedTokenizerFast,
    Qwen2Config,
    Qwen2ForCausalLM,
)

EOS = "<|eos|>"
CHAT = "{% for m in messages %}<|eos|>{{ m['role'] }}: {{ m['content'] }}\n{% endfor %}{% if add_generation_prompt %}assistant:{% endif %}"  # noqa: E501
ARCHITECTURES = ("llama", "qwen2", "gpt2", "gpt_neox")
_WORDS = ["the cat sat on the mat", "a small café in the town", "once upon a time 😀", "naïve 你好 world 12345"]


@cache
def byte_level() -> Any:
    """A byte-level BPE of about 300 tokens that puts `<|eos|>` in front, as Tiny World's does."""
    backend = Tokenizer(models.BPE())
    backend.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    backend.decoder = decoders.ByteLevel()
    trainer = trainers.BpeTrainer(
        vocab_size=300,
        special_tokens=[EOS],
        initial_alphabet=sorted(pre_tokenizers.ByteLevel.alphabet()),
        show_progress=False,
    )
    backend.train_from_iterator(_WORDS * 4, trainer)
    backend.post_processor = processors.TemplateProcessing(single=f"{EOS} $A", special_tokens=[(EOS, 0)])
    return PreTrainedTokenizerFast(tokenizer_object=backend, bos_token=EOS, eos_token=EOS)


@cache
def sentence_piece() -> Any:
    """A SentencePiece-like BPE: `▁` for a space, a space put in front, and one token for every byte."""
    words = ["▁the", "▁cat", "▁", "c", "a", "t", "h", "e", "s", "▁sat"]
    tokens = ["<unk>", "<s>", "</s>", *(f"<0x{b:02X}>" for b in range(256)), *words]
    vocabulary = {token: i for i, token in enumerate(tokens)}
    merges = [("a", "t"), ("c", "at"), ("▁", "cat"), ("h", "e"), ("t", "he"), ("▁", "the"), ("s", "at"), ("▁", "sat")]
    for merged in ("at", "cat", "he", "the", "sat"):
        vocabulary[merged] = len(vocabulary)
    backend = Tokenizer(models.BPE(vocabulary, merges, byte_fallback=True, unk_token="<unk>", fuse_unk=True))
    backend.normalizer = normalizers.Sequence([normalizers.Prepend("▁"), normalizers.Replace(" ", "▁")])
    backend.decoder = decoders.Sequence(
        [decoders.Replace("▁", " "), decoders.ByteFallback(), decoders.Fuse(), decoders.Strip(" ", 1, 0)]
    )
    backend.post_processor = processors.TemplateProcessing(single="<s> $A", special_tokens=[("<s>", 1)])
    backend.add_special_tokens([AddedToken(t, special=True, normalized=False) for t in ("<unk>", "<s>", "</s>")])
    return PreTrainedTokenizerFast(tokenizer_object=backend, bos_token="<s>", eos_token="</s>", unk_token="<unk>")


def random_model(architecture: str, seed: int = 0, vocab: int = 300, **changes: Any) -> Any:
    """Two layers of 32 dimensions, weights large enough that its laws are far from uniform."""
    torch.manual_seed(seed)
    common = {"vocab_size": vocab, "initializer_range": 0.35, "bos_token_id": 0, "eos_token_id": 0}
    shape = {
        "hidden_size": 32, "intermediate_size": 64, "num_hidden_layers": 2, "num_attention_heads": 4,
        "max_position_embeddings": 256,
    }  # fmt: skip
    make = {
        "llama": lambda: LlamaForCausalLM(LlamaConfig(**common | shape | {"num_key_value_heads": 2} | changes)),
        "qwen2": lambda: Qwen2ForCausalLM(Qwen2Config(**common | shape | {"num_key_value_heads": 2} | changes)),
        "gpt_neox": lambda: GPTNeoXForCausalLM(GPTNeoXConfig(**common | shape | changes)),
        "gpt2": lambda: GPT2LMHeadModel(
            GPT2Config(**common | {"n_embd": 32, "n_layer": 2, "n_head": 4, "n_positions": 256} | changes)
        ),
    }
    return make[architecture]()


def save(folder: Path, model: Any, tokenizer: Any, **save_options: Any) -> Path:
    """A model folder as transformers writes it."""
    model.save_pretrained(folder, **save_options)
    tokenizer.save_pretrained(folder)
    return folder


def pair_of(target: Path, draft: Path) -> str:
    return f"{target},{draft}"
