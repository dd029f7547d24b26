"""Twelve readers at once on the bundled pair: no error on a page, and everybody gets the run of one who is alone."""

import asyncio
from pathlib import Path

from specviz.settings import RunSettings
from tests.browser.app import server
from tests.load.sessions import all_at_once, alone

SETTINGS = RunSettings(max_new_tokens=16, k=3)


def test_twelve_sessions_at_once_see_what_each_would_see_alone(tmp_path: Path) -> None:
    with server(tmp_path / "log") as base:
        together, _, told = asyncio.run(all_at_once(base, 12, 1, SETTINGS))
        solo, _ = asyncio.run(alone(base, sorted(together), SETTINGS))
    assert len(together) == 12
    assert all(sum(r["n"] for r in stage) >= 1 for stage in together.values())
    assert together == solo
    assert any("ahead of you" in text for text in told)
    assert len({repr(stage) for stage in together.values()}) == 12, "every seed gives another run"
