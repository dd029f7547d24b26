"""Training: batches, schedule, checkpoints, and two steps of both programs on a toy shape."""

import json

import pytest
import torch
from transformers import LlamaForCausalLM

from specviz.training import distill, pretrain
from specviz.training.batches import Stream, rows
from specviz.training.loop import Plan, rate
from specviz.training.roles import SHAPES, Shape
from specviz.training.sample import continuations
from specviz.training.tokenizer import EOS_ID

TOY = Shape(layers=1, width=32, inner=64, heads=2, kv_heads=1, learning_rate=1e-2)


@pytest.fixture(scope="module")
def tokenizer():
    return pretrain.corpus_tokenizer(0)


@pytest.fixture
def toy_shapes(monkeypatch):
    for role in SHAPES:
        monkeypatch.setitem(SHAPES, role, TOY)


def test_rows_start_with_eos_and_have_one_length(tokenizer):
    found = list(rows(tokenizer, seed=0, shard=0, length=64))
    assert {len(row) for row in found} == {64}
    assert {row[0] for row in found} == {EOS_ID}


def test_a_stream_mixes_lengths_keeps_the_tokens_and_moves_on(tokenizer):
    stream = Stream(tokenizer, seed=0, tokens=256, short=64, long=256, long_every=3)
    batches = iter(stream)
    shapes = [tuple(next(batches).shape) for _ in range(6)]
    assert shapes == [(4, 64), (4, 64), (1, 256)] * 2
    assert stream.shard == 2


def test_a_resumed_stream_does_not_repeat_a_shard(tokenizer):
    first = next(iter(Stream(tokenizer, seed=0, tokens=256, short=64, long=256, shard=0)))
    later = next(iter(Stream(tokenizer, seed=0, tokens=256, short=64, long=256, shard=1)))
    assert not torch.equal(first, later)


def test_the_rate_warms_up_stays_and_falls():
    plan = Plan(seconds=100, learning_rate=1.0, warmup=0.1, decay=0.5)
    assert rate(0.05, plan) == pytest.approx(0.5)
    assert rate(0.1, plan) == rate(0.5, plan) == 1.0
    assert rate(0.75, plan) == pytest.approx(0.51)
    assert rate(1.0, plan) == rate(1.2, plan) == pytest.approx(0.02)


def test_both_programs_run_resume_and_export(toy_shapes, tmp_path):
    common = ["--minutes", "10", "--tokens", "1024"]
    for role in ("target", "draft"):
        place = ["--role", role, "--out", str(tmp_path / role), "--export", str(tmp_path / f"tiny-{role}")]
        pretrain.main([*place, *common, "--steps", "1"])
        pretrain.main([*place, *common, "--steps", "2"])
    places = ["--target", str(tmp_path / "tiny-target"), "--start", str(tmp_path / "draft")]
    places += ["--out", str(tmp_path / "distilled"), "--export", str(tmp_path / "tiny-draft")]
    distill.main([*places, *common, "--steps", "2", "--samples", "4"])

    made = json.loads((tmp_path / "tiny-draft" / "training.json").read_text("utf-8"))
    assert (made["steps"], made["pretraining"]["steps"]) == (2, 2)
    assert LlamaForCausalLM.from_pretrained(tmp_path / "tiny-draft").config.hidden_size == TOY.width


def test_training_lowers_the_loss(tokenizer):
    torch.manual_seed(0)
    model = LlamaForCausalLM(TOY.config(len(tokenizer)))
    ids = next(iter(Stream(tokenizer, seed=0, tokens=1024)))
    loss, adam = pretrain.next_token_loss(model), torch.optim.AdamW(model.parameters(), lr=1e-2)
    first = loss(ids)
    for _ in range(5):
        loss(ids).backward()
        adam.step()
        adam.zero_grad()
    assert loss(ids) < first - 0.5


def test_the_divergence_of_a_model_from_itself_is_zero(tokenizer):
    torch.manual_seed(0)
    model, other = (LlamaForCausalLM(TOY.config(len(tokenizer))) for _ in range(2))
    ids = torch.tensor([[0, 5, 6, 7]])
    assert distill.divergence_loss(model, model)(ids).item() == pytest.approx(0, abs=1e-6)
    assert distill.divergence_loss(other, model)(ids).item() > 1e-4


def test_padding_does_not_change_a_continuation(tokenizer):
    torch.manual_seed(0)
    model = LlamaForCausalLM(TOY.config(len(tokenizer))).eval()
    prompts = [[0, 300, 301, 302, 303], [0, 310]]
    together = continuations(model, prompts, 6, stop=False)
    assert together == [continuations(model, [prompt], 6, stop=False)[0] for prompt in prompts]
