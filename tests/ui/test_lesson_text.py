"""Lesson files: sections by id, slots, quizzes; and the shipped lessons say the same things in every language."""

import pytest

from specviz.paths import ASSETS
from specviz.ui.lesson_text import fill, is_quiz, load, parse, quiz, slots
from specviz.words import LANGUAGES

LESSON = """# A title

The lead.

## One {#one}

It takes [[seconds]] s, and $p_{x}$ stays.

## Which row? {#quiz_row}

Look at the picture.

- [ ] rows[2]
  Too late: it has read d2.
- [x] rows[1]
  Yes.
  It is the row after d1.
"""


def test_sections_are_found_by_id() -> None:
    lesson = parse(LESSON)
    assert (lesson.title, lesson.lead) == ("A title", "The lead.")
    assert list(lesson.sections) == ["one", "quiz_row"]
    assert lesson.sections["one"].body == "It takes [[seconds]] s, and $p_{x}$ stays."


def test_a_lesson_may_have_no_sections() -> None:
    assert not parse("# Only a title\n\nand a lead").sections


def test_slots_are_filled_and_a_missing_one_is_named() -> None:
    body = parse(LESSON).sections["one"].body
    assert slots(body) == {"seconds"}
    assert fill(body, {"seconds": 3}) == "It takes 3 s, and $p_{x}$ stays."
    with pytest.raises(KeyError, match="seconds"):
        fill(body, {})


def test_a_quiz_has_a_question_and_explained_answers() -> None:
    section = parse(LESSON).sections["quiz_row"]
    read = quiz(section)
    assert read.question == "Look at the picture."
    assert [(a.text, a.right) for a in read.answers] == [("rows[2]", False), ("rows[1]", True)]
    assert read.answers[1].why == "Yes.\nIt is the row after d1."
    assert is_quiz(section)
    assert not is_quiz(parse(LESSON).sections["one"])


@pytest.mark.parametrize(
    "markdown",
    [
        "No title",
        "# T\n\n## No id\n",
        "# T\n\n## A {#a}\n\n## B {#a}\n",
    ],
)
def test_a_file_that_breaks_the_form_is_refused(markdown: str) -> None:
    with pytest.raises(ValueError, match=r"title|Title|same id"):
        parse(markdown)


def test_a_quiz_without_a_right_answer_is_refused() -> None:
    section = parse("# T\n\n## Q {#q}\n\n- [ ] a\n- [ ] b\n").sections["q"]
    with pytest.raises(ValueError, match="right one"):
        quiz(section)


SLUGS = sorted(p.stem for p in (ASSETS / "lessons" / "en").glob("*.md"))


def test_every_lesson_exists_in_every_language() -> None:
    for lang in LANGUAGES:
        assert sorted(p.stem for p in (ASSETS / "lessons" / lang).glob("*.md")) == SLUGS


@pytest.mark.parametrize("slug", SLUGS)
def test_a_shipped_lesson_has_the_same_sections_slots_and_answers_in_both_languages(slug: str) -> None:
    en, zh = load(slug, "en"), load(slug, "zh")
    assert list(en.sections) == list(zh.sections)
    for section_id, section in en.sections.items():
        other = zh.sections[section_id]
        assert slots(section.body) == slots(other.body), section_id
        assert is_quiz(section) == is_quiz(other), section_id
        if is_quiz(section):
            assert [a.right for a in quiz(section).answers] == [a.right for a in quiz(other).answers], section_id
            assert all(a.why for q in (quiz(section), quiz(other)) for a in q.answers), section_id
