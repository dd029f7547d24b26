"""How likely a prompt is under a target: low for a text of another kind than the model was trained on."""

from collections.abc import Sequence

import torch

from specviz.engine.language_model import CachedModel, Weights


def likelihood(target: Weights, ids: Sequence[int]) -> float | None:
    """Mean log-probability per token, in nats, of ids[1:] given what is before each; None for a single id."""
    if len(ids) < 2:
        return None
    rows = CachedModel(target).extend(ids[:-1]).float().log_softmax(-1)
    return rows.gather(-1, torch.tensor(ids[1:], device=rows.device)[:, None]).mean().item()
