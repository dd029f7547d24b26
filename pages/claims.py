"""Lesson: published statements about speculation, each recomputed while the reader looks."""

from specviz.ui.inputs import refuse_link
from specviz.ui.lesson import Lesson
from specviz.ui.lessons.claim_card import KIND, claim_card, claim_choice, overview
from specviz.ui.router import ensure_frame

ensure_frame()
lesson = Lesson("claims")
lesson.open()
lesson.show("how")
refuse_link((KIND, claim_choice("all")))
claim_card(lesson)
lesson.show("errors")
lesson.quiz("quiz_alpha")
overview(lesson)
lesson.show("sources")
lesson.close()
