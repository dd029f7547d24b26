"""Lesson: seven questions that end in a recommendation, "off" included."""

import streamlit as st

from specviz.errors import SpecvizError
from specviz.ui.i18n import problem
from specviz.ui.inputs import refuse_link
from specviz.ui.lesson import Lesson
from specviz.ui.lessons.advice_card import advice_card
from specviz.ui.lessons.decide_form import FIELDS, ask
from specviz.ui.roofline import machine
from specviz.ui.router import ensure_frame

ensure_frame()
lesson = Lesson("decide")
lesson.open()
refuse_link((*machine.FIELDS, *FIELDS))


@st.fragment
def form() -> None:
    """The questions and the answer: one fragment, for every answer may change the recommendation."""
    try:
        asked = ask(lesson)
        if asked is None:
            return
        lesson.show("advice")
        advice_card(asked, lesson)
    except SpecvizError as error:
        problem(error)


form()
lesson.quiz("quiz_off")
lesson.show("sources")
lesson.close()
