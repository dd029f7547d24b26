"""The words of the catalogue of mistakes: each section of `faults.md` in its five parts. Pure."""

import re
from typing import NamedTuple

from specviz.ui import lesson_text

_PART = re.compile(r"^\*\*.+?\*\*\s*", re.MULTILINE)


class FaultText(NamedTuple):
    """In Markdown: what people wrote, what it does, how to notice and how to fix it, and where it was reported."""

    title: str
    wrote: str
    does: str
    notice: str
    fix: str
    report: str


def fault_text(fault: str, lang: str) -> FaultText:
    """The words of one mistake. `KeyError` for an id without a section."""
    section = lesson_text.load("faults", lang).sections[fault]
    parts = [part.strip() for part in _PART.split(section.body)[1:]]
    return FaultText(section.title, *parts)
