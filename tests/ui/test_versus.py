"""The other side of a comparison as a link carries it."""

import pytest

from specviz.paths import ASSETS
from specviz.settings import RunSettings, View
from specviz.trace import read
from specviz.ui.versus import Rival, comparable, items_of, named, rival_of

BASE = RunSettings(seed=3)


@pytest.mark.parametrize(
    "changes",
    [{}, {"k": 8}, {"method": "none"}, {"temperature": 0.0, "repair": "eager"}, {"draft_choice": "argmax", "k": 1}],
)
def test_items_lead_back_to_the_settings(changes: dict) -> None:
    rival = Rival(BASE.but(**changes))
    items = items_of(rival, BASE)
    assert len(items) == len(changes)
    assert rival_of(View(versus=items).versus, BASE) == (rival, ())
    assert dict(named(BASE, rival.settings)) == changes


def test_a_recorded_run_goes_by_its_name() -> None:
    rival = Rival(BASE, "hot")
    assert items_of(rival, BASE) == ("trace=hot",)
    assert rival_of(("trace=hot",), BASE) == (rival, ())


@pytest.mark.parametrize(
    ("item", "code", "k"),
    [
        ("k=65", "setting_range", 64),
        ("k=x", "setting_type", 4),
        ("method=magic", "setting_choice", 4),
        ("prompt=other", "versus_item", 4),
        ("seed=9", "versus_item", 4),
        ("nonsense", "versus_item", 4),
    ],
)
def test_a_bad_item_is_put_right_and_said(item: str, code: str, k: int) -> None:
    rival, notes = rival_of((item,), BASE)
    assert [n.code for n in notes] == [code]
    assert notes[0].in_language("zh")
    assert rival.settings.k == k
    assert (rival.settings.prompt, rival.settings.seed) == (BASE.prompt, BASE.seed)


def test_recorded_runs_are_comparable_when_prompt_and_draws_are_the_same() -> None:
    names = ("first", "hot", "greedy", "code", "eager")
    recorded = {name: read((ASSETS / "traces" / f"{name}.json").read_bytes()) for name in names}
    found = comparable(recorded["first"], recorded.items())
    assert found == ["hot", "greedy", "eager"], "greedy draws nothing: its seed may be another"
