"""Named situations with prices from the roofline: who drafts for whom, on what, under which load."""

from dataclasses import dataclass

from specviz.theory.accelerator import FORMATS, Efficiency
from specviz.theory.cost import Costs
from specviz.theory.roofline import Setup
from specviz.theory.speculation_roof import roofline_costs
from specviz.theory.tables import accelerator, model


@dataclass(frozen=True)
class Scene:
    """Two models of the table (draft None: prompt lookup) in bf16 on `devices` accelerators, `batch` sequences."""

    target: str
    draft: str | None
    device: str
    devices: int = 1
    batch: int = 1
    context: int = 2048

    def costs(self, k_max: int) -> Costs:
        """Prices at the usual efficiency factors, which are assumed."""
        together = accelerator(self.device).times(self.devices)
        target, draft = (
            Setup(model(name).shape, together, FORMATS["bf16"], Efficiency()) if name else None
            for name in (self.target, self.draft)
        )
        if target is None:
            raise ValueError("a scene needs a target")
        return roofline_costs(target, draft, k_max, self.batch, self.context)


SCENES = {
    "large": Scene("Llama-3.1-70B", "Llama-3.2-1B", "h100_sxm", 4),
    "busy": Scene("Llama-3.1-70B", "Llama-3.2-1B", "h100_sxm", 4, batch=256, context=512),
    "close": Scene("Qwen2.5-1.5B", "Qwen2.5-0.5B", "rtx_4090"),
    "lookup": Scene("Llama-3.1-8B", None, "h100_sxm"),
    "laptop": Scene("Llama-3.1-8B", "Llama-3.2-1B", "apple_m4_max"),
}
