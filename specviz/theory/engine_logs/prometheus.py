"""The Prometheus text format, as much of it as a metrics page of an engine needs."""

import re
from collections import defaultdict
from dataclasses import dataclass
from math import isfinite

_SAMPLE = re.compile(r'([a-zA-Z_:][\w:]{0,200})(?:\{((?:[^"}]|"(?:[^"\\]|\\.)*")*)\})?[ \t]+(\S{1,40})')
_LABEL = re.compile(r'(\w{1,100})="((?:[^"\\]|\\.)*)"')


@dataclass(frozen=True)
class Samples:
    """Samples by name: a list of (labels, value)."""

    by_name: dict[str, list[tuple[dict[str, str], float]]]

    def _series(self, name: str) -> list[tuple[dict[str, str], float]]:
        # client libraries append _total to counters; documentation often leaves it out
        return self.by_name.get(name) or self.by_name.get(f"{name}_total") or []

    def total(self, name: str) -> int | None:
        """A counter summed over its label sets (engines, workers); None if absent."""
        series = self._series(name)
        return round(sum(value for _, value in series)) if series else None

    def totals_by(self, name: str, label: str) -> dict[str, int]:
        """A counter summed per value of one label."""
        sums: dict[str, float] = defaultdict(float)
        for labels, value in self._series(name):
            if label in labels:
                sums[labels[label]] += value
        return {key: round(value) for key, value in sums.items()}

    def gauge(self, name: str) -> float | None:
        """A gauge: its one value, or None when it is absent or its label sets differ (gauges do not add up)."""
        values = {value for _, value in self._series(name)}
        return values.pop() if len(values) == 1 else None

    def label_values(self, name: str, label: str) -> set[str]:
        return {labels[label] for labels, _ in self._series(name) if label in labels}


def samples(text: str, max_line: int) -> Samples:
    """Every finite sample of a page; lines that are none (comments, anything else) are passed over."""
    by_name: dict[str, list[tuple[dict[str, str], float]]] = defaultdict(list)
    for line in text.splitlines():
        match = _SAMPLE.match(line[:max_line].strip())
        if not match:
            continue
        name, labels, raw = match.groups()
        try:
            value = float(raw)
        except ValueError:
            continue
        if isfinite(value) and abs(value) < 1e15:
            by_name[name].append((dict(_LABEL.findall(labels or "")), value))
    return Samples(dict(by_name))
