"""Mistakes in the laws: a candidate drawn from one and judged by another, and processors applied too seldom."""

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from specviz.engine.drafters import DraftModel, PromptLookup
from specviz.engine.drafters.proposal import Drafter, Proposal
from specviz.engine.draws import Draws, Kind, pick
from specviz.engine.held_ids import HeldIds
from specviz.engine.sampling import Law, Sampling
from specviz.faults.build import Build
from specviz.faults.fault import Fault
from specviz.settings import RunSettings

WITHHELD_BELOW = 0.3


class ArgmaxJudgedSoft(DraftModel):
    def _choose(self, law: Law, position: int, draws: Draws) -> tuple[int, Law]:
        return int(law.argmax()), law


class OtherTemperature(DraftModel):
    """Drawn at half the temperature that q is computed at."""

    def _choose(self, law: Law, position: int, draws: Draws) -> tuple[int, Law]:
        return pick(law**2, draws.u(position, Kind.DRAFT))[0], law


class TopKJudgedRaw(DraftModel):
    """Drawn from the two most likely tokens, judged with the law over all of them."""

    def _choose(self, law: Law, position: int, draws: Draws) -> tuple[int, Law]:
        kept = np.where(law >= np.sort(law)[-2:].min(), law, 0)
        return pick(kept, draws.u(position, Kind.DRAFT))[0], law


class Withholds(DraftModel):
    """Throws away its last candidate when that turned out improbable."""

    def propose(self, context: Sequence[int], k: int, draws: Draws) -> Proposal:
        proposal = super().propose(context, k, draws)
        for i, (x, q) in enumerate(zip(proposal.ids, proposal.q_rows or (), strict=False)):
            if q[x] < WITHHELD_BELOW:
                self._under.truncate(max(self._align.resting_length(len(context)), len(context) + i - 1))
                return proposal._replace(ids=proposal.ids[:i], q_rows=proposal.q_rows[:i])
        return proposal


def draft_with(kind: type[DraftModel]) -> Callable[[RunSettings, int, HeldIds | None], Drafter]:
    """A drafter factory like `make_drafter` whose draft model is of this kind."""

    def make(settings: RunSettings, prompt_length: int, draft: HeldIds | None) -> Drafter:
        if draft is None:
            return PromptLookup(settings.k, settings.lookup_min, settings.lookup_max)
        return kind(draft, settings, prompt_length)

    return make


class SoftAtZero(Sampling):
    """Temperature 0 as a special case of the draft only: the target's law stays the plain softmax."""

    def __init__(self, settings: RunSettings, eos_ids: frozenset[int], prompt_length: int) -> None:
        super().__init__(settings.but(temperature=settings.temperature or 1.0), eos_ids, prompt_length)


class ArgmaxAtZero(DraftModel):
    """The other half of it: at temperature 0 the draft proposes its argmax, and q stays the plain softmax."""

    def __init__(self, model: HeldIds, settings: RunSettings, prompt_length: int) -> None:
        self._zero = settings.temperature == 0.0
        super().__init__(model, settings.but(temperature=settings.temperature or 1.0), prompt_length)

    def _choose(self, law: Law, position: int, draws: Draws) -> tuple[int, Law]:
        return (int(law.argmax()), law) if self._zero else super()._choose(law, position, draws)


class OncePerBlock(Sampling):
    """Penalty and minimum length look at the text before the block, for every position in it."""

    def law(self, logits: np.ndarray, context: Sequence[int], drafted: Sequence[int] = ()) -> Law:
        return super().law(logits, context)


def _draft(kind: type[DraftModel], **parts: Any) -> Build:
    return Build.tolerant(**parts, drafter=draft_with(kind))


GITHUB = "https://github.com/"

LAW_FAULTS = (
    Fault("argmax_judged_soft", "sampling", "marginal", "enumeration", "medium",
          f"{GITHUB}huggingface/transformers/issues/32867", _draft(ArgmaxJudgedSoft)),
    Fault("other_temperature", "sampling", "marginal", "enumeration", "hard",
          f"{GITHUB}huggingface/transformers/issues/47961", _draft(OtherTemperature)),
    Fault("top_k_judged_raw", "sampling", "marginal", "enumeration", "hard",
          f"{GITHUB}huggingface/transformers/issues/47932", _draft(TopKJudgedRaw)),
    Fault("withholds", "sampling", "marginal", "enumeration", "subtle",
          f"{GITHUB}ikawrakow/ik_llama.cpp/pull/1820", _draft(Withholds)),
    Fault("soft_at_zero", "sampling", "greedy", "greedy", "medium",
          f"{GITHUB}jaymody/speculative-sampling/issues/9", _draft(ArgmaxAtZero, sampling=SoftAtZero),
          {"temperature": 0.0}),
    Fault("once_per_block", "sampling", "joint", "enumeration", "subtle",
          f"{GITHUB}vllm-project/vllm/issues/22987", Build.tolerant(sampling=OncePerBlock),
          {"repetition_penalty": 1.5}),
)  # fmt: skip
