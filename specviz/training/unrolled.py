"""A draft head run as it will run, at every position of a text at once.

When a round drafts, the first step reads the target's hidden states only; step j reads the head's own guess of step
j − 1, and looks back on j own slots behind which all slots are true. `unrolled` computes step j at position p for a
round that began at p − j, for all p in parallel (Zhang et al. 2024, HASS, arXiv 2408.15766; "training-time test" of
EAGLE-3, Li et al. 2025, arXiv 2503.01840).
"""

import torch

from specviz.engine.head_net import HeadNet, turns


def shifted(x: torch.Tensor, by: int) -> torch.Tensor:
    """x [..., T, d] moved `by` positions later, zeros at the beginning."""
    return torch.nn.functional.pad(x, (0, 0, by, 0))[..., : x.shape[-2], :] if by else x


def unrolled(net: HeadNet, hidden: torch.Tensor, tokens: torch.Tensor, steps: int) -> list[torch.Tensor]:
    """Guesses [B, T, d] of the hidden state at every position, by step 0 … steps − 1.

    `hidden` [B, T, d] are the target's states, `tokens` [B, T, d] the embeddings. A guess of step j is meaningful at
    positions ≥ j.
    """
    turn = turns(net.shape, tokens.shape[-2])
    features, found, slots = shifted(hidden, 1), [], []
    for _ in range(steps):
        x = net.fused(features, tokens)
        query, key, value = net.projected(x, turn)
        slots.append((key, value))
        found.append(net.finished(x, attention(query, slots)))
        features = shifted(found[-1], 1)
    return found


def attention(query: torch.Tensor, slots: list[tuple[torch.Tensor, torch.Tensor]]) -> torch.Tensor:
    """What the last step's queries [B, heads, T, h] read: true slots up to p − j, then the own slots of steps 1 … j.

    `slots` are keys and values [B, kv_heads, T, h] of steps 0 … j; the one of step l it sees is at p − (j − l).
    """
    step, length = len(slots) - 1, query.shape[-2]
    (first_key, first_value), kv_heads = slots[0], slots[0][0].shape[-3]
    grouped = query.unflatten(-3, (kv_heads, -1)) * query.shape[-1] ** -0.5
    seen = torch.ones(length, length, dtype=torch.bool, device=query.device).tril(-step)
    scores = (grouped @ first_key.unsqueeze(-3).mT).masked_fill(~seen, float("-inf"))
    own = [(shifted(k, step - n), shifted(v, step - n)) for n, (k, v) in enumerate(slots) if n]
    scores = torch.cat((scores, *((grouped * k.unsqueeze(-3)).sum(-1, keepdim=True) for k, _ in own)), -1)
    weights = scores.softmax(-1)
    out = weights[..., :length] @ first_value.unsqueeze(-3)
    for n, (_, v) in enumerate(own):
        out = out + weights[..., length + n, None] * v.unsqueeze(-3)
    return out.flatten(-4, -3)
