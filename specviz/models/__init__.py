"""Which models there are, how they come onto this machine, and how they are checked and loaded.

`load` and `LoadedPair` are fetched from `loading` when first used: it imports torch, and lists and downloads do not.
"""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from specviz.models.loading import LoadedPair, load

__all__ = ["LoadedPair", "load"]


def __getattr__(name: str) -> Any:
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from specviz.models import loading

    return getattr(loading, name)
