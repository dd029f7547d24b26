"""A cache that has been rolled back, held against one that has not: is every layer what a fresh prefill gives?"""

from dataclasses import dataclass

import torch

from specviz.engine.language_model import CachedModel


@dataclass(frozen=True)
class LayerDifference:
    """max |Δ| of one layer's keys and values against a fresh prefill of the same ids, and the largest |K|, |V|.

    `length` is what the layer holds and `worst` the position where the keys differ most; only positions that both
    have are compared.
    """

    layer: int
    keys: float
    values: float
    scale_keys: float
    scale_values: float
    length: int
    worst: int

    @property
    def relative(self) -> float:
        """max |ΔK| ÷ max |K|."""
        return self.keys / self.scale_keys if self.scale_keys else 0.0


@torch.inference_mode()
def against_prefill(model: CachedModel, ids: tuple[int, ...] | None = None) -> tuple[LayerDifference, ...]:
    """Every layer of `model`'s cache against a prefill of `ids` (default: the ids it says it holds), one pass.

    Empty for an empty cache.
    """
    ids = model.ids if ids is None else ids
    if not ids:
        return ()
    fresh = CachedModel(model.weights)
    fresh.extend(ids, keep=1)
    out = []
    for i, length in enumerate(model.layer_lengths):
        n = min(length, len(ids))
        (k, v), (fresh_k, fresh_v) = model.cache.layer(i), fresh.cache.layer(i)
        dk = (k[:, :, :n].float() - fresh_k[:, :, :n].float()).abs()
        dv = (v[:, :, :n].float() - fresh_v[:, :, :n].float()).abs()
        per_position = dk.amax(dim=(0, 1, 3))
        out.append(
            LayerDifference(
                layer=i,
                keys=float(dk.max()),
                values=float(dv.max()),
                scale_keys=float(fresh_k.float().abs().max()),
                scale_values=float(fresh_v.float().abs().max()),
                length=length,
                worst=int(per_position.argmax()),
            )
        )
    return tuple(out)
