"""From a repository of the hub to a folder on this machine, through the hub client's own cache.

Only what a model needs is taken: configuration, tokenizer and safetensors of the repository's top folder. What is
complete on this machine is used as it is, without asking the network. A download that was cut leaves whole files.
"""

import shutil
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from io import StringIO
from pathlib import Path
from typing import Any

from huggingface_hub import constants, snapshot_download
from huggingface_hub.errors import (
    DryRunError,
    GatedRepoError,
    HFValidationError,
    HTTPError,
    LocalEntryNotFoundError,
    RepositoryNotFoundError,
)
from tqdm import tqdm

from specviz.errors import SpecvizError
from specviz.models.fetch import Watch
from specviz.models.model_folder import open_folder
from specviz.models.quiet import quieten
from specviz.models.sizes import mb

WEIGHTS = ["*.safetensors"]
PICKLES = ["*.bin", "*.pt", "*.pth"]
SMALL = ["*.json", "*.txt", "*.model", "*.jinja"]
NEEDED = {"allow_patterns": [*WEIGHTS, *SMALL], "ignore_patterns": ["*/*"]}


def folder_of(repo: str) -> Path:
    """The folder of a repository's files, fetched if need be. Raises `SpecvizError` as `fetch` does."""
    return here(repo) or fetch([repo], Watch())


def here(repo: str) -> Path | None:
    """The folder of a repository that is whole on this machine; None otherwise. Asks no network."""
    quieten()
    try:
        folder = Path(snapshot_download(repo, local_files_only=True, **NEEDED))
        return open_folder(folder, repo).path
    except (LocalEntryNotFoundError, HFValidationError, SpecvizError):
        return None


def fetch(repos: Sequence[str], watch: Watch) -> Path:
    """Bring repositories onto this machine; the folder of the first. `watch` sees the bytes of all of them together.

    Raises `SpecvizError` (gated, unknown, no network, no room on the disk, weights in pickle files only) before
    anything is fetched where it can be known, and `Cancelled`; files that are whole by then are kept.
    """
    quieten()
    missing = []
    for repo in repos:
        with _said(repo):
            missing.append(_missing(repo))
    total, before, folders = sum(missing), 0, []
    _check_room(total)
    for repo, size in zip(repos, missing, strict=True):
        bar = _bar(lambda n, done=before, size=size: watch.at("download", done + min(n, size), total))
        with _said(repo):
            folders.append(Path(snapshot_download(repo, tqdm_class=bar, **NEEDED)))
        before += size
    return folders[0]


def _missing(repo: str) -> int:
    """Bytes still to fetch, 0 when the hub cannot be asked. Refuses here what would be refused after a download."""
    try:
        files = snapshot_download(repo, dry_run=True, **NEEDED)
        weights = [f for f in files if f.filename.endswith(".safetensors")]
        if not weights and snapshot_download(repo, dry_run=True, **NEEDED | {"allow_patterns": PICKLES}):
            raise SpecvizError("model_pickle", model=repo)
    except DryRunError:
        return 0
    return sum(f.file_size for f in files if f.will_download)


def _check_room(size: int) -> None:
    cache = Path(constants.HF_HUB_CACHE)
    cache.mkdir(parents=True, exist_ok=True)
    free = shutil.disk_usage(cache).free
    if size > free:
        raise SpecvizError("disk_short", folder=str(cache), needed=mb(size), free=mb(free))


@contextmanager
def _said(repo: str) -> Iterator[None]:
    """Around what asks the hub for `repo`: its refusals as errors for the reader."""
    try:
        yield
    except GatedRepoError as e:
        raise SpecvizError("hub_gated", model=repo) from e
    except (RepositoryNotFoundError, HFValidationError) as e:
        raise SpecvizError("hub_missing", model=repo) from e
    except (LocalEntryNotFoundError, HTTPError) as e:  # HTTPError: refused by a proxy, or the hub is down
        raise SpecvizError("hub_unreachable", model=repo) from e


def _bar(tell: Callable[[int], None]) -> type[tqdm]:
    """A bar that is not drawn and tells how many bytes have come: the hub client says it in no other way.

    What `tell` raises ends the download at the piece that has just come.
    """

    class Bar(tqdm):
        def __init__(self, *args: Any, **kwargs: Any) -> None:
            super().__init__(*args, **kwargs | {"file": StringIO()})

        def update(self, n: float | None = 1) -> None:
            super().update(n)
            if self.unit == "B":  # the others count files
                tell(int(self.n))

    return Bar
