"""Muon: momentum whose matrix-shaped updates are made orthogonal before they are applied.

Jordan et al. 2024 (kellerjordan.github.io/posts/muon), with the scale of Liu et al. 2025 (arXiv 2502.16982, section
2.2) that gives an update the size AdamW's would have, so that both share a learning rate. In float32, and all
matrices of one shape at once: on a CPU that is an eighth of a step. Only hidden matrices belong here; embeddings
and norms stay with AdamW.
"""

from collections import defaultdict
from collections.abc import Iterable

import torch

_COEFFICIENTS = (3.4445, -4.7750, 2.0315)


def orthogonalised(matrices: torch.Tensor, steps: int = 5) -> torch.Tensor:
    """Return float[n, r, c] with every matrix's singular values moved close to 1 (Newton-Schulz iteration)."""
    tall = matrices.shape[-2] > matrices.shape[-1]
    x = matrices.mT if tall else matrices
    x = x / (x.norm(dim=(-2, -1), keepdim=True) + 1e-7)
    a, b, c = _COEFFICIENTS
    for _ in range(steps):
        gram = x @ x.mT
        x = a * x + (b * gram + c * gram @ gram) @ x
    return x.mT if tall else x


class Muon(torch.optim.Optimizer):
    """Nesterov momentum, orthogonalised, with decoupled weight decay.

    rate: factor on the learning rate of the group.
    """

    def __init__(
        self,
        parameters: Iterable[torch.nn.Parameter],
        lr: float,
        momentum: float = 0.95,
        weight_decay: float = 0.1,
        rate: float = 2.0,
    ) -> None:
        super().__init__(parameters, {"lr": lr, "momentum": momentum, "weight_decay": weight_decay, "rate": rate})

    @torch.no_grad()
    def step(self, closure: None = None) -> None:
        for group in self.param_groups:
            by_shape: dict[torch.Size, list[torch.nn.Parameter]] = defaultdict(list)
            for parameter in group["params"]:
                by_shape[parameter.shape].append(parameter)
            for shape, parameters in by_shape.items():
                self._step(parameters, group, 0.2 * max(shape) ** 0.5)

    def _step(self, parameters: list[torch.nn.Parameter], group: dict[str, float], scale: float) -> None:
        momentum = group["momentum"]
        directions = []
        for parameter in parameters:
            state = self.state[parameter]
            if not state:
                state["momentum"] = torch.zeros_like(parameter)
            average = state["momentum"].lerp_(parameter.grad, 1 - momentum)
            directions.append(parameter.grad.lerp(average, momentum))
        length = group["lr"] * group["rate"]
        for parameter, update in zip(parameters, orthogonalised(torch.stack(directions)), strict=True):
            parameter.mul_(1 - length * group["weight_decay"]).sub_(update, alpha=length * scale)
