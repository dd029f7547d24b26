"""What a catalogued mistake is: a build, and where to look for it. Texts are in assets/lessons/<lang>/faults.md."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any, Literal

from specviz.faults.build import Build

Family = Literal["sampling", "alignment", "cache", "stopping", "counting"]
View = Literal["marginal", "joint", "scripted", "greedy", "cache", "acceptance", "ids", "totals"]
Check = Literal[
    "enumeration", "chi_square", "edges", "greedy", "refilled", "acceptance", "stopping", "counting", "self_draft"
]
Level = Literal["easy", "medium", "hard", "subtle"]


@dataclass(frozen=True)
class Fault:
    """One mistake.

    `view` is the picture that shows it, `check` the check of its own layer that catches it, `settings` what a run
    needs for it to matter (beyond temperature 1 and a draft model), `source` a public report, "" where none is known.
    """

    id: str
    family: Family
    view: View
    check: Check
    level: Level
    source: str
    build: Build
    settings: Mapping[str, Any] = field(default_factory=lambda: MappingProxyType({}))
