"""From a pair's files to a pair ready to run: checked, in the number format asked for, on the device asked for.

Everything that can be refused is refused before weights are read; after a failure nothing stays loaded. Code that
comes with a model is never run, and weights are read from safetensors only.
"""

from dataclasses import dataclass
from typing import Any

import torch

from specviz.engine.draft_head import HeadWeights
from specviz.engine.kv_cache import check_rollback
from specviz.engine.language_model import Weights
from specviz.engine.libraries import (
    CONFIG_MAPPING,
    MODEL_FOR_CAUSAL_LM_MAPPING,
    AutoConfig,
    AutoModelForCausalLM,
    AutoTokenizer,
    is_accelerate_available,
)
from specviz.errors import SpecvizError
from specviz.models.device import DTYPES, resolve_device
from specviz.models.draft_head import is_head, load_head
from specviz.models.memory import SPREAD, check_fits, fits, free
from specviz.models.model_folder import ModelFolder, open_folder
from specviz.models.out_of_memory import out_of_memory_said, release
from specviz.models.precision import best_threads, fastest, key_of, pack_well
from specviz.models.quiet import quieten
from specviz.models.registry import PairSource, Place, find
from specviz.models.sizes import gib
from specviz.models.tokenizer import Tokenizer
from specviz.models.vocabulary import check_same_tokens

# transformers makes up an empty tokenizer where a folder has none of these
TOKENIZER_FILES = ("tokenizer.json", "tokenizer.model", "vocab.json", "vocab.txt", "spiece.model")


@dataclass(frozen=True)
class LoadedPair:
    """A pair that many runs share; nothing in it changes. `dtype` and `device` are what was chosen, never "auto".

    `draft` is None for a pair without a draft model; then there may be a `head`, which reads the target's hidden
    states. Both models have the same `vocab_size`, that of the tokenizer. `threads` is how many the CPU is best used
    with.
    """

    name: str
    target: Weights
    draft: Weights | None
    tokenizer: Tokenizer
    dtype: str
    device: str
    threads: int
    head: HeadWeights | None = None

    @property
    def drafts_with(self) -> Weights | HeadWeights | None:
        """The draft model or the draft head, if there is one."""
        return self.draft or self.head


def load(pair: str, dtype: str = "float32", device: str = "auto") -> LoadedPair:
    """Load `pair` (see `registry`). Raises `SpecvizError`, with nothing left in memory.

    `device` "spread" lays the target over all GPUs (see `memory.SPREAD`).
    """
    quieten()
    where = resolve_device(device)
    place = SPREAD if device == SPREAD else str(where)
    source = find(pair)
    folders = [_folder(place, source) for place in (source.target, source.draft) if place]
    heads = [folder for folder in folders[1:] if is_head(folder)]
    folders = [folder for folder in folders if folder not in heads]
    for folder in folders:
        _check_architecture(folder)
    if heads and place == SPREAD:  # a head reads the target's last layer and its embedding: they must be in one place
        raise SpecvizError("spread_head", pair=pair)
    tokenizer = _tokenizer(folders, pair)
    try:
        if dtype == "auto":
            dtype = _fastest(folders, where, place, pair)
        check_fits([*folders, *heads], dtype, place, pair)
        weights = [_weights(folder, dtype, p) for folder, p in zip(folders, (place, str(where)), strict=False)]
        weights = [w.but(vocab_size=_rows(weights, tokenizer)) for w in weights]
        head = load_head(heads[0], weights[0]) if heads else None
    except BaseException as e:
        release(e)
        raise
    target, *draft = weights
    threads = best_threads(target, key_of(target.checksum, target.device))
    for w in weights:
        pack_well(w, threads, key_of(w.checksum, w.device))
    return LoadedPair(pair, target, draft[0] if draft else None, tokenizer, dtype, place, threads, head)


def _rows(weights: list[Weights], tokenizer: Tokenizer) -> int:
    """Ids that every model of the pair has a row for."""
    rows = min(tokenizer.size, weights[0].vocab_size)
    for w in weights[1:]:
        if w.vocab_size < rows:
            raise SpecvizError("draft_vocabulary", draft=w.name, rows=w.vocab_size, needed=rows)
    return rows


def _fastest(folders: list[ModelFolder], device: torch.device, place: str, pair: str) -> str:
    """The fastest number format in which the pair fits."""
    formats = ["float32", "bfloat16"] if device.type == "cpu" else ["bfloat16", "float16"]
    fitting = [dtype for dtype in formats if fits(folders, dtype, place)]
    if not fitting:
        check_fits(folders, formats[-1], place, pair)
    target = folders[0]
    return fastest(fitting, lambda dtype: _weights(target, dtype, place), key_of(target.checksum, device))


def _folder(place: Place, source: PairSource) -> ModelFolder:
    if place.repo:
        from specviz.models.hub import folder_of

        return open_folder(folder_of(place.repo), place.name)
    if source.origin == "fetched" and not place.folder.is_dir():
        raise SpecvizError("pair_not_fetched", pair=source.pair)
    return open_folder(place.folder, place.name)


def _check_architecture(folder: ModelFolder) -> None:
    """Refuse what transformers cannot run by itself, or whose cache cannot be rolled back."""
    kind = folder.config.get("model_type")
    if kind not in CONFIG_MAPPING:
        code = "model_remote_code" if "auto_map" in folder.config else "model_unknown"
        raise SpecvizError(code, model=folder.name, kind=str(kind))
    config = _config(folder)
    if type(config) not in MODEL_FOR_CAUSAL_LM_MAPPING:
        raise SpecvizError("model_not_causal", model=folder.name, kind=str(kind))
    check_rollback(config, folder.name)


def _config(folder: ModelFolder) -> Any:
    try:
        return AutoConfig.from_pretrained(folder.path, local_files_only=True, trust_remote_code=False)
    except Exception as e:  # a configuration may hold anything, and transformers raises what it meets
        raise SpecvizError("model_corrupt", model=folder.name, file="config.json", reason=_line(e)) from e


def _tokenizer(folders: list[ModelFolder], pair: str) -> Tokenizer:
    """The target's tokenizer, after a check that the draft's has the same tokens."""
    tokenizers = [Tokenizer(_tokenizer_of(folder), pair) for folder in folders]
    if len(folders) > 1:
        check_same_tokens(tokenizers[0].vocabulary, tokenizers[1].vocabulary, (folders[0].name, folders[1].name))
    return tokenizers[0]


def _tokenizer_of(folder: ModelFolder) -> Any:
    if not any((folder.path / name).is_file() for name in TOKENIZER_FILES):
        raise SpecvizError("tokenizer_missing", model=folder.name, folder=str(folder.path))
    try:
        return AutoTokenizer.from_pretrained(folder.path, local_files_only=True, trust_remote_code=False)
    except Exception as e:  # as above: a broken tokenizer file can raise anything
        raise SpecvizError("model_corrupt", model=folder.name, file="tokenizer", reason=_line(e)) from e


def _weights(folder: ModelFolder, dtype: str, place: str) -> Weights:
    """`place`: a device, or `SPREAD`."""
    if place == SPREAD and not is_accelerate_available():
        raise SpecvizError("package_missing", package="accelerate", what=f"device = {SPREAD}")
    try:
        with out_of_memory_said(place):
            model, info = AutoModelForCausalLM.from_pretrained(
                folder.path,
                dtype=DTYPES[dtype],
                local_files_only=True,
                use_safetensors=True,
                trust_remote_code=False,
                attn_implementation="sdpa",
                output_loading_info=True,
                **({"device_map": "auto"} if place == SPREAD else {}),
            )
            if place != SPREAD:
                model.to(place)
    except SpecvizError:
        raise
    except (OSError, ValueError, RuntimeError, KeyError) as e:
        raise SpecvizError("model_corrupt", model=folder.name, file="weights", reason=_line(e)) from e
    missing = sorted(info["missing_keys"])
    if missing:  # transformers would fill them with random numbers
        reason = f"{len(missing)} × missing: {', '.join(missing[:3])}"
        raise SpecvizError("model_corrupt", model=folder.name, file="weights", reason=reason)
    if place == SPREAD and {p.device.type for p in model.parameters()} != {"cuda"}:
        raise SpecvizError("spread_short", model=folder.name, free=gib(free(SPREAD)))
    return Weights.of(model, folder.name, folder.checksum)


def _line(e: Exception) -> str:
    return (str(e).strip().splitlines() or [type(e).__name__])[0][:200]
