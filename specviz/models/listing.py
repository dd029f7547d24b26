"""The pairs with a name, as a reader wants to see them: licence, size, whether here, what they need. No torch."""

from dataclasses import dataclass

from specviz.errors import SpecvizError
from specviz.models.memory import needed
from specviz.models.model_folder import open_folder
from specviz.models.registry import Origin, PairSource, listed


@dataclass(frozen=True)
class About:
    """What is known of a pair before it is here. `download` bytes are fetched, `disk` bytes stay."""

    licence: str
    parameters: int
    download: int
    disk: int


ABOUT = {
    "tiny": About("Apache-2.0", 4_477_152, 0, 0),
    "smollm2": About("Apache-2.0", 134_515_008, 92_871_040, 272_600_000),
}


@dataclass(frozen=True)
class Listing:
    """One row. `problem` says why files that are here cannot be used; `size` is bytes on disk, there or to come;
    `models` are the weights in each model of the pair."""

    pair: str
    origin: Origin
    licence: str
    models: tuple[int, ...]
    size: int
    download: int
    present: bool
    drafts: bool
    problem: SpecvizError | None

    @property
    def parameters(self) -> int:
        return sum(self.models)

    def memory(self, dtype: str, device: str) -> int:
        """Bytes needed to load it."""
        return needed(self.models, dtype, device)


def listings() -> tuple[Listing, ...]:
    """All pairs with a name, in the order of the registry."""
    return tuple(_listing(source) for source in listed())


def _listing(source: PairSource) -> Listing:
    about = ABOUT[source.pair]
    models, size, problem = (about.parameters,), about.disk, None
    if source.present:
        try:
            folders = [open_folder(place.folder, place.name) for place in (source.target, source.draft) if place]
        except SpecvizError as e:
            problem = e
        else:
            models, size = tuple(f.parameters for f in folders), sum(f.size for f in folders)
    drafts = source.draft is not None
    return Listing(
        source.pair, source.origin, about.licence, models, size, about.download, source.present, drafts, problem
    )
