"""Which pairs there are: names, folders, hub repositories; the list a reader sees; what a world says."""

import json
from pathlib import Path

import pytest

from specviz.errors import SpecvizError
from specviz.models import registry
from specviz.models.command import list_pairs
from specviz.models.listing import listings
from specviz.models.memory import WORKING_SPACE
from specviz.models.model_folder import open_folder
from specviz.models.registry import Place, find, listed
from specviz.models.world import Example, world
from specviz.paths import ROOT
from tests.models.folders import pair_of


def test_the_shipped_pair_is_in_the_repository() -> None:
    source = find("tiny")
    assert source.present
    assert source.origin == "shipped"
    for place in (source.target, source.draft):
        assert open_folder(place.folder, place.name).parameters > 0


def test_a_fetched_pair_is_in_the_readers_cache(own_cache: Path) -> None:
    source = find("smollm2")
    assert not source.present
    assert source.target.folder.parent == own_cache
    source.target.folder.mkdir(parents=True)
    (source.target.folder / "config.json").write_text("{}")
    assert find("smollm2").present


def test_folders_and_repositories(tmp_path: Path) -> None:
    both = find(f"{tmp_path}/a, {tmp_path}/b")
    assert both.origin == "folder"
    assert (both.target, both.draft) == (Place("a", tmp_path / "a"), Place("b", tmp_path / "b"))
    assert find(str(tmp_path)).draft is None
    hub = find("hub:org/large,org/small")
    assert hub.origin == "hub"
    assert (hub.target, hub.draft) == (Place("org/large", repo="org/large"), Place("org/small", repo="org/small"))
    assert find("hub:gpt2").draft is None


def test_a_relative_folder_is_found_by_its_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "mine").mkdir()
    monkeypatch.chdir(tmp_path)
    assert find("mine").target.folder == tmp_path / "mine"


def test_an_unknown_name_is_told_the_known_ones() -> None:
    with pytest.raises(SpecvizError) as caught:
        find("tinny")
    assert caught.value.params["known"] == "tiny, smollm2"


def test_a_public_server_knows_the_listed_models_only(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SPECVIZ_HOSTED", "1")
    monkeypatch.chdir(ROOT)
    assert find("tiny").origin == "shipped"
    assert find("assets/models/tiny-target,assets/models/tiny-target").draft, "a preset has it"
    for pair in (str(tmp_path), f"assets/models/tiny-target,{tmp_path}", "hub:org/large", "nothing at all", "assets"):
        with pytest.raises(SpecvizError) as caught:
            find(pair)
        assert caught.value.code == "pair_hosted", "nor does it say what folders there are"


def test_listing_counts_what_is_there(own_cache: Path) -> None:
    tiny, smollm2 = listings()
    folders = [open_folder(p.folder, p.name) for p in (find("tiny").target, find("tiny").draft)]
    assert tiny.present
    assert tiny.problem is None
    assert tiny.parameters == sum(f.parameters for f in folders)
    assert tiny.memory("bfloat16", "cpu") == 2 * tiny.parameters + WORKING_SPACE
    assert tiny.memory("float32", "cpu") == 4 * tiny.parameters + WORKING_SPACE, "too small to be packed"
    assert (smollm2.present, smollm2.licence) == (False, "Apache-2.0")
    assert smollm2.download > 0
    assert smollm2.memory("float32", "cpu") == 8 * smollm2.parameters + WORKING_SPACE, "weights and their packed copy"
    assert smollm2.memory("float32", "cuda:0") == 4 * smollm2.parameters + WORKING_SPACE
    assert smollm2.memory("bfloat16", "cpu") == 2 * smollm2.parameters + WORKING_SPACE
    assert smollm2.drafts, "a draft head is in the repository"


def test_a_damaged_pair_is_listed_as_damaged(own_cache: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = find("smollm2").target.folder
    folder.mkdir(parents=True)
    (folder / "config.json").write_text("{}")
    assert listings()[1].problem.code == "model_no_weights"
    assert list_pairs() == 0
    printed = capsys.readouterr().out
    assert "smollm2  (damaged)" in printed
    assert "there is no model.safetensors" in printed
    assert "tiny  (on this machine)" in printed


def test_a_world_knows_what_lies_outside(llama: tuple[Path, Path]) -> None:
    pair = pair_of(*llama)
    assert world(pair) is None
    assert world("hub:a/b") is None
    record = {"log_likelihood_per_token": {"p01": -2.5}, "examples": [{"family": "sums", "text": "1 + 1 ="}]}
    path = llama[0] / "world.json"
    path.write_text(json.dumps(record))
    try:
        found = world(pair)
    finally:
        path.unlink()
    assert found.examples == (Example("sums", "1 + 1 ="),)
    assert (found.outside(-2.6), found.outside(-2.4)) == (True, False)


def test_every_listed_pair_is_described() -> None:
    assert {source.pair for source in listed()} == {row.pair for row in listings()}
    assert registry.cache_folder().is_absolute()
