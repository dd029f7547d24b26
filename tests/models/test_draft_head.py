"""A pair whose draft is a head: loaded and run from folders; what is damaged or foreign is refused with a reason."""

import json
from pathlib import Path

import pytest
import torch
from safetensors.torch import load_file, save_file

from specviz.engine.head_net import HeadNet, HeadShape
from specviz.errors import SpecvizError
from specviz.models import load
from specviz.runs import Run
from specviz.settings import RunSettings
from tests.models.folders import pair_of

SHAPE = {"width": 32, "inner": 48, "heads": 4, "kv_heads": 2, "head_dim": 8, "rope_theta": 1e5, "eps": 1e-5}
CONFIG = {"model_type": "draft_head", "target_vocabulary": 300, "vocabulary": 200, **SHAPE}


@pytest.fixture
def head(tmp_path: Path) -> Path:
    """A random head for the small random models, as training writes it."""
    torch.manual_seed(0)
    folder = tmp_path / "head"
    folder.mkdir()
    weights = {name: w.detach().bfloat16() for name, w in HeadNet(HeadShape(**SHAPE)).named_parameters()}
    save_file(weights | {"vocabulary": torch.arange(50, 250, dtype=torch.int32)}, folder / "model.safetensors")
    (folder / "config.json").write_text(json.dumps(CONFIG))
    return folder


def refusal(target: Path, head: Path) -> SpecvizError:
    with pytest.raises(SpecvizError) as caught:
        load(pair_of(target, head))
    assert str(caught.value), "every code has its sentence"
    return caught.value


@pytest.mark.parametrize("dtype", ["float32", "bfloat16"])
def test_a_pair_with_a_head_runs_and_says_so(llama, head: Path, dtype: str) -> None:
    pair = load(pair_of(llama[0], head), dtype=dtype)
    assert pair.draft is None
    assert (pair.head.name, pair.head.vocab_size, len(pair.head.checksum)) == ("head", 300, 64)
    assert next(pair.head.model.parameters()).dtype == pair.target.dtype
    settings = RunSettings(prompt="the cat", temperature=0.0, max_new_tokens=16, k=3)
    run = Run(pair)
    ids = run.prompt_ids(settings)
    rounds = list(run.speculative(settings, ids))
    if dtype == "float32":
        assert [i for r in rounds for i in r.committed] == [
            i for r in run.autoregressive(settings, ids) for i in r.committed
        ]
    assert all(50 <= c.id < 250 for r in rounds for c in r.candidates)
    trace = run.trace(settings, ids, rounds)
    assert (trace.environment.draft, trace.environment.draft_checksum) == ("head", pair.head.checksum)
    run.forget()
    assert (run.target.length, run.draft.length) == (0, 0)


def test_a_head_for_another_target_is_refused(llama, folders, head: Path) -> None:
    for change, made in (({"target_vocabulary": 301}, "301 × 32"), ({"width": 64}, "300 × 64")):
        (head / "config.json").write_text(json.dumps(CONFIG | change))
        error = refusal(llama[0], head)
        assert error.code == "head_target"
        assert made in str(error)


@pytest.mark.parametrize("change", [
    {"width": 0}, {"width": "32"}, {"inner": None}, {"heads": 3}, {"head_dim": 7}, {"inner": 49}, {"inner": 1 << 40},
    {"rope_theta": -1.0}, {"eps": 0}, {"kv_heads": True},
])  # fmt: skip
def test_a_shape_that_cannot_be_is_refused(llama, head: Path, change: dict) -> None:
    (head / "config.json").write_text(json.dumps(CONFIG | change))
    assert refusal(llama[0], head).code in ("model_corrupt", "head_target")


@pytest.mark.parametrize("missing", SHAPE)
def test_a_shape_that_is_not_whole_is_refused(llama, head: Path, missing: str) -> None:
    (head / "config.json").write_text(json.dumps({k: v for k, v in CONFIG.items() if k != missing}))
    assert refusal(llama[0], head).code == "model_corrupt"


@pytest.mark.parametrize("ids", [
    torch.arange(50, 301), torch.tensor([3, 3, 4]), torch.tensor([5, 4]), torch.tensor([-1, 4]), torch.zeros(0).int(),
    torch.tensor([[1, 2]]), torch.tensor([1.0, 2.0]), torch.tensor([False, True]), None,
])  # fmt: skip
def test_a_vocabulary_that_cannot_be_is_refused(llama, head: Path, ids: torch.Tensor | None) -> None:
    weights = load_file(head / "model.safetensors")
    del weights["vocabulary"]
    save_file(weights | ({} if ids is None else {"vocabulary": ids}), head / "model.safetensors")
    assert refusal(llama[0], head).code == "model_corrupt"


@pytest.mark.parametrize("change", ["missing", "extra", "shape", "nan", "whole numbers"])
def test_weights_that_do_not_fit_are_refused_by_name(llama, head: Path, change: str) -> None:
    weights = load_file(head / "model.safetensors")
    if change == "missing":
        del weights["gate.weight"]
    elif change == "extra":
        weights["more"] = torch.zeros(2)
    elif change == "shape":
        weights["gate.weight"] = weights["gate.weight"][:-1].clone()
    elif change == "whole numbers":
        weights["gate.weight"] = weights["gate.weight"].int()
    else:
        weights["gate.weight"][0, 0] = float("nan")
    save_file(weights, head / "model.safetensors")
    error = refusal(llama[0], head)
    assert error.code == "model_corrupt"
    assert ("gate" in str(error)) or ("more" in str(error)) or (change == "nan")


def test_a_cut_file_and_a_pickle_are_refused(llama, head: Path) -> None:
    whole = (head / "model.safetensors").read_bytes()
    (head / "model.safetensors").write_bytes(whole[:-100])
    assert refusal(llama[0], head).code == "model_corrupt"
    (head / "model.safetensors").unlink()
    torch.save({}, head / "pytorch_model.bin")
    assert refusal(llama[0], head).code == "model_pickle"


def test_a_head_is_no_target(llama, head: Path) -> None:
    assert refusal(head, llama[0]).code in ("model_unknown", "model_corrupt", "model_remote_code")
