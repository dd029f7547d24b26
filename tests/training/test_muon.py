"""The optimiser: updates of equal strength in every direction, and a loss that falls."""

import pytest
import torch

from specviz.training.loop import Optimisers, Plan
from specviz.training.muon import Muon, orthogonalised
from tests.training.test_evaluate import toy


@pytest.mark.parametrize("shape", [(3, 48, 16), (2, 16, 48)])
def test_singular_values_come_close_to_one(shape):
    torch.manual_seed(0)
    values = torch.linalg.svdvals(orthogonalised(torch.randn(shape)))
    assert values.min() > 0.4
    assert values.max() < 1.4


def test_directions_are_kept():
    torch.manual_seed(0)
    matrix = torch.randn(1, 8, 12)
    u, _, vh = torch.linalg.svd(matrix, full_matrices=False)
    change = u.mT @ orthogonalised(matrix) @ vh.mT
    assert torch.allclose(change, torch.diag_embed(change.diagonal(dim1=-2, dim2=-1)), atol=1e-4)


def test_finds_the_matrix_that_solves_a_linear_problem():
    torch.manual_seed(0)
    wanted, weight = torch.randn(6, 6), torch.nn.Parameter(torch.zeros(6, 6))
    optimiser = Muon([weight], lr=0.1, weight_decay=0.0)
    for step in range(200):
        optimiser.param_groups[0]["lr"] = 0.1 * (1 - step / 200)
        loss = (weight - wanted).pow(2).sum()
        loss.backward()
        optimiser.step()
        optimiser.zero_grad()
    assert loss < 0.05 * wanted.pow(2).sum()


def test_every_parameter_has_exactly_one_optimiser_and_no_embedding_meets_muon():
    model = toy(0)
    parts = Optimisers(model, Plan(seconds=1, learning_rate=1e-3)).parts
    held = {name: [p for group in part.param_groups for p in group["params"]] for name, part in parts.items()}
    assert sorted(map(id, held["muon"] + held["adamw"])) == sorted(map(id, model.parameters()))
    assert all(p.dim() == 2 and p is not model.model.embed_tokens.weight for p in held["muon"])


def test_state_survives_saving():
    plan = Plan(seconds=1, learning_rate=1e-3)
    model = toy(0)
    first, second = Optimisers(model, plan), Optimisers(model, plan)
    model(input_ids=torch.tensor([[0, 1, 2]]), labels=torch.tensor([[0, 1, 2]])).loss.backward()
    first.step(1e-3)
    second.load_state_dict(first.state_dict())
    weight = model.model.layers[0].mlp.up_proj.weight
    assert torch.equal(second.parts["muon"].state[weight]["momentum"], first.parts["muon"].state[weight]["momentum"])
