"""The way to the models: asked within the lock whether a round is still wanted, and through running out of memory."""

import subprocess
import sys
from collections.abc import Callable

import pytest
import streamlit as st
import torch

from specviz.errors import SpecvizError
from specviz.models.out_of_memory import out_of_memory_said
from specviz.paths import ROOT
from specviz.settings import RunSettings
from specviz.ui import resources
from specviz.ui.in_turn import in_turn

SHORT = RunSettings(max_new_tokens=12)


@pytest.fixture(autouse=True)
def one_session(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(st, "session_state", {})
    monkeypatch.setattr(resources, "_owner", lambda: "a reader")


def test_a_pass_whose_job_was_taken_over_while_it_waited_for_the_caches_feeds_nothing() -> None:
    ours = [True]
    rounds = resources.rounds_after(SHORT, (), wanted=lambda: ours[0])
    next(rounds)
    held = resources.run_of(SHORT).target.ids
    other = resources.rounds_after(SHORT, ())
    ours[0] = False
    assert list(rounds) == []
    assert resources.run_of(SHORT).target.ids == held
    assert next(r.index for r in other) == 0, "the caches are free for the pass that took over"


def test_out_of_memory_while_decoding_is_one_sentence_and_drops_the_caches(monkeypatch: pytest.MonkeyPatch) -> None:
    before = resources.run_of(SHORT)

    def no_memory(*_: object, **__: object) -> None:
        raise torch.OutOfMemoryError("CUDA out of memory")

    monkeypatch.setattr(before.target.cache, "forward", no_memory)
    with pytest.raises(SpecvizError) as caught, in_turn("cpu", lambda _: None):
        list(resources.rounds_after(SHORT, ()))
    assert caught.value.code == "out_of_memory"
    assert "Lower the length or k" in str(caught.value)
    assert resources.run_of(SHORT) is not before
    with in_turn("cpu", lambda _: None):
        assert list(resources.rounds_after(SHORT, ())), "and the next run works"


def test_what_can_be_done_without_goes_before_memory_is_counted() -> None:
    order: list[str] = []

    def work(fail: Callable[[], None]) -> None:
        with out_of_memory_said("cpu", lambda: order.append("dropped")):
            fail()

    with pytest.raises(SpecvizError):
        work(lambda: torch.empty(2**60, dtype=torch.uint8))
    assert order == ["dropped"]


def test_a_public_server_refuses_before_a_model_is_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SPECVIZ_HOSTED", "1")
    with pytest.raises(SpecvizError, match="allows k up to 16"):
        next(resources.rounds_after(SHORT.but(k=17), ()))


def test_what_a_run_needs_is_imported_once_while_a_reader_looks_and_another_presses_run() -> None:
    code = """if True:
        import sys
        from specviz.ui import resources
        resources.AHEAD_SECONDS = 0.0
        assert "torch" not in sys.modules
        timer = resources.import_ahead()
        assert resources.import_ahead() is timer
        while "transformers" not in sys.modules:
            pass
        from specviz.models import load
        from specviz.runs import Run
        Run(load("tiny"))
        timer.join()
    """
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False, cwd=ROOT)
    assert done.returncode == 0, done.stderr
    assert "Traceback" not in done.stderr
