"""A table as a CSV file that a spreadsheet will not run. Pure."""

import csv
import io
from collections.abc import Iterable, Sequence

_FORMULA = ("=", "+", "-", "@", "\t", "\r")


def csv_file(header: Sequence[str], rows: Iterable[Sequence[object]]) -> bytes:
    """UTF-8 CSV with a header. None is an empty cell; a text that would start a formula gets an apostrophe."""
    out = io.StringIO()
    write = csv.writer(out, lineterminator="\n")
    write.writerow(header)
    write.writerows([_cell(value) for value in row] for row in rows)
    return out.getvalue().encode()


def _cell(value: object) -> object:
    if value is None:
        return ""
    return f"'{value}" if isinstance(value, str) and value.startswith(_FORMULA) else value
