"""Sharing: one load however many ask, at most two pairs in memory, nothing of a pair that was let go kept alive."""

import gc
import threading
import time
import weakref
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
import torch

from specviz.errors import SpecvizError
from specviz.models import LoadedPair, load
from specviz.models.shared import SharedPairs, places, set_threads
from specviz.runs import Run
from specviz.settings import RunSettings
from tests.models.folders import pair_of


class Counting:
    """The real `load`, slowed down a little, with the calls written down."""

    def __init__(self) -> None:
        self.calls: list[str] = []
        self.at_once = 0
        self.most_at_once = 0

    def __call__(self, pair: str, dtype: str, device: str) -> LoadedPair:
        self.calls.append(pair)
        self.at_once += 1
        self.most_at_once = max(self.most_at_once, self.at_once)
        time.sleep(0.05)
        try:
            return load(pair, dtype, device)
        finally:
            self.at_once -= 1


@pytest.fixture
def names(folders: dict[str, tuple[Path, Path]]) -> list[str]:
    return [pair_of(*folders[name]) for name in ("llama", "qwen2", "gpt2")]


def test_twelve_sessions_at_once_load_once_and_get_their_solo_traces(names: list[str]) -> None:
    counting = Counting()
    shared = SharedPairs(counting, Run)
    start = threading.Barrier(12)

    def session(seed: int) -> list[int]:
        start.wait(30)
        settings = RunSettings(pair=names[0], prompt="the cat sat", seed=seed, max_new_tokens=16, k=3)
        run = shared.of(f"session {seed}", names[0])
        return [i for r in run.speculative(settings, run.prompt_ids(settings)) for i in r.committed]

    with ThreadPoolExecutor(12) as pool:
        together = list(pool.map(session, range(12)))
    assert counting.calls == [names[0]]
    pair = load(names[0])
    for seed, ids in enumerate(together):
        settings = RunSettings(pair=names[0], prompt="the cat sat", seed=seed, max_new_tokens=16, k=3)
        run = Run(pair)
        assert [i for r in run.speculative(settings, run.prompt_ids(settings)) for i in r.committed] == ids
    assert len(set(map(tuple, together))) > 1


def test_sessions_asking_for_different_pairs_load_one_after_the_other(names: list[str]) -> None:
    counting = Counting()
    shared = SharedPairs(counting, Run)
    with ThreadPoolExecutor(12) as pool:
        got = list(pool.map(shared.get, [*names[:2] * 6]))
    assert sorted(counting.calls) == sorted(names[:2])
    assert counting.most_at_once == 1
    assert len({id(pair) for pair in got}) == 2


def test_the_least_recently_used_pair_is_let_go_with_all_that_hangs_on_it(names: list[str]) -> None:
    shared = SharedPairs(load, Run)
    first = weakref.ref(shared.get(names[0]).target.model)
    shared.of("a", names[0])
    shared.of("a", names[1])
    shared.get(names[0])
    second = weakref.ref(shared.get(names[1]).target.model)
    shared.get(names[0])
    shared.get(names[2])
    gc.collect()
    assert [key[0] for key in shared.resident()] == [names[0], names[2]]
    assert second() is None
    assert first() is not None
    shared.clear()
    gc.collect()
    assert first() is None


def test_never_more_pairs_than_allowed_even_while_loading(names: list[str]) -> None:
    resident: list[int] = []
    shared: SharedPairs[Run] = SharedPairs(lambda *key: resident.append(len(shared.resident())) or load(*key), Run)
    with ThreadPoolExecutor(6) as pool:
        list(pool.map(shared.get, names * 4))
    assert max(resident) == 1, "room is made before the next pair comes"
    assert len(shared.resident()) == 2


def test_a_load_that_fails_is_tried_again_and_keeps_nothing(names: list[str]) -> None:
    tries: list[str] = []

    def fail_once(pair: str, dtype: str, device: str) -> LoadedPair:
        tries.append(pair)
        if len(tries) == 1:
            raise SpecvizError("model_missing", model="m", folder="f")
        return load(pair, dtype, device)

    shared = SharedPairs(fail_once, Run)
    with pytest.raises(SpecvizError):
        shared.get(names[0])
    assert shared.resident() == ()
    assert shared.get(names[0]).name == names[0]


def test_for_want_of_memory_the_other_pairs_are_let_go(names: list[str]) -> None:
    shared: SharedPairs[Run]

    def tight(*key: str) -> LoadedPair:
        if shared.resident():
            raise SpecvizError("memory_short", pair=key[0], needed="2 GiB", free="1 GiB", device="cpu", dtype=key[1])
        return load(*key)

    shared = SharedPairs(tight, Run)
    shared.get(names[0])
    assert shared.get(names[1]).name == names[1]
    assert [key[0] for key in shared.resident()] == [names[1]]

    def hopeless(*_: str) -> LoadedPair:
        raise SpecvizError("out_of_memory", device="cpu", free="1 GiB")

    shared = SharedPairs(hopeless, Run)
    with pytest.raises(SpecvizError, match="Memory ran out"):
        shared.get(names[0])


def test_what_an_owner_has_is_its_own_and_ends_with_it(names: list[str]) -> None:
    shared = SharedPairs(load, Run, most_owners=2)
    a, b = shared.of("a", names[0]), shared.of("b", names[0])
    assert a is not b
    assert a.pair is b.pair
    assert shared.of("a", names[0]) is a
    shared.of("c", names[0])  # b was used longest ago
    assert shared.of("a", names[0]) is a
    assert shared.of("b", names[0]) is not b
    shared.let_go("a")
    assert shared.of("a", names[0]) is not a


def test_dtype_and_device_make_another_pair(names: list[str]) -> None:
    shared = SharedPairs(load, Run)
    assert shared.get(names[0], "bfloat16", "cpu").target.dtype == torch.bfloat16
    assert shared.get(names[0], "float32", "cpu").target.dtype == torch.float32
    assert len(shared.resident()) == 2


def test_threads_are_shared_among_the_runs_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    before = torch.get_num_threads()
    try:
        monkeypatch.setattr("os.cpu_count", lambda: 8)
        monkeypatch.delenv("OMP_NUM_THREADS", raising=False)
        assert (places(), set_threads()) == (4, 2)
        monkeypatch.setattr("os.cpu_count", lambda: 1)
        assert (places(), set_threads()) == (1, 1)
        monkeypatch.setenv("OMP_NUM_THREADS", "1")
        monkeypatch.setattr("os.cpu_count", lambda: 8)
        assert set_threads() == 1, "what the reader set stands"
    finally:
        torch.set_num_threads(before)
