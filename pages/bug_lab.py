"""Lesson: the classic mistakes on the real engine. Read the symptom, name the cause, put the right part back."""

from specviz.ui import faulty
from specviz.ui.bug_lab import case_part, symptom_part
from specviz.ui.inputs import refuse_link
from specviz.ui.lesson import Lesson
from specviz.ui.router import ensure_frame

ensure_frame()
refuse_link((case_part.MODE, case_part.LEVEL, case_part.NUMBER))
lesson = Lesson("bug_lab")
lesson.open()
mode = case_part.choose_mode()
cards = faulty.opened()
hidden = case_part.choose_case(cards) if mode == "find" else None
card = cards[hidden.fault if hidden else case_part.choose_fault(cards)]
lesson.show("symptom")
symptom_part.show_symptom(card)
found = True
if hidden is None:
    symptom_part.show_words(card)
else:
    lesson.show("cause")
    found = case_part.ask_for_it(hidden, card)
if found:
    lesson.show("fix")
    symptom_part.show_fix(card)
lesson.show("lessons")
lesson.quiz("quiz_catch")
lesson.quiz("quiz_quiet")
lesson.show("sources")
lesson.close()
