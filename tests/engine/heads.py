"""A random draft head over a random target, for tests."""

import torch

from specviz.engine.draft_head import HeadModel, HeadWeights
from specviz.engine.head_net import HeadNet, HeadShape
from specviz.engine.language_model import CachedModel, Weights


def random_head(target: Weights, seed: int = 0, near: float = 0.0) -> HeadWeights:
    """Over two thirds of the target's ids. `near` makes its features about those of one position before, so that it
    is right now and then; with 0 it is right by chance only."""
    torch.manual_seed(seed)
    width = target.model.config.hidden_size
    net = HeadNet(HeadShape(width=width, inner=48, heads=4, kv_heads=2, head_dim=8))
    for weight in net.parameters():
        if weight.dim() == 2:
            torch.nn.init.normal_(weight, std=weight.shape[1] ** -0.5)
    with torch.no_grad():
        net.fuse.weight[:, :width] += near * torch.eye(width)
        net.out_norm.copy_(target.model.model.norm.weight)
    ids = torch.tensor([i for i in range(target.vocab_size) if i % 3])
    return HeadWeights.over(target, net, ids, "random-head")


def with_head(target: Weights, head: HeadWeights) -> tuple[CachedModel, HeadModel]:
    """One run's caches."""
    ours = CachedModel(target, keep_hidden=True)
    return ours, HeadModel(head, ours)
