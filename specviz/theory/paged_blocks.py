"""What a rejection does to a paged KV cache: the counts of vLLM's scheduler, and of an allocator that truncates.

vLLM keeps a count of computed tokens per request. A step reserves slots for its new tokens (the pending one and the
k candidates) and for the drafter's lookahead (k more); afterwards the count goes on by the accepted candidates plus
one. A rejection only means that the count is lower than the slots written: the next step overwrites them. No block
goes back before the request ends or is preempted. A truncating allocator gives the tail blocks back after each step
and has to take them again. Counting only; no tensors.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from specviz.theory.checks import draft_length, whole

MAX_BLOCK = 4096
MAX_PROMPT = 10_000_000


@dataclass(frozen=True)
class PagedStep:
    """One scheduler step. `computed_before` and `_after`: tokens whose K/V is valid; `slots`: reserved for the step.

    `blocks`: held after the step by vLLM, which never gives one back; `blocks_truncating`: held by an allocator that
    cuts to the computed tokens; `freed` and `taken`: what that one gives back after, and takes before, the step.
    """

    computed_before: int
    slots: int
    computed_after: int
    blocks: int
    blocks_truncating: int
    freed: int
    taken: int


def paged_steps(block: int, k: int, prompt: int, accepted: Sequence[int]) -> tuple[PagedStep, ...]:
    """The prefill step and one step per entry of `accepted` (0…k each), lazy repair.

    The prefill reserves its prompt only; a decode step from c computed tokens reserves c + (k + 1) + k slots, which
    never shrinks, since every step computes at least one token.
    """
    whole("block", block, 1, MAX_BLOCK)
    draft_length(k)
    computed = whole("prompt", prompt, 1, MAX_PROMPT)
    truncated = _blocks(computed, block)
    steps = [PagedStep(0, computed, computed, truncated, truncated, 0, truncated)]
    for i, m in enumerate(accepted, 1):
        before, slots = computed, computed + (k + 1) + k
        computed += whole(f"accepted[{i}]", m, 0, k) + 1
        needed = _blocks(slots, block)
        kept = _blocks(computed, block)
        steps.append(PagedStep(before, slots, computed, needed, kept, needed - kept, max(needed - truncated, 0)))
        truncated = kept
    return tuple(steps)


def reusable_prefix_blocks(computed: int, block: int) -> int:
    """Blocks another request may share: only full ones, and only of verified tokens."""
    return computed // whole("block", block, 1, MAX_BLOCK)


def _blocks(tokens: int, block: int) -> int:
    return -(-tokens // block)
