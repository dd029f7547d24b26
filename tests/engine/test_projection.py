"""A packed matrix gives the products of the plain one, for any number of rows; and who gets one."""

import copy

import pytest
import torch
from transformers import LlamaConfig, LlamaForCausalLM

from specviz.engine.kv_cache import TransformersForward
from specviz.engine.language_model import CachedModel, Weights
from specviz.engine.packing import LARGEST, SMALLEST, packed_bytes
from specviz.engine.projection import ROWS, Projection, packs

CPU = torch.device("cpu")
WIDE = {"hidden_size": 576, "intermediate_size": 1536, "num_attention_heads": 9, "num_key_value_heads": 3}
SIZE = {"vocab_size": 6000, "num_hidden_layers": 2, "bos_token_id": None, "eos_token_id": None}


def weights_of(dtype: torch.dtype = torch.float32) -> Weights:
    """As wide as SmolLM2, and just large enough to be packed."""
    torch.manual_seed(0)
    return Weights.of(LlamaForCausalLM(LlamaConfig(**WIDE, **SIZE)).to(dtype), "wide")


@pytest.mark.parametrize("biased", [False, True])
@pytest.mark.parametrize("shape", [(960, 576), (576, 1536), (33, 17)])
def test_any_number_of_rows_gives_the_plain_products(shape, biased):
    torch.manual_seed(1)
    weight, bias = torch.randn(shape), torch.randn(shape[0]) if biased else None
    packed = Projection(weight, bias, packed=True)
    for n in (1, 3, *ROWS, ROWS.stop):
        x = torch.randn(n, shape[1])
        right = x.double() @ weight.double().T + (bias.double() if biased else 0.0)
        assert packed(x).shape == (n, shape[0])
        assert (packed(x) - right).abs().max() < 1e-6 * shape[1]


def test_a_packed_product_is_of_the_copy_and_a_short_one_of_the_matrix_itself():
    weight = torch.randn(32, 48)
    packed, x = Projection(weight, packed=True), torch.randn(8, 48)
    before = packed(x)
    weight.zero_()
    assert torch.equal(packed(x), before), "from four rows on the copy is read"
    assert packed(x[:3]).abs().max() == 0
    assert Projection(weight)(x).abs().max() == 0


def test_the_copy_can_be_for_fewer_rows_where_that_is_faster():
    ours, x = weights_of(), [1, 2, 3]
    plain = CachedModel(ours).extend(x)
    ours.forward.pack_from(2)
    assert not torch.equal(CachedModel(ours).extend(x), plain), "other sums, in another order"
    assert torch.allclose(CachedModel(ours).extend(x), plain, atol=1e-5)
    ours.forward.pack_from(4)
    assert torch.equal(CachedModel(ours).extend(x), plain)


def test_packed_are_models_in_float32_on_a_cpu_that_are_neither_small_nor_large():
    parameters = SMALLEST // 4
    assert packs(parameters, torch.float32, CPU)
    assert not packs(parameters - 1, torch.float32, CPU)
    assert not packs(LARGEST // 4 + 1, torch.float32, CPU)
    assert not packs(parameters, torch.bfloat16, CPU)
    assert not packs(parameters, torch.float32, torch.device("cuda", 0))
    assert packed_bytes(parameters, "float32", "cpu") == SMALLEST
    assert packed_bytes(parameters, "float32", "cuda:0") == packed_bytes(parameters, "bfloat16", "cpu") == 0


@pytest.mark.parametrize("build", ["no MKL", "no such operators"])
def test_what_a_build_of_torch_cannot_pack_stays_plain(monkeypatch, build):
    if build == "no MKL":
        monkeypatch.setattr(torch.backends.mkl, "is_available", lambda: False)
    else:
        monkeypatch.setattr(torch.ops, "mkl", object())
    assert not packs(SMALLEST // 4, torch.float32, CPU)


def test_a_packed_model_reads_blocks_as_transformers_does():
    ours = weights_of()
    assert packs(sum(p.numel() for p in ours.model.parameters()), ours.dtype, ours.device)
    reference = copy.deepcopy(ours.model)
    theirs = ours.but(model=reference).but(forward=TransformersForward(reference))
    a, b = CachedModel(ours), CachedModel(theirs)
    ids = [(97 * i + 5) % 6000 for i in range(100)]
    for start, end in ((0, 70), (70, 71), (71, 73), (73, 78), (78, 87), (87, 100)):
        x, y = a.extend(ids[start:end]), b.extend(ids[start:end])
        assert (x - y).abs().max() < 1e-5 * y.abs().max()


def test_a_copy_of_the_weights_shares_the_pass_and_another_model_brings_its_own():
    ours = weights_of(torch.bfloat16)
    assert ours.but(vocab_size=5000).forward is ours.forward
    other = weights_of(torch.bfloat16).model
    assert ours.but(model=other).forward._head.weight is other.lm_head.weight
