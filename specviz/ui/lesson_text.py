"""Lesson prose: Markdown files cut into sections by id, and the quizzes written in them. Pure; draws nothing.

One file per page and language, `assets/lessons/<lang>/<slug>.md`:

    # Why decoding is slow

    The paragraph under the title is the lead.

    ## Every token reads every weight {#weights}

    Markdown and $\\LaTeX$. A number that the page computes is written [[bytes]].

    ## Which row judges d2? {#quiz_row}

    The question, as Markdown.

    - [ ] rows[2]
      That row has already read d2: it says what comes after it.
    - [x] rows[1]
      The row after d1 is the law of the token that follows d1, and d2 is that token.

A section is a quiz when it has a list of `- [ ]` and `- [x]` answers; the indented lines under an answer are what the
reader is told after choosing it. Ids are the same in every language and never shown.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

from specviz.paths import ASSETS

_HEADING = re.compile(r"^## (?P<title>.+?) \{#(?P<id>[a-z0-9_]+)\}\s*$", re.MULTILINE)
_ANSWER = re.compile(r"^- \[([ x])\] (.+)$")
_SLOT = re.compile(r"\[\[([a-z0-9_]+)\]\]")


@dataclass(frozen=True)
class Section:
    """A heading, its language-free id, and the Markdown under it."""

    id: str
    title: str
    body: str


@dataclass(frozen=True)
class Answer:
    text: str
    right: bool
    why: str


@dataclass(frozen=True)
class Quiz:
    """A question with at least two answers, one or more of them right, each with its explanation."""

    id: str
    title: str
    question: str
    answers: tuple[Answer, ...]


@dataclass(frozen=True)
class LessonText:
    title: str
    lead: str
    sections: Mapping[str, Section]


def parse(markdown: str) -> LessonText:
    """A lesson from its Markdown. Raises `ValueError` where the file breaks the form above."""
    head, *_ = _HEADING.split(markdown, maxsplit=1)
    title, _, lead = head.strip().partition("\n")
    if not title.startswith("# "):
        raise ValueError("a lesson file begins with '# Title'")
    marks = list(_HEADING.finditer(markdown))
    ends = [*(m.start() for m in marks[1:]), len(markdown)][: len(marks)]
    sections = {
        m["id"]: Section(m["id"], m["title"], markdown[m.end() : e].strip()) for m, e in zip(marks, ends, strict=True)
    }
    if len(sections) != len(marks):
        raise ValueError("two sections have the same id")
    loose = [line for line in markdown.splitlines() if line.startswith("## ") and not _HEADING.match(line)]
    if loose:
        raise ValueError(f"a section needs an id, '## Title {{#id}}': {loose[0]}")
    return LessonText(title[2:].strip(), lead.strip(), sections)


@cache
def load(slug: str, lang: str) -> LessonText:
    """The lesson `slug` in `lang`. Raises `FileNotFoundError` or `ValueError`: a defect, which a test reports."""
    return parse((ASSETS / "lessons" / lang / f"{slug}.md").read_text("utf-8"))


def fill(markdown: str, values: Mapping[str, object]) -> str:
    """`[[name]]` replaced by `values[name]`; `KeyError` names a slot nobody filled."""
    return _SLOT.sub(lambda m: str(values[m[1]]), markdown)


def slots(markdown: str) -> set[str]:
    """Names of the `[[slots]]` in a text: a test holds them equal in all languages."""
    return set(_SLOT.findall(markdown))


def quiz(section: Section) -> Quiz:
    """The quiz written in a section. Raises `ValueError` for one without two answers or without a right one."""
    question: list[str] = []
    found: list[tuple[str, bool, list[str]]] = []
    for line in section.body.splitlines():
        if answer := _ANSWER.match(line):
            found.append((answer[2].strip(), answer[1] == "x", []))
        else:
            (found[-1][2] if found else question).append(line.strip() if found else line)
    answers = tuple(Answer(text, right, "\n".join(why).strip()) for text, right, why in found)
    if len(answers) < 2 or not any(a.right for a in answers):
        raise ValueError(f"section {section.id}: a quiz needs two answers and a right one")
    return Quiz(section.id, section.title, "\n".join(question).strip(), answers)


def is_quiz(section: Section) -> bool:
    return any(_ANSWER.match(line) for line in section.body.splitlines())
