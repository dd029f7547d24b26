"""Step Lab with the real pair: run, next round, links, presets, and everything that may be wrong with an input."""

from dataclasses import replace
from pathlib import Path

import pytest
from msgspec import structs
from streamlit.testing.v1 import AppTest

from specviz.figures.steps import steps
from specviz.paths import ROOT
from specviz.presets import presets
from specviz.settings import MAX_PROMPT_CHARS, RunSettings, View, to_query
from specviz.trace import totals, write
from specviz.words import LANGUAGES, say
from tests.pages.lab import SECONDS, on_stage, open_page, said, shown

SHORT = RunSettings(max_new_tokens=12, seed=3)


def lab(settings: RunSettings = SHORT, **view: object) -> AppTest:
    """The lab opened by a link to a run: the run is on the stage."""
    return open_page("step_lab", **to_query((settings, View(**view))))


def fresh(settings: RunSettings = SHORT) -> AppTest:
    """The lab with these settings in its form and another run on its stage."""
    return lab(settings.but(seed=999)).number_input(key="set_seed").set_value(settings.seed).run()


def first_step_of(n: int, settings: RunSettings = SHORT) -> int:
    """Where round n of the run begins in the list of steps."""
    return next(i for i, s in enumerate(steps(shown(lab(settings)))) if s.round == n)


def press(at: AppTest, key: str) -> AppTest:
    return at.button(key=key).click().run()


@pytest.mark.parametrize("lang", LANGUAGES)
def test_it_opens_with_a_recorded_run_and_its_settings(lang: str) -> None:
    at = open_page("step_lab", locale=lang)
    assert not at.exception
    assert not said(at)
    assert at.session_state["shown"].source == "recorded"
    assert at.session_state["settings"] == shown(at).run_settings
    assert at.button(key="run").label == say("ui.run", lang)


def test_a_session_that_begins_here_draws_the_stage_alone_and_then_the_rest_without_sending_it_again() -> None:
    at = AppTest.from_file(str(ROOT / "app.py"), default_timeout=SECONDS)
    at.context = {"locale": "en-US"}
    at = at.switch_page("pages/step_lab.py").run()
    assert not at.exception
    first = on_stage(at)
    assert first["tell"], "the stage asks for the rest"
    assert not (*at.button, *at.number_input, *at.dataframe, *at.expander)
    at = at.run()
    assert on_stage(at) == first
    assert at.button(key="run")
    assert at.dataframe


def test_run_puts_the_whole_trace_on_the_stage() -> None:
    at = press(fresh(), "run")
    assert not at.exception
    assert not said(at)
    assert at.session_state["shown"].source == "run"
    assert shown(at).run_settings == SHORT
    assert shown(at).stop
    assert len(on_stage(at)["payload"]["rounds"]) == len(shown(at).rounds)
    assert len(at.dataframe[0].value) == totals(shown(at).rounds).drafted
    assert at.button(key="next").disabled, "a finished run has no next round"


def test_next_round_by_next_round_gives_the_rounds_of_run() -> None:
    whole = shown(lab()).rounds
    at = fresh()
    for n in range(1, len(whole) + 1):
        at = press(at, "next")
        assert len(shown(at).rounds) == n
    assert [r.committed for r in shown(at).rounds] == [r.committed for r in whole]
    assert [r.candidates for r in shown(at).rounds] == [r.candidates for r in whole]
    assert at.button(key="next").disabled


def test_a_changed_setting_starts_a_new_run() -> None:
    at = press(press(fresh(), "next"), "next")
    at = at.number_input(key="set_seed").set_value(4).run()
    assert any(say("ui.changed") in c.value for c in at.caption)
    at = press(at, "next")
    assert len(shown(at).rounds) == 1
    assert shown(at).run_settings.seed == 4


@pytest.mark.parametrize(
    "settings",
    [
        replace(SHORT, k=64),
        replace(SHORT, k=1, temperature=0.0, repair="eager"),
        replace(SHORT, temperature=10.0, top_k=1, top_p=0.0, min_p=1.0, repetition_penalty=10.0),
        replace(SHORT, method="none"),
        replace(SHORT, method="lookup", lookup_min=1, lookup_max=16),
        replace(SHORT, method="lookup_first", lookup_min=1, fallback_k=64, repair="eager", length_policy="adaptive"),
        replace(SHORT, length_policy="adaptive", confidence=1.0, draft_choice="argmax"),
        replace(SHORT, max_new_tokens=0),
        replace(SHORT, max_new_tokens=1, min_new_tokens=2048, seed=2**53 - 1),
        replace(SHORT, stop=(".", "\n", "一")),
        replace(SHORT, prompt="*bold* $x$ <script>alert(1)</script> =1+1 :smile: \u202e 👩‍👩‍👧"),
    ],
    ids=lambda s: "-".join(f"{v}" for v in vars(s).values())[:40],
)
def test_extreme_settings_run(settings: RunSettings) -> None:
    at = lab(settings)
    assert not at.exception
    assert not said(at)
    assert shown(at).run_settings == settings
    assert at.session_state["settings"] == settings


@pytest.mark.parametrize("preset", presets(), ids=lambda p: p.id)
def test_every_preset_runs(preset) -> None:
    at = press(lab(preset.settings.but(seed=preset.settings.seed + 1)), "run")
    assert at.session_state["shown"].source == "run"
    assert not at.exception
    assert not said(at)
    assert shown(at).rounds


def test_a_preset_shows_its_recording_at_once_and_run_decodes_it_here() -> None:
    at = open_page("step_lab")
    at = at.get("menu_button")[0].click("code").run()
    recorded = at.session_state["shown"]
    assert recorded.source == "recorded"
    assert at.session_state["view"].trace == "code"
    assert at.session_state["settings"] == recorded.trace.run_settings
    at = press(at, "run")
    assert at.session_state["shown"].source == "run"


def test_a_link_runs_again_and_stands_where_it_points() -> None:
    at = lab(SHORT, round=1, step=9, lang="zh")
    assert not at.exception
    assert shown(at).ids == shown(press(fresh(), "run")).ids
    assert on_stage(at)["at"]["step"] == 9
    assert at.session_state["view"].lang == "zh"


def test_a_link_to_a_recorded_trace_shows_it() -> None:
    at = open_page("step_lab", trace="first", step="5", v="1")
    assert at.session_state["shown"].source == "recorded"
    assert on_stage(at)["at"]["step"] == 5


def test_a_link_to_a_round_opens_at_its_first_step() -> None:
    at = open_page("step_lab", trace="first", round="4", v="1")
    told = steps(shown(at))
    assert told[on_stage(at)["at"]["step"]] == next(s for s in told if s.round == 4)
    at = lab(SHORT, round=1)
    assert steps(shown(at))[on_stage(at)["at"]["step"]].round == 1


@pytest.mark.parametrize(("name", "value", "becomes"), [("k", "65", 64), ("k", "0", 1), ("temperature", "NaN", 1.0),
                                                        ("temperature", "inf", 1.0), ("seed", "x", 0)])  # fmt: skip
def test_a_bad_value_in_the_address_is_put_right_and_said(name: str, value: str, becomes: float) -> None:
    at = open_page("step_lab", **{**to_query((SHORT, View())), name: value})
    assert not at.exception
    assert len(said(at)) == 1
    assert name in said(at)[0]
    assert getattr(shown(at).run_settings, name) == becomes
    assert not said(press(at, "run")), "the reader has gone on"


def test_an_empty_prompt_says_so_and_the_result_stays() -> None:
    at = lab()
    result = shown(at)
    at = press(at.text_area(key="set_prompt").set_value("").run(), "run")
    assert said(at) == [say("error.empty_prompt")]
    assert shown(at) == result
    at = press(at.text_area(key="set_prompt").set_value("Once").run(), "run")
    assert not said(at), "the message goes when a run succeeds"


def test_a_prompt_beyond_the_context_says_so_and_the_result_stays() -> None:
    at = lab()
    result = shown(at)
    at = press(at.text_area(key="set_prompt").set_value("👩" * MAX_PROMPT_CHARS).run(), "run")
    assert len(said(at)) == 1
    assert shown(at) == result


def test_a_missing_model_folder_says_so_and_the_result_stays(tmp_path: Path) -> None:
    at = lab(replace(SHORT, pair=str(tmp_path / "nowhere")))
    assert at.session_state["shown"].source == "recorded", "a link alone loads no folder"
    assert not said(at)
    at = press(at, "run")
    assert not at.exception
    assert len(said(at)) == 1
    assert "nowhere" in said(at)[0]
    assert at.session_state["shown"].source == "recorded"


def test_a_corrupt_model_folder_says_so_and_the_result_stays(tmp_path: Path) -> None:
    folder = tmp_path / "broken"
    folder.mkdir()
    (folder / "config.json").write_text('{"model_type": "llama"')
    (folder / "model.safetensors").write_bytes(b"\x00" * 64)
    at = press(lab(replace(SHORT, pair=str(folder))), "run")
    assert not at.exception
    assert len(said(at)) == 1
    assert "broken" in said(at)[0]
    at = press(at.selectbox(key="set_pair").set_value("tiny").run(), "run")
    assert not said(at)
    assert at.session_state["shown"].source == "run"


@pytest.mark.parametrize(
    ("method", "usable"),
    [
        ("draft", {"draft_choice"}),
        ("lookup", {"lookup_min", "lookup_max"}),
        ("lookup_first", {"draft_choice", "lookup_min", "lookup_max", "fallback_k"}),
        ("none", set()),
    ],
)
def test_settings_that_a_method_does_not_use_are_shown_disabled(method: str, usable: set[str]) -> None:
    at = lab(replace(SHORT, method=method))
    numbers = ("lookup_min", "lookup_max", "fallback_k")
    found = {name for name in numbers if not at.number_input(key=f"set_{name}").disabled}
    if not at.button_group(key="set_draft_choice").disabled:
        found.add("draft_choice")
    assert found == usable


def test_settings_that_contradict_each_other_block_run() -> None:
    at = lab(replace(SHORT, method="lookup"))
    at.number_input(key="set_lookup_min").set_value(9)
    at.number_input(key="set_lookup_max").set_value(3).run()
    assert at.error[0].value == say("error.lookup_range", low=9, high=3)
    assert at.button(key="run").disabled


def test_the_language_can_change_without_losing_the_run() -> None:
    at = lab()
    result = shown(at)
    at = at.button_group(key="w_lang").set_value("zh").run()
    assert on_stage(at)["payload"]["lang"] == "zh"
    assert shown(at) == result
    assert at.session_state["settings"] == SHORT


def test_a_forced_draw_turns_a_verdict_and_is_marked_as_simulated() -> None:
    settings = SHORT.but(max_new_tokens=40)
    rounds = shown(lab(settings)).rounds
    turnable = next(r.index for r in rounds if any(c.p and (c.p < c.q or c.fate == "rejected") for c in r.candidates))
    at = lab(settings, step=first_step_of(turnable, settings))
    base = shown(at)
    at = press(at, "fork_go")
    fork = at.session_state["fork"]
    assert not at.exception
    assert fork.at == turnable
    assert shown(at) == base, "the run on the stage stays"
    before, after = (trace.rounds[turnable].candidates[fork.candidate] for trace in (base, fork.trace))
    assert {before.fate, after.fate} == {"accepted", "rejected"}
    assert fork.trace.rounds[turnable].simulated
    assert any(say("ui.provenance.simulated") in m.value for m in at.markdown)
    at = press(at, "fork_stage")
    assert any(say("ui.simulated") in m.value for m in at.markdown), "the table of candidates says so too"
    assert at.session_state["shown"].source == "fork"
    assert shown(at) == fork.trace


def test_a_forced_draw_is_judged_again_from_the_record_before_any_model_runs() -> None:
    at = open_page("step_lab", v="1", trace="reject")
    c = shown(at).rounds[0].candidates[0]
    assert c.fate == "rejected"
    assert any(say("what_if.verdict.turned") in x.value and say("ui.fate.accepted") in x.value for x in at.caption)
    at = at.number_input(key="fork_u_0_0").set_value(0.99).run()
    assert any(say("what_if.verdict.same") in x.value and say("ui.fate.rejected") in x.value for x in at.caption)
    assert "fork" not in at.session_state


def test_another_k_from_a_later_round_keeps_what_came_before() -> None:
    at = lab(step=first_step_of(1))
    at = at.button_group(key="fork_change").set_value("k").run()
    at = press(at.number_input(key="fork_k").set_value(2).run(), "fork_go")
    fork = at.session_state["fork"]
    assert not at.exception
    assert fork.at == 1
    assert fork.trace.rounds[0] == fork.base.rounds[0]
    assert all(len(r.candidates) <= 2 for r in fork.trace.rounds[1:])


def test_rounds_that_another_method_made_are_told_as_what_they_are() -> None:
    at = lab(step=first_step_of(1))
    at = press(at.button_group(key="fork_change").set_value("method").run(), "fork_go")
    fork = at.session_state["fork"]
    assert not at.exception
    assert fork.trace.run_settings.method == "lookup"
    assert [r.source for r in fork.trace.rounds] == ["draft", *[""] * (len(fork.trace.rounds) - 1)]
    told = [s.key for s in steps(fork.trace) if s.kind == "draft"]
    assert told[0] == "step.draft.sample"
    assert set(told[fork.trace.rounds[0].k :]) <= {"step.draft.lookup"}


def test_predicting_hides_the_answers_and_class_mode_all_but_the_picture() -> None:
    assert not lab(predict=True).dataframe
    at = lab(room=True)
    assert not at.dataframe
    at = press(at, "leave_room")
    assert at.dataframe


def test_a_public_server_lowers_what_a_link_asks_for_and_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SPECVIZ_HOSTED", "1")
    at = lab(SHORT.but(prompt="Once " * 300, k=40, max_new_tokens=2000, dtype="bfloat16"))
    assert not at.exception
    got = at.session_state["settings"]
    assert (len(got.prompt), got.k, got.max_new_tokens, got.dtype) == (1000, 16, 128, "float32")
    assert any("allows k up to 16" in m for m in said(at))
    assert any("128 new tokens" in c.value for c in at.caption)
    at = press(at.number_input(key="set_k").set_value(40).run(), "run")
    assert not said(at), "the reader has gone on"
    assert shown(at).run_settings.k <= 16, "though a browser may send anything"


@pytest.mark.parametrize(("change", "says"), [
    (lambda trace: {"environment": structs.replace(trace.environment, draft_checksum="0" * 64)}, "other weights of"),
    (lambda trace: {"settings": trace.settings | {"prompt": "Once upon a dime"}}, "not become the same token ids"),
])  # fmt: skip
def test_a_trace_made_with_other_models_is_not_gone_on_from(change, says: str) -> None:
    at = lab()
    trace = structs.replace(shown(at), **change(shown(at)))
    upload = at.file_uploader(key="import").upload("trace.json", write(trace), "application/json")
    at = upload.run()
    assert at.session_state["shown"].source == "file"
    at = press(at.button_group(key="fork_change").set_value("k").run(), "fork_go")
    assert not at.exception
    assert [says in m for m in said(at)] == [True]
    assert at.session_state["shown"].trace == trace
