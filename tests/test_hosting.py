"""A public server: what a reader may ask for there, wherever the settings come from."""

import pytest

from specviz.errors import SpecvizError
from specviz.hosting import FIXED, MOST, limited, most, refuse_beyond
from specviz.settings import MAX_K, RunSettings

ASKED = RunSettings(
    prompt="x" * 2000, script=tuple(range(500)), k=64, fallback_k=64, max_new_tokens=2048, min_new_tokens=300,
    dtype="bfloat16", device="cpu",
)  # fmt: skip


@pytest.fixture
def public(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SPECVIZ_HOSTED", "1")


@pytest.mark.usefixtures("public")
def test_everything_that_costs_is_lowered_and_each_change_is_said() -> None:
    got, notes = limited(ASKED)
    assert [len(got.prompt), len(got.script), got.k, got.fallback_k, got.max_new_tokens, got.min_new_tokens] == list(
        MOST.values()
    )
    assert {"dtype": got.dtype, "device": got.device} == FIXED
    assert {n.params["name"] for n in notes} == {*MOST, *FIXED}
    assert all(str(n) and n.in_language("zh") for n in notes)
    refuse_beyond(got)
    assert limited(got) == (got, ())


@pytest.mark.usefixtures("public")
@pytest.mark.parametrize("name", [*MOST, *FIXED])
def test_the_gate_refuses_each_value_beyond(name: str) -> None:
    with pytest.raises(SpecvizError) as caught:
        refuse_beyond(RunSettings().but(**{name: getattr(ASKED, name)}))
    assert caught.value.params["name"] == name


@pytest.mark.usefixtures("public")
def test_the_defaults_are_allowed() -> None:
    refuse_beyond(RunSettings())
    assert most("k") == MOST["k"]
    assert most("temperature") == 10.0


def test_elsewhere_nothing_is_limited(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("SPECVIZ_HOSTED", raising=False)
    refuse_beyond(ASKED)
    assert limited(ASKED) == (ASKED, ())
    assert most("k") == MAX_K
