"""A model's folder, checked before anything of it is loaded: its configuration, and weights that are whole.

Reads only headers: which weight files there are, whether each is complete, and how many parameters they hold. Weights
in pickle files are refused, as they can run code. Loads nothing; no torch.
"""

import hashlib
import json
from dataclasses import dataclass
from functools import cached_property
from math import prod
from pathlib import Path
from typing import Any

from safetensors import SafetensorError, safe_open

from specviz.errors import SpecvizError

INDEX = "model.safetensors.index.json"
PICKLES = ("*.bin", "*.pt", "*.pth", "*.ckpt")


@dataclass(frozen=True)
class ModelFolder:
    """A folder that was found whole by `open_folder`. `parameters` counts all weights in `files`."""

    path: Path
    name: str
    config: dict[str, Any]
    files: tuple[Path, ...]
    parameters: int

    @property
    def size(self) -> int:
        """Bytes of the weight files."""
        return sum(f.stat().st_size for f in self.files)

    @cached_property
    def checksum(self) -> str:
        """SHA-256 of the weight file; of several, that of what `sha256sum` prints for them."""
        sums = [(_sha256(f), f.name) for f in self.files]
        if len(sums) == 1:
            return sums[0][0]
        return hashlib.sha256("".join(f"{s}  {name}\n" for s, name in sums).encode()).hexdigest()


def open_folder(path: Path, name: str) -> ModelFolder:
    """The folder of one model. Raises `SpecvizError` when it is missing, damaged, or not to be trusted."""
    if not path.is_dir():
        raise SpecvizError("model_missing", model=name, folder=str(path))
    config = _json(path / "config.json", name)
    files = _weight_files(path, name)
    return ModelFolder(path, name, config, files, sum(_parameters(f, name) for f in files))


def _json(path: Path, name: str) -> dict[str, Any]:
    try:
        value = json.loads(path.read_text("utf-8"))
    except (OSError, ValueError, RecursionError) as e:
        raise SpecvizError("model_corrupt", model=name, file=path.name, reason=_first_line(e)) from e
    if not isinstance(value, dict):
        raise SpecvizError("model_corrupt", model=name, file=path.name, reason=type(value).__name__)
    return value


def _weight_files(path: Path, name: str) -> tuple[Path, ...]:
    if (path / "model.safetensors").is_file():
        return (path / "model.safetensors",)
    if (path / INDEX).is_file():
        parts = _json(path / INDEX, name).get("weight_map")
        if not isinstance(parts, dict) or not all(isinstance(p, str) and Path(p).name == p for p in parts.values()):
            raise SpecvizError("model_corrupt", model=name, file=INDEX, reason="weight_map")
        return tuple(path / part for part in sorted(set(parts.values())))
    if any(found for pattern in PICKLES for found in path.glob(pattern)):
        raise SpecvizError("model_pickle", model=name)
    raise SpecvizError("model_no_weights", model=name, folder=str(path))


def _parameters(file: Path, name: str) -> int:
    """How many numbers a safetensors file holds; opening it checks that it is as long as its header says."""
    try:
        with safe_open(file, framework="numpy") as weights:
            return sum(prod(weights.get_slice(key).get_shape()) for key in weights.keys())  # noqa: SIM118
    except (SafetensorError, OSError) as e:
        raise SpecvizError("model_corrupt", model=name, file=file.name, reason=_first_line(e)) from e


def _sha256(path: Path) -> str:
    with path.open("rb") as f:
        return hashlib.file_digest(f, "sha256").hexdigest()


def _first_line(e: Exception) -> str:
    return (str(e).strip().splitlines() or [type(e).__name__])[0][:200]
