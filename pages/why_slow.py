"""Lesson: why decoding is slow: weights streamed for every token, and what would come free with them."""

from specviz.ui.inputs import refuse_link
from specviz.ui.lesson import Lesson
from specviz.ui.lessons.why_slow_pictures import FIELDS, branch_picture, measured_here, roofline_and_tiles
from specviz.ui.router import ensure_frame

ensure_frame()
lesson = Lesson("why_slow")
lesson.open()
refuse_link(FIELDS)
lesson.show("prefill")
lesson.show("pass")
roofline_and_tiles(lesson)
lesson.quiz("quiz_wait")
lesson.show("here")
measured_here()
lesson.show("ancestor")
branch_picture()
lesson.show("so")
lesson.quiz("quiz_free")
lesson.show("sources")
lesson.close()
