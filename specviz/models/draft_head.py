"""A folder with a draft head, checked and bound to its target.

`config.json` says the shape and for how many ids the target has embeddings; `model.safetensors` holds the head's own
matrices and the ids of its output vocabulary. Everything else it needs is the target's.
"""

import torch
from safetensors import SafetensorError
from safetensors.torch import load_file

from specviz.engine.draft_head import HeadWeights
from specviz.engine.head_net import HeadNet, HeadShape
from specviz.engine.language_model import Weights
from specviz.errors import SpecvizError
from specviz.models.model_folder import ModelFolder

KIND = "draft_head"
SHAPE = ("width", "inner", "heads", "kv_heads", "head_dim", "rope_theta", "eps")


def is_head(folder: ModelFolder) -> bool:
    return folder.config.get("model_type") == KIND


def load_head(folder: ModelFolder, target: Weights) -> HeadWeights:
    """Read and check a head. Raises `SpecvizError` for a damaged folder and for a target it was not made for."""
    net = _net(folder)
    rows = target.model.get_input_embeddings().weight
    made, has = (folder.config.get("target_vocabulary"), net.shape.width), tuple(rows.shape)
    if made != has:
        sizes = {"made": f"{made[0]} × {made[1]}", "has": f"{has[0]} × {has[1]}"}
        raise SpecvizError("head_target", head=folder.name, target=target.name, **sizes)
    weights = _read(folder)
    vocabulary = weights.pop("vocabulary", torch.zeros(0))
    _check_vocabulary(folder, vocabulary, target.vocab_size)
    expected = {name: tuple(w.shape) for name, w in net.named_parameters()}
    found = {name: tuple(w.shape) for name, w in weights.items() if w.is_floating_point()}
    if found != expected:
        wrong = sorted(name for name in expected.keys() | weights.keys() if expected.get(name) != found.get(name))
        raise _corrupt(folder, "model.safetensors", f"shape: {', '.join(wrong[:3])}")
    if not all(bool(w.isfinite().all()) for w in weights.values()):
        raise _corrupt(folder, "model.safetensors", "NaN, inf")
    net.load_state_dict(weights, assign=True)
    return HeadWeights.over(target, net, vocabulary.long(), folder.name, folder.checksum)


def _net(folder: ModelFolder) -> HeadNet:
    try:
        shape = HeadShape(**{name: folder.config[name] for name in SHAPE})
    except (KeyError, TypeError, ValueError) as e:
        raise _corrupt(folder, "config.json", str(e)) from e
    with torch.device("meta"):  # sizes from a file: nothing is allocated before the weights are seen to fit
        return HeadNet(shape)


def _read(folder: ModelFolder) -> dict[str, torch.Tensor]:
    try:
        return load_file(folder.path / "model.safetensors")
    except (SafetensorError, OSError) as e:
        raise _corrupt(folder, "model.safetensors", str(e)) from e


def _check_vocabulary(folder: ModelFolder, ids: torch.Tensor, size: int) -> None:
    """Ids of the target, at least one, in ascending order: none can be there twice."""
    whole = ids.dim() == 1 and ids.numel() and not ids.is_floating_point() and ids.dtype != torch.bool
    if not whole or bool((ids.diff() <= 0).any()) or not 0 <= int(ids[0]) <= int(ids[-1]) < size:
        raise _corrupt(folder, "model.safetensors", "vocabulary")


def _corrupt(folder: ModelFolder, file: str, reason: str) -> SpecvizError:
    return SpecvizError("model_corrupt", model=folder.name, file=file, reason=reason[:200])
