"""From how many rows on a packed matrix is used: measured once, remembered, and the measured best."""

import json

import pytest
import torch

from specviz.engine.projection import FIRST, ROWS
from specviz.models import precision
from specviz.models.precision import NOTE, pack_well
from specviz.models.registry import cache_folder
from tests.engine.test_projection import weights_of


def rows_of(weights) -> range:
    (rows,) = {p.rows for p in (weights.forward._head, *(layer.qkv for layer in weights.forward._layers))}
    return rows


def noted() -> dict[str, str]:
    note = cache_folder() / NOTE
    return json.loads(note.read_text("utf-8")) if note.exists() else {}


class Timed:
    """As `PassTimes`, with a time for each choice."""

    def __init__(self, weights, times: dict[int, float]) -> None:
        self.seconds = (times[rows_of(weights).start],)


@pytest.mark.usefixtures("own_cache")
def test_the_faster_is_taken_and_remembered(monkeypatch: pytest.MonkeyPatch) -> None:
    weights, times = weights_of(), {2: 1.0, 4: 2.0}
    monkeypatch.setattr(precision, "time_passes", lambda model, ids, lengths, repeats: Timed(weights, times))
    pack_well(weights, 2, "one")
    assert rows_of(weights) == range(2, ROWS.stop)
    times |= {2: 3.0}
    pack_well(weights, 2, "other")
    assert rows_of(weights) == ROWS
    pack_well(weights, 2, "one")
    assert rows_of(weights) == range(2, ROWS.stop), "not measured again"


@pytest.mark.usefixtures("own_cache")
def test_it_is_measured_here_on_what_is_packed_and_on_nothing_else() -> None:
    weights = weights_of()
    pack_well(weights, 1, "packed")
    assert rows_of(weights).start in FIRST
    assert set(noted()) == {"packed on 1 packed from"}
    pack_well(weights_of(torch.bfloat16), 1, "plain")
    assert set(noted()) == {"packed on 1 packed from"}
