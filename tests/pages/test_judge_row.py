"""The lesson on judge rows: the table is graded under both conventions, and moved rows change a real run."""

import pytest

from specviz.engine.alignment import Alignment
from specviz.words import say
from tests.pages.lesson import drawn, opened

K = 4


def right_answers(repair: str) -> dict[str, str]:
    align = Alignment(repair)
    rows = [*(align.judge_row(i) for i in range(K)), align.bonus_row(K)]
    return {f"jr_{repair}_{node}": str(row) for node, row in enumerate(rows)}


@pytest.mark.parametrize("repair", ["eager", "lazy"])
def test_the_right_table_is_all_right(repair):
    at = opened("judge_row", jr_convention=repair, **right_answers(repair))
    assert any(say("judge_row.all", repair=say(f"setting.repair.{repair}")) == s.value for s in at.success)
    assert drawn(at).count("pc-arrow-right") == K + 1


def test_the_other_convention_is_told_apart_for_every_answer():
    wrong = {key.replace("lazy", "eager"): row for key, row in right_answers("lazy").items()}
    at = opened("judge_row", jr_convention="eager", **wrong)
    page = drawn(at)
    assert page.count("pc-arrow-right") == 0
    assert page.count("pc-wrong") == K + 1
    assert say("judge_row.missing.eager", row="`rows[4]`", last="`rows[3]`") in page


def test_an_answer_is_graded_when_it_is_given():
    at = opened("judge_row")
    at.selectbox(key="jr_eager_1").set_value("1").run()
    assert "🔁" in drawn(at)
    at.selectbox(key="jr_eager_1").set_value("0").run()
    assert "✅" in drawn(at)


@pytest.mark.parametrize("lang", ["en", "zh"])
@pytest.mark.parametrize("repair", ["eager", "lazy"])
def test_with_the_right_rows_the_proof_holds_on_the_loaded_pair(repair, lang):
    at = opened("judge_row", jr_convention=repair, jr_shift="0", live="true", lang=lang)
    page = drawn(at)
    assert "pc-other" not in page
    assert "pc-broken" not in page
    assert len(at.metric) == 7
    assert at.get("plotly_chart")


@pytest.mark.parametrize("by", ["-1", "1"])
def test_moved_rows_break_the_proof_and_the_text(by):
    page = drawn(opened("judge_row", jr_shift=by, jr_lesson_prompt="sum", live="true"))
    assert "pc-other" in page
    assert "pc-broken" in page
