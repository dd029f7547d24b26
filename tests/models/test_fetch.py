"""Fetching with the real pip from an index on this machine: whole or not at all, with progress, and stoppable."""

import errno
import threading
from pathlib import Path

import pytest
import torch
from transformers import AutoModelForCausalLM, AutoTokenizer

from specviz.errors import SpecvizError
from specviz.models import load
from specviz.models.fetch import Cancelled, Progress, Watch, download, extract, scratch_beside
from specviz.models.fetching import Fetching, fetch_pair, fetching
from specviz.runs import Run
from specviz.settings import RunSettings
from tests.models.index import NAME, VERSION, make_wheel, serving
from tests.models.small_package import package_of

MEMBER = "test_model/model.bin"
CONTENT = bytes(range(256)) * 8192  # 2 MiB


@pytest.fixture
def wheel(tmp_path: Path) -> Path:
    return make_wheel(tmp_path / "index", MEMBER, CONTENT)


pytestmark = pytest.mark.usefixtures("offline_pip")


def test_download_verify_extract(wheel: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[Progress] = []
    folder = tmp_path / "scratch"
    folder.mkdir()
    with serving(wheel) as address:
        monkeypatch.setenv("PIP_INDEX_URL", address)
        got = download(package_of(wheel), folder, Watch(seen.append))
    assert got.read_bytes() == wheel.read_bytes()
    extract(got, MEMBER, tmp_path / "out", Watch(seen.append))
    assert (tmp_path / "out").read_bytes() == CONTENT
    assert [p.stage for p in seen] == sorted((p.stage for p in seen), key=["download", "verify", "extract"].index)
    assert {"download", "verify", "extract"} == {p.stage for p in seen}
    assert seen[-1] == Progress("extract", len(CONTENT), len(CONTENT))
    assert all(0 <= p.done <= p.total for p in seen)


def test_progress_counts_what_has_arrived_and_cancelling_ends_pip(
    wheel: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    hold, seen = threading.Event(), []
    size = wheel.stat().st_size

    def half_way() -> bool:
        return bool(seen) and seen[-1].done > size // 4

    folder = tmp_path / "scratch"
    folder.mkdir()
    with serving(wheel, hold) as address:
        monkeypatch.setenv("PIP_INDEX_URL", address)
        with pytest.raises(Cancelled):
            download(package_of(wheel), folder, Watch(seen.append, half_way))
        assert not hold.is_set(), "cancelled while the download hung"
    assert size // 4 < seen[-1].done <= size * 3 // 4
    assert not list(folder.glob("*.whl"))


def test_another_file_than_expected_is_refused(wheel: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PIP_NO_INDEX", "1")
    monkeypatch.setenv("PIP_FIND_LINKS", str(wheel.parent))
    expected = package_of(wheel)
    wheel.write_bytes(make_wheel(tmp_path / "forged", MEMBER, CONTENT[::-1]).read_bytes())
    (tmp_path / "scratch").mkdir()
    with pytest.raises(SpecvizError) as caught:
        download(expected, tmp_path / "scratch", Watch())
    assert caught.value.code == "download_altered"
    assert caught.value.params["wanted"] == expected.sha256


def test_no_network_is_one_clear_error(wheel: Path, tmp_path: Path) -> None:
    (tmp_path / "scratch").mkdir()
    with pytest.raises(SpecvizError, match=f"{NAME}=={VERSION} could not be downloaded: ") as caught:
        download(package_of(wheel), tmp_path / "scratch", Watch())
    assert caught.value.code == "download_failed"


def spoil(final: Path, error: BaseException) -> None:
    """A fetch that meets `error` half-way."""
    with scratch_beside(final, 0) as scratch:
        (scratch / "half").write_bytes(b"x")
        raise error


def test_scratch_leaves_nothing_however_it_ends(tmp_path: Path) -> None:
    final = tmp_path / "cache" / "model"
    for error in (Cancelled(), ValueError(), OSError(errno.EIO, "broken"), KeyboardInterrupt()):
        with pytest.raises(type(error)):
            spoil(final, error)
        assert {p.name for p in final.parent.iterdir()} <= {".model.lock"}


def test_a_full_disk_before_and_while(tmp_path: Path) -> None:
    final = tmp_path / "cache" / "model"
    with pytest.raises(SpecvizError) as before, scratch_beside(final, 2**60):
        pytest.fail("began without room")
    assert before.value.code == "disk_short"
    with pytest.raises(SpecvizError) as meanwhile:
        spoil(final, OSError(errno.ENOSPC, "No space left on device"))
    assert meanwhile.value.code == "disk_short"
    assert {p.name for p in final.parent.iterdir()} <= {".model.lock"}


def test_only_one_fetch_at_a_time_and_leftovers_of_a_killed_one_go(tmp_path: Path) -> None:
    final = tmp_path / "cache" / "model"
    leftover = final.parent / ".model.part" / "half"
    leftover.parent.mkdir(parents=True)
    leftover.write_bytes(b"x")
    with scratch_beside(final, 0) as scratch:
        assert not leftover.exists()
        with pytest.raises(SpecvizError) as caught, scratch_beside(final, 0):
            pytest.fail("two at once")
        assert caught.value.code == "fetch_running"
        assert scratch.is_dir(), "the second left the first alone"


def test_fetched_model_loads_runs_and_is_not_fetched_twice(small_package: Path, own_cache: Path) -> None:
    stages: list[str] = []
    folder = fetch_pair("smollm2", Watch(lambda p: stages.append(p.stage)))
    assert list(dict.fromkeys(stages)) == ["download", "verify", "extract", "convert"]
    assert {p.name for p in own_cache.iterdir()} - {".smollm2-135m-instruct.lock"} == {folder.name}
    pair = load("smollm2")
    assert AutoModelForCausalLM.from_pretrained(folder).dtype == torch.bfloat16
    settings = RunSettings(pair="smollm2", method="lookup", prompt="the cat", temperature=0.0, max_new_tokens=12)
    run = Run(pair)
    ids = run.prompt_ids(settings)
    theirs = pair.target.model.generate(torch.tensor([ids]), max_new_tokens=12, do_sample=False, pad_token_id=0)
    assert [i for r in run.speculative(settings, ids) for i in r.committed] == theirs[0, len(ids) :].tolist()
    small_package.unlink()
    assert fetch_pair("smollm2", Watch()) == folder, "it is there: the index is not asked"


def test_digits_and_the_blank_before_them_are_split_as_in_training(small_package: Path) -> None:
    backend = AutoTokenizer.from_pretrained(fetch_pair("smollm2", Watch()))
    words = [word for word, _ in backend.backend_tokenizer.pre_tokenizer.pre_tokenize_str("a  12 b")]
    assert words == ["a", "ĠĠ", "1", "2", "Ġb"]


@pytest.mark.parametrize("stage", ["download", "verify", "extract", "convert"])
def test_cancelled_at_any_stage_nothing_is_left(stage: str, small_package: Path, own_cache: Path) -> None:
    seen: list[str] = []
    with pytest.raises(Cancelled):
        fetch_pair("smollm2", Watch(lambda p: seen.append(p.stage), lambda: seen[-1] == stage))
    assert {p.name for p in own_cache.iterdir()} <= {".smollm2-135m-instruct.lock"}


def test_background_fetch_tells_how_far_it_is_and_can_be_stopped_and_begun_again(own_cache: Path) -> None:
    begun, told = threading.Event(), threading.Event()

    def fetch(watch: Watch) -> Path:
        begun.set()
        watch.at("download", 5, 10)
        told.set()
        while True:
            watch.at("download", 6, 10)

    job = Fetching(fetch)
    assert job.state.status == "idle"
    job.start()
    assert told.wait(10)
    assert job.state.status == "running"
    assert job.state.progress.total == 10
    job.start()  # a second reader presses the button: still one fetch
    job.cancel()
    job.join(10)
    assert job.state.status == "cancelled"
    begun.clear()
    job.start()
    assert begun.wait(10)
    job.cancel()
    job.join(10)


def test_background_fetch_that_fails_says_why() -> None:
    def refuse(_: Watch) -> Path:
        raise SpecvizError("fetch_running", name="x")

    def defect(_: Watch) -> Path:
        raise KeyError("surprise")

    for fetch, code in ((refuse, "fetch_running"), (defect, "fetch_failed")):
        job = Fetching(fetch)
        job.start()
        job.join(10)
        assert (job.state.status, job.state.error.code) == ("failed", code)
    assert "surprise" in str(job.state.error)


def test_everybody_sees_the_same_fetch(small_package: Path) -> None:
    job = fetching("smollm2")
    assert fetching("smollm2") is job
    job.start()
    job.join(60)
    assert job.state.status == "done", job.state.error
    assert fetching("nope").state.status == "idle"
    with pytest.raises(SpecvizError, match="not a pair that can be fetched"):
        fetch_pair("nope", Watch())
