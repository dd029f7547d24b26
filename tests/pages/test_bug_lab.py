"""The bug lab: every mistake of the catalogue on the bench, found, fixed and green; links and hints."""

import pytest

from specviz.words import LANGUAGES, say
from tests.pages.lesson import drawn, opened

SAMPLE = (
    "resample_p", "bonus_row", "inclusive", "soft_at_zero", "stale_layer", "last_not_written", "length_overshoot",
    "counted_after_eos",
)  # fmt: skip


@pytest.mark.parametrize("fault", SAMPLE)
def test_a_mistake_fails_its_check_and_the_right_part_passes_it(fault):
    at = opened("bug_lab", bl_bench_mode="browse", bl_bench_fault=fault)
    assert drawn(at).count("✗&nbsp;") == 2
    at.toggle(key=f"bl_fixed:{fault}").set_value(True).run()
    assert not at.exception
    assert any(s.value == say("bug_lab.green") for s in at.success)
    assert "✓&nbsp;" in drawn(at)


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("level", ["easy", "subtle"])
def test_a_hidden_mistake_is_found_then_fixed(lang, level):
    at = opened("bug_lab", bl_bench_level=level, bl_bench_case="2", lang=lang)
    answer = next(r for r in at.radio if r.key.startswith("bl_answer:"))
    fault = answer.key.split(":")[1]
    assert not at.toggle
    assert len(answer.options) == 5
    at.radio(key=answer.key).set_value(fault).run()
    assert not at.exception
    assert at.toggle(key=f"bl_fixed:{fault}")
    assert at.session_state["bl_found"] == {fault}


def test_a_link_with_an_unknown_level_says_so():
    assert opened("bug_lab", bl_bench_level="nightmare").warning
