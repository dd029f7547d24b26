"""What the checks of real models are run on: shared weights and some prompts."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
import torch

from specviz.engine.decode import autoregressive
from specviz.engine.language_model import CachedModel, Weights
from specviz.engine.libraries import LlamaConfig, LlamaForCausalLM
from specviz.engine.sampling import host
from specviz.faults import Build
from specviz.settings import RunSettings
from specviz.trace import Round


@dataclass(frozen=True)
class Subject:
    """A pair under test. `draft` None: only what needs no draft model is checked."""

    target: Weights
    draft: Weights | None
    prompts: tuple[tuple[int, ...], ...]

    @property
    def exact(self) -> bool:
        """Whether a block row equals a one-token row up to rounding far below any gap: fp32."""
        return self.target.dtype == torch.float32

    def runs(self, build: Build, settings: RunSettings) -> Iterator[tuple[tuple[int, ...], list[Round]]]:
        """One run of `build` per prompt, with the rounds it gave."""
        for prompt in self.prompts:
            target, draft = build.models(self.target, self.draft)
            yield prompt, list(build.rounds(target, draft, settings, prompt))


def ordinary(weights: Weights, settings: RunSettings, prompt: Sequence[int]) -> tuple[int, ...]:
    """The ids of ordinary decoding."""
    rounds = autoregressive(CachedModel(weights), settings, prompt, laws=False)
    return tuple(i for r in rounds for i in r.committed)


def fresh_rows(weights: Weights, ids: Sequence[int]) -> np.ndarray:
    """Logit rows [len(ids), V] of a first pass over `ids`, with no cache before it."""
    return host(CachedModel(weights).extend(ids))


def small_random_pair(seed: int = 0, vocab_size: int = 64) -> Subject:
    """Two related random Llamas, for when no model is at hand: near enough that candidates are often accepted.

    Their weights are large enough that the laws are far from uniform and every cached entry matters.
    """
    target, other = _llama(2 * seed, vocab_size), _llama(2 * seed + 1, vocab_size)
    draft = _llama(2 * seed, vocab_size)
    with torch.no_grad():
        for ours, theirs in zip(draft.parameters(), other.parameters(), strict=True):
            ours.add_(theirs, alpha=0.25)
    prompts = tuple(tuple((i * step + 1) % vocab_size for i in range(7)) for step in (1, 5))
    return Subject(Weights.of(target, f"random-{seed}"), Weights.of(draft, f"relative-{seed}"), prompts)


def _llama(seed: int, vocab_size: int) -> LlamaForCausalLM:
    config = LlamaConfig(
        vocab_size=vocab_size,
        hidden_size=32,
        intermediate_size=64,
        num_hidden_layers=2,
        num_attention_heads=4,
        num_key_value_heads=2,
        max_position_embeddings=256,
        initializer_range=0.35,
        bos_token_id=None,
        eos_token_id=None,
        pad_token_id=None,
    )
    with torch.random.fork_rng(devices=[]):
        torch.manual_seed(seed)
        return LlamaForCausalLM(config)
