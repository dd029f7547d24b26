"""An accelerator's ceilings, the formats weights are stored in, and how much of a ceiling is reached.

Data sheets give peaks; nobody reaches them. The efficiency factors are *assumed* and belong on a slider. Their
defaults: gpt-fast's Llama-2-7B streams 69 % of an A100's bandwidth, SGLang's Llama-3.1-8B 71 % of an H100's,
TensorRT-LLM's Llama-3.3-70B in fp8 74 % of an H200's; the best bf16 matmuls measured by stas00/ml-engineering reach
51 % (MI300X) to 87 % (A100) of the dense peak.
"""

from dataclasses import dataclass, replace
from typing import Literal

from specviz.errors import SpecvizError
from specviz.theory.checks import number, whole

Kind = Literal["gpu", "tpu", "apple", "cpu", "measured"]
_WIDER = {"fp8": "bf16", "int8": "bf16", "bf16": "fp16", "fp16": "fp32"}


@dataclass(frozen=True)
class WeightFormat:
    """How weights are stored, and in what they are multiplied."""

    id: str
    bytes_per_weight: float
    compute: str


FORMATS: dict[str, WeightFormat] = {
    f.id: f
    for f in (
        WeightFormat("fp32", 4.0, "fp32"),
        WeightFormat("bf16", 2.0, "bf16"),
        WeightFormat("fp8", 1.0, "fp8"),
        WeightFormat("w8a8", 1.0, "int8"),
        WeightFormat("w8a16", 1.0, "bf16"),
        # 4 bits and a bf16 scale and zero per group of 32, gpt-fast's layout: it measures 43.5 GB per token on 69 G
        # parameters.
        WeightFormat("w4a16", 0.625, "bf16"),
    )
}


@dataclass(frozen=True)
class Efficiency:
    """Share of the peak bandwidth and of the peak arithmetic that is reached, and a fixed time per layer.

    `seconds_per_layer` is the launch floor that bounds tiny drafts: a pass never takes less than layers × this. 0 is
    the ideal; NVIDIA's aiconfigurator reckons 3 µs per memory operation, and a layer has several.
    """

    bandwidth: float = 0.75
    compute: float = 0.75
    seconds_per_layer: float = 0.0

    def __post_init__(self) -> None:
        for name in ("bandwidth", "compute"):
            if number(name, getattr(self, name), 0.0, 1.0) == 0.0:
                raise SpecvizError("theory_positive", name=name, value=0)
        number("seconds_per_layer", self.seconds_per_layer, 0.0, 1.0)


IDEAL = Efficiency(1.0, 1.0, 0.0)


@dataclass(frozen=True)
class Source:
    """Where a figure was read. `kind` says how far from the vendor: `vendor_repository`, `vendor_docs`,
    `vendor_pdf_copy`, `quotation` (of a vendor document not seen itself) or `third_party`."""

    key: str
    title: str
    kind: str
    url: str | None
    where: str


@dataclass(frozen=True)
class Disagreement:
    """Another source prints another value for `field` (in the unit of the table)."""

    source: Source
    field: str
    value: float


@dataclass(frozen=True)
class Accelerator:
    """Peaks of one device. `peaks[dtype]` = dense operations per second, fp32 accumulation where cards differ.

    `estimated`: dtypes whose peak is nobody's data sheet. `measured[dtype]` = best matmul rate somebody measured.
    """

    id: str
    name: str
    kind: Kind
    memory_bytes: float
    bytes_per_second: float
    peaks: dict[str, float]
    measured: dict[str, float]
    estimated: tuple[str, ...] = ()
    watts: float | None = None
    sources: tuple[Source, ...] = ()
    disagreements: tuple[Disagreement, ...] = ()
    remarks: tuple[str, ...] = ()

    def rate(self, dtype: str) -> tuple[float, str]:
        """(operations per second, the dtype they are done in): the format itself, or the next wider one it has.

        A device without units for a format converts on the way in and multiplies wider: T4 runs bf16 weights in
        fp16. Raises `no_matrix_rate` when nothing is known, as for a CPU: measure it.
        """
        used: str | None = dtype
        while used is not None and used not in self.peaks:
            used = _WIDER.get(used)
        if used is None:
            raise SpecvizError("no_matrix_rate", name=self.name, dtype=dtype)
        return self.peaks[used], used

    def ridge(self, dtype: str) -> float:
        """Operations per byte at which arithmetic and bandwidth take equally long, at the peaks."""
        return self.rate(dtype)[0] / self.bytes_per_second

    def default_efficiency(self, dtype: str = "bf16") -> Efficiency:
        """The default factors; the compute factor from the measured matmul rate where there is one."""
        if dtype not in self.measured or dtype not in self.peaks:
            return Efficiency()
        return Efficiency(compute=self.measured[dtype] / self.peaks[dtype])

    def times(self, devices: int) -> "Accelerator":
        """Several of them as one, with free communication: tensor parallelism at its ideal, which it never is."""
        n = whole("devices", devices, 1, 1024)
        return replace(
            self,
            memory_bytes=self.memory_bytes * n,
            bytes_per_second=self.bytes_per_second * n,
            peaks={dtype: rate * n for dtype, rate in self.peaks.items()},
            measured={dtype: rate * n for dtype, rate in self.measured.items()},
        )


def weight_format(format_id: str) -> WeightFormat:
    """The format by id; raises `unknown_format` with the list."""
    if format_id not in FORMATS:
        raise SpecvizError("unknown_format", value=format_id[:40], known=", ".join(FORMATS))
    return FORMATS[format_id]


def ddr_bytes_per_second(channels: int, mega_transfers: float) -> float:
    """Peak bandwidth of a CPU's memory: channels × 8 bytes × transfers per second. 2 × DDR5-5600 = 89.6 GB/s."""
    return whole("channels", channels, 1, 64) * 8 * number("MT/s", mega_transfers, 0.0, 1e6) * 1e6
