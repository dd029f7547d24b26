"""Which pairs there are: by name, from two local folders, or from the hub. Says where a pair is; loads nothing.

A pair is written `tiny`, `<folder>,<folder>`, `<folder>` (no draft model: prompt lookup only), `hub:<repo>,<repo>` or
`hub:<repo>`. The target comes first.
"""

import os
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from platformdirs import user_cache_path

from specviz.errors import SpecvizError
from specviz.hosting import hosted
from specviz.paths import ASSETS

Origin = Literal["shipped", "fetched", "folder", "hub"]
HUB = "hub:"
SMOLLM2_FOLDER = "smollm2-135m-instruct"


@dataclass(frozen=True)
class Place:
    """Where one model is: a folder, or a repository of the hub (`repo`)."""

    name: str
    folder: Path | None = None
    repo: str = ""


@dataclass(frozen=True)
class PairSource:
    """A pair and where its models are; `draft` is None for a pair without a draft model."""

    pair: str
    origin: Origin
    target: Place
    draft: Place | None

    @property
    def present(self) -> bool:
        """Whether its files are on this machine. A hub pair is looked up when it is loaded."""
        return self.target.folder is not None and (self.target.folder / "config.json").is_file()


def cache_folder() -> Path:
    """Where fetched models are kept: `SPECVIZ_CACHE`, or the user's cache folder."""
    return Path(os.environ.get("SPECVIZ_CACHE") or user_cache_path("specviz", appauthor=False))


def _in(parent: Path, name: str) -> Place:
    return Place(name, parent / name)


def listed() -> tuple[PairSource, ...]:
    """The pairs with a name of their own, the smallest first."""
    shipped = ASSETS / "models"
    return (
        PairSource("tiny", "shipped", _in(shipped, "tiny-target"), _in(shipped, "tiny-draft")),
        PairSource("smollm2", "fetched", _in(cache_folder(), SMOLLM2_FOLDER), _smollm2_draft()),
    )


def _smollm2_draft() -> Place | None:
    draft = _in(ASSETS / "models", "smollm2-draft")
    return draft if (draft.folder / "config.json").is_file() else None


def find(pair: str) -> PairSource:
    """Where the models of `pair` are.

    Raises `SpecvizError` for a name that means nothing, and on a public server for any model but those of the list.
    """
    for source in listed():
        if source.pair == pair:
            return source
    names = [name.strip() for name in pair.removeprefix(HUB).split(",")]
    if hosted() and not {Path(name).absolute() for name in names} <= _listed_folders():
        raise SpecvizError("pair_hosted", pair=pair, known=", ".join(s.pair for s in listed()))
    if not all(names) or len(names) > 2:
        raise _unknown(pair)
    if pair.startswith(HUB):
        origin, places = "hub", [Place(name, repo=name) for name in names]
    else:
        folders = [Path(name).expanduser() for name in names]
        if not any(f.is_dir() or os.sep in name for f, name in zip(folders, names, strict=True)):
            raise _unknown(pair)
        origin, places = "folder", [Place(f.name, f.absolute()) for f in folders]
    return PairSource(pair, origin, places[0], places[1] if len(places) > 1 else None)


def _listed_folders() -> set[Path | None]:
    return {place.folder for source in listed() for place in (source.target, source.draft) if place}


def _unknown(pair: str) -> SpecvizError:
    return SpecvizError("pair_unknown", pair=pair, known=", ".join(s.pair for s in listed()))
