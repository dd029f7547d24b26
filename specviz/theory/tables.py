"""The tables of accelerators and models, read from `assets/hardware.json` and `assets/model_shapes.json`.

Every entry names the sources somebody read; where sources disagree the other value is kept beside it. The files hold
table units (GB, TFLOP/s); what leaves this module is in bytes and operations per second. The parameter counts and KV
sizes in the model file are the printed ones: tests hold the arithmetic of `model_shape` and `kv_bytes` against them.
"""

import json
from dataclasses import dataclass
from functools import cache
from typing import Any

from specviz.errors import SpecvizError
from specviz.paths import ASSETS
from specviz.theory.accelerator import Accelerator, Disagreement, Source
from specviz.theory.model_shape import BLOCKS, ModelShape

VERSION = 1
GB = 1e9
TERA = 1e12


@dataclass(frozen=True)
class ModelEntry:
    """A model of the table: its shape, where its sizes were read, and the numbers printed for it."""

    shape: ModelShape
    sources: tuple[Source, ...]
    printed_params: int | None
    printed_kv_bytes_per_token: int
    remarks: tuple[str, ...]


def _read(name: str) -> dict[str, Any]:
    table = json.loads((ASSETS / name).read_text("utf-8"))
    if table["version"] != VERSION:
        raise SpecvizError("table_version", file=name, found=table["version"], wanted=VERSION)
    return table


def _sources(table: dict[str, Any]) -> dict[str, Source]:
    return {key: Source(key, **fields) for key, fields in table["sources"].items()}


def _accelerator(row: dict[str, Any], sources: dict[str, Source]) -> Accelerator:
    return Accelerator(
        id=row["id"],
        name=row["name"],
        kind=row["kind"],
        memory_bytes=(row["memory_gb"] or 0) * GB,
        bytes_per_second=row["bandwidth_gb_s"] * GB,
        peaks={dtype: rate * TERA for dtype, rate in row["dense_tflops"].items()},
        measured={dtype: rate * TERA for dtype, rate in row["measured_tflops"].items()},
        estimated=tuple(row["estimated"]),
        watts=row["tdp_w"],
        sources=tuple(sources[key] for key in row["sources"]),
        disagreements=tuple(Disagreement(sources[d["source"]], d["field"], d["value"]) for d in row["disagree"]),
        remarks=tuple(row["remarks"]),
    )


def _model(row: dict[str, Any], sources: dict[str, Source]) -> ModelEntry:
    sizes = {
        name: row[name]
        for name in (
            "layers", "hidden", "intermediate", "query_heads", "kv_heads", "head_dim", "vocab", "tied",
        )
    }  # fmt: skip
    optional = {name: row.get(name, 0) for name in ("positions", "window", "global_layers", "latent", "experts")}
    return ModelEntry(
        shape=ModelShape(row["id"], **sizes, **optional, block=BLOCKS[row["family"]]),
        sources=tuple(sources[key] for key in row["sources"]),
        printed_params=row["params"],
        printed_kv_bytes_per_token=row["kv_bytes_per_token_bf16"],
        remarks=tuple(row["remarks"]),
    )


@cache
def accelerators() -> dict[str, Accelerator]:
    """Every accelerator by id, in the order of the file."""
    table = _read("hardware.json")
    sources = _sources(table)
    return {row["id"]: _accelerator(row, sources) for row in table["accelerators"]}


@cache
def models() -> dict[str, ModelEntry]:
    """Every model by id, in the order of the file."""
    table = _read("model_shapes.json")
    sources = _sources(table)
    return {row["id"]: _model(row, sources) for row in table["models"]}


def accelerator(device_id: str) -> Accelerator:
    """One accelerator; raises `unknown_device` with the list."""
    if device_id not in accelerators():
        raise SpecvizError("unknown_device", value=device_id[:40], known=", ".join(accelerators()))
    return accelerators()[device_id]


def model(model_id: str) -> ModelEntry:
    """One model; raises `unknown_model_shape` with the list."""
    if model_id not in models():
        raise SpecvizError("unknown_model_shape", value=model_id[:40], known=", ".join(models()))
    return models()[model_id]
