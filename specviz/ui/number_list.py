"""Numbers typed one after another, with commas, semicolons or spaces between them. Pure."""

import re

from specviz.errors import SpecvizError

MAX_CHARS = 1_000
_BETWEEN = re.compile(r"[\s,;，、；]+")


def number_list(text: str) -> tuple[float, ...]:
    """The numbers of `text` in order. Raises `not_a_number` naming the first piece that is none."""
    numbers = []
    for piece in filter(None, _BETWEEN.split(text[:MAX_CHARS])):
        try:
            numbers.append(float(piece))
        except ValueError:
            raise SpecvizError("not_a_number", value=piece[:40]) from None
    return tuple(numbers)
