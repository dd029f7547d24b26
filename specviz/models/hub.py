"""From a repository of the hub to a folder on this machine, through the hub client's own cache.

Only what a model needs is taken: configuration, tokenizer and safetensors of the repository's top folder. Without a
network, what the cache holds completely is used.
"""

import shutil
from pathlib import Path

from huggingface_hub import constants, snapshot_download
from huggingface_hub.errors import (
    DryRunError,
    GatedRepoError,
    HFValidationError,
    HTTPError,
    LocalEntryNotFoundError,
    RepositoryNotFoundError,
)

from specviz.errors import SpecvizError
from specviz.models.quiet import quieten
from specviz.models.sizes import mb

WEIGHTS = ["*.safetensors"]
PICKLES = ["*.bin", "*.pt", "*.pth"]
SMALL = ["*.json", "*.txt", "*.model", "*.jinja"]
SUBFOLDERS = ["*/*"]


def folder_of(repo: str) -> Path:
    """The folder of a repository's files, fetched if need be. Raises `SpecvizError`: gated, unknown, no network, no
    room on the disk, weights in pickle files only.
    """
    quieten()
    try:
        _check_weights(repo)
        return Path(snapshot_download(repo, allow_patterns=[*WEIGHTS, *SMALL], ignore_patterns=SUBFOLDERS))
    except GatedRepoError as e:
        raise SpecvizError("hub_gated", model=repo) from e
    except (RepositoryNotFoundError, HFValidationError) as e:
        raise SpecvizError("hub_missing", model=repo) from e
    except (LocalEntryNotFoundError, HTTPError) as e:  # HTTPError: refused by a proxy, or the hub is down
        raise SpecvizError("hub_unreachable", model=repo) from e


def _check_weights(repo: str) -> None:
    """Refuse before the download what would be refused after it. Says nothing when the hub cannot be asked."""
    try:
        files = snapshot_download(repo, allow_patterns=WEIGHTS, ignore_patterns=SUBFOLDERS, dry_run=True)
        if not files and snapshot_download(repo, allow_patterns=PICKLES, ignore_patterns=SUBFOLDERS, dry_run=True):
            raise SpecvizError("model_pickle", model=repo)
    except DryRunError:
        return
    size = sum(f.file_size for f in files if f.will_download)
    cache = Path(constants.HF_HUB_CACHE)
    cache.mkdir(parents=True, exist_ok=True)
    free = shutil.disk_usage(cache).free
    if size > free:
        raise SpecvizError("disk_short", folder=str(cache), needed=mb(size), free=mb(free))
