"""Pairs from the hub, with the real hub client against a hub on this machine."""

from pathlib import Path

import huggingface_hub.constants as constants
import pytest

from specviz.errors import SpecvizError
from specviz.models import load
from specviz.models.fetch import Cancelled, Progress, Watch
from specviz.models.fetching import fetch_pair, to_fetch
from specviz.runs import Run
from specviz.settings import RunSettings
from tests.models.folders import byte_level, random_model, save
from tests.models.hub_server import hub

NOBODY = "http://127.0.0.1:9"


def point_at(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The client reads its address when it is imported, into these two."""
    template = constants.HUGGINGFACE_CO_URL_TEMPLATE.removeprefix(constants.ENDPOINT)
    monkeypatch.setattr(constants, "HUGGINGFACE_CO_URL_TEMPLATE", address + template)
    monkeypatch.setattr(constants, "ENDPOINT", address)


@pytest.fixture(autouse=True)
def own_hub_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(constants, "HF_HUB_CACHE", str(tmp_path / "hub"))
    monkeypatch.setattr(constants, "HF_HUB_DISABLE_XET", True)
    monkeypatch.setattr(constants, "HF_HUB_OFFLINE", False)
    point_at(NOBODY, monkeypatch)
    monkeypatch.setenv("no_proxy", "127.0.0.1")
    return tmp_path / "hub"


def test_a_pair_is_fetched_runs_and_works_without_a_network_afterwards(llama, monkeypatch) -> None:
    pair_name = "hub:org/large,org/small"
    with hub({"org/large": llama[0], "org/small": llama[1]}) as address:
        point_at(address, monkeypatch)
        pair = load(pair_name)
    assert (pair.target.name, pair.draft.name) == ("org/large", "org/small")
    settings = RunSettings(prompt="the cat", max_new_tokens=8)
    run = Run(pair)
    assert list(run.speculative(settings, run.prompt_ids(settings)))
    point_at(NOBODY, monkeypatch)
    assert load(pair_name).target.checksum == pair.target.checksum


def test_no_network_and_nothing_here() -> None:
    with pytest.raises(SpecvizError) as caught:
        load("hub:org/large")
    assert (caught.value.code, caught.value.params) == ("hub_unreachable", {"model": "org/large"})


def test_gated_and_unknown_repositories(llama, monkeypatch) -> None:
    with hub({"org/gated": llama[0]}, gated=frozenset({"org/gated"})) as address:
        point_at(address, monkeypatch)
        for repo, code in (("org/gated", "hub_gated"), ("org/nothing", "hub_missing"), ("a/b/c", "hub_missing")):
            with pytest.raises(SpecvizError) as caught:
                load(f"hub:{repo}")
            assert (caught.value.code, caught.value.params["model"]) == (code, repo)


def test_pickles_are_not_even_fetched(tmp_path: Path, own_hub_cache: Path, monkeypatch) -> None:
    folder = save(tmp_path / "old", random_model("gpt2"), byte_level())
    (folder / "model.safetensors").rename(folder / "pytorch_model.bin")
    with hub({"org/old": folder}) as address:
        point_at(address, monkeypatch)
        with pytest.raises(SpecvizError, match="org/old has its weights in pickle files only"):
            load("hub:org/old")
    assert not list(own_hub_cache.rglob("*.bin"))


def test_a_disk_too_small_is_said_before_fetching(llama, own_hub_cache: Path, monkeypatch) -> None:
    monkeypatch.setattr("shutil.disk_usage", lambda _: type("Usage", (), {"free": 1000})())
    with hub({"org/large": llama[0]}) as address:
        point_at(address, monkeypatch)
        with pytest.raises(SpecvizError, match="only 0 MB are free"):
            load("hub:org/large")
    assert not list(own_hub_cache.rglob("*.safetensors"))


def test_a_fetch_says_how_many_bytes_have_come_of_both_models(llama, monkeypatch) -> None:
    monkeypatch.setattr(constants, "DOWNLOAD_CHUNK_SIZE", 4096)
    seen: list[Progress] = []
    with hub({"org/large": llama[0], "org/small": llama[1]}) as address:
        point_at(address, monkeypatch)
        assert to_fetch("hub:org/large,org/small")
        fetch_pair("hub:org/large,org/small", Watch(seen.append))
    assert not to_fetch("hub:org/large,org/small")
    total = sum(f.stat().st_size for folder in llama for f in folder.iterdir() if f.suffix != ".py")
    assert {p.total for p in seen} == {total}
    done = [p.done for p in seen]
    assert done == sorted(done)
    assert len(set(done)) > 10
    assert done[-1] == total


def test_a_fetch_that_was_stopped_keeps_whole_files_and_nothing_half_made(
    llama, own_hub_cache: Path, monkeypatch
) -> None:
    monkeypatch.setattr(constants, "DOWNLOAD_CHUNK_SIZE", 4096)
    first, second = (sum(f.stat().st_size for f in folder.iterdir()) for folder in llama)
    seen: list[Progress] = []
    with hub({"org/large": llama[0], "org/small": llama[1]}) as address:
        point_at(address, monkeypatch)
        with pytest.raises(Cancelled):
            fetch_pair("hub:org/large,org/small", Watch(seen.append, lambda: seen[-1].done > first + 8192))
        assert to_fetch("hub:org/large,org/small")
        assert not to_fetch("hub:org/large")
        assert not list(own_hub_cache.rglob("*.incomplete"))
        seen.clear()
        fetch_pair("hub:org/large,org/small", Watch(seen.append))
    assert seen[-1].total <= second, "the first is not fetched again"
    assert load("hub:org/large,org/small").draft.name == "org/small"


def test_what_is_whole_here_is_used_without_asking(llama, monkeypatch) -> None:
    with hub({"org/large": llama[0]}) as address:
        point_at(address, monkeypatch)
        fetch_pair("hub:org/large", Watch())
    monkeypatch.setattr("specviz.models.hub.fetch", lambda *_: pytest.fail("asked the hub"))
    load("hub:org/large")
