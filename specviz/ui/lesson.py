"""The pieces a lesson page is made of: its text, its quizzes, its way on. Layout only; prose is in assets/lessons.

A whole page:

    from specviz.ui.lesson import Lesson
    from specviz.ui.router import ensure_frame

    ensure_frame()
    lesson = Lesson("why_slow")
    lesson.open()                                   # title, place among the lessons, lead paragraph
    lesson.show("weights", bytes="13.4 GB")         # a section; [[bytes]] in its Markdown is filled
    st.plotly_chart(read_time(...), key="read_time", config=QUIET, alt=lesson.text("read_time_alt"))
    lesson.quiz("quiz_read")                        # question, answers, graded explanation
    lesson.close()                                  # links to the lessons before and after

Numbers carry where they come from: see `specviz.ui.provenance`.
"""

import streamlit as st

from specviz.ui import lesson_text
from specviz.ui.i18n import lang, t
from specviz.ui.router import LESSONS, exists, page_path


class Lesson:
    """The text of one page in the reader's language, drawn section by section. `slug` is the page's file stem."""

    def __init__(self, slug: str) -> None:
        self.slug = slug
        self._text = lesson_text.load(slug, lang())

    def open(self) -> None:
        """Title, place among the lessons, lead."""
        course = [s for s in LESSONS if exists(s)]
        if self.slug in course:
            st.caption(t("ui.lesson.place", n=course.index(self.slug) + 1, total=len(course)))
        st.title(self._text.title, anchor=False)
        if self._text.lead:
            st.markdown(self._text.lead)

    def title(self, section: str) -> str:
        """The heading of a section alone. `KeyError` for an unknown id."""
        return self._text.sections[section].title

    def text(self, section: str, **values: object) -> str:
        """The Markdown of a section, slots filled, without its heading. `KeyError` for an unknown id or slot."""
        return lesson_text.fill(self._text.sections[section].body, values)

    def show(self, section: str, **values: object) -> None:
        """Heading and text of a section."""
        st.subheader(self._text.sections[section].title, anchor=section)
        st.markdown(self.text(section, **values))

    def quiz(self, section: str) -> None:
        """A question that is graded when the reader answers, with the explanation written for the chosen answer."""
        quiz = lesson_text.quiz(self._text.sections[section])
        with st.container(border=True, key=f"quiz_{self.slug}_{section}"):
            st.markdown(f"**{quiz.title}**")
            if quiz.question:
                st.markdown(quiz.question)
            chosen = st.radio(
                t("ui.quiz.label"),
                range(len(quiz.answers)),
                index=None,
                format_func=lambda i: quiz.answers[i].text,
                key=f"answer_{self.slug}_{section}",
                label_visibility="collapsed",
            )
            if chosen is not None:
                answer = quiz.answers[chosen]
                if answer.right:
                    st.success(f"**{t('ui.quiz.right')}** {answer.why}", icon="✅")
                else:
                    st.warning(f"**{t('ui.quiz.wrong')}** {answer.why}", icon="🔁")

    def close(self) -> None:
        """Links to the lessons before and after this one."""
        course = [s for s in LESSONS if exists(s)]
        if self.slug not in course:
            return
        here = course.index(self.slug)
        st.divider()
        before, after = st.columns(2)
        if here > 0:
            title = t(f"nav.{course[here - 1]}")
            before.page_link(page_path(course[here - 1]), label=t("ui.lesson.previous", title=title), icon="⬅️")
        if here + 1 < len(course):
            title = t(f"nav.{course[here + 1]}")
            after.page_link(page_path(course[here + 1]), label=t("ui.lesson.next", title=title), icon="➡️")
