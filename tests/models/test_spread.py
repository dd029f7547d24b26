"""A target in several places: the engine over accelerate's hooks, and what `device = spread` refuses.

No machine with several GPUs was at hand. What stands in for the second one is the disk: accelerate moves the tensors
between layers by the same hooks.
"""

from pathlib import Path

import pytest
import torch
from accelerate.hooks import AlignDevicesHook
from transformers import AutoModelForCausalLM

from specviz.engine.language_model import Weights
from specviz.errors import SpecvizError
from specviz.models import load, loading
from specviz.models.memory import SPREAD
from specviz.models.model_folder import open_folder
from specviz.settings import RunSettings
from tests.engine.runs import rounds_of

PARTS = {
    "llama": ("model", ("embed_tokens", "layers.0", "layers.1", "norm")),
    "gpt2": ("transformer", ("wte", "wpe", "h.0", "h.1", "ln_f")),
    "gpt_neox": ("gpt_neox", ("embed_in", "layers.0", "layers.1", "final_layer_norm")),
}


def in_two_places(architecture: str, folder: Path, tmp_path: Path) -> Weights:
    decoder, parts = PARTS[architecture]
    places = {f"{decoder}.{part}": "disk" if part.endswith(".1") else "cpu" for part in parts} | {"lm_head": "cpu"}
    model = AutoModelForCausalLM.from_pretrained(folder, device_map=places, offload_folder=tmp_path)
    assert any(isinstance(getattr(m, "_hf_hook", None), AlignDevicesHook) for m in model.modules())
    return Weights.of(model, "spread")


@pytest.mark.parametrize("repair", ["lazy", "eager"])
@pytest.mark.parametrize("architecture", PARTS)
def test_a_target_in_two_places_decodes_what_it_decodes_in_one(
    architecture: str, repair: str, folders: dict[str, tuple[Path, Path]], tmp_path: Path
) -> None:
    whole = load(",".join(map(str, folders[architecture])))
    spread = in_two_places(architecture, folders[architecture][0], tmp_path)
    settings = RunSettings(max_new_tokens=16, k=3, repair=repair)
    apart, together = (rounds_of(settings, target, whole.draft) for target in (spread, whole.target))
    assert [(r.committed, r.accepted) for r in apart] == [(r.committed, r.accepted) for r in together]


def test_without_a_gpu_there_is_nothing_to_spread_over(
    llama: tuple[Path, Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(torch.cuda, "is_available", lambda: False)
    with pytest.raises(SpecvizError) as caught:
        load(str(llama[0]), device=SPREAD)
    assert caught.value.code == "spread_no_gpu"


def test_a_missing_accelerate_is_named(llama: tuple[Path, Path], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(loading, "is_accelerate_available", lambda: False)
    with pytest.raises(SpecvizError, match="Python package accelerate"):
        loading._weights(open_folder(llama[0], "m"), "float32", SPREAD)


def test_a_part_beside_the_gpus_is_refused(llama: tuple[Path, Path], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(loading, "free", lambda _: 0)
    with pytest.raises(SpecvizError) as caught:  # without a GPU accelerate lays everything on the CPU
        loading._weights(open_folder(llama[0], "m"), "float32", SPREAD)
    assert caught.value.code == "spread_short"
