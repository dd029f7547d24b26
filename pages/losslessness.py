"""Losslessness: the engine's histogram watched, the checks run here, and a mistake to be named from its histogram."""

from specviz.ui.inputs import refuse_link
from specviz.ui.lesson import Lesson
from specviz.ui.losslessness import checks_part, exercise_part, watch_part
from specviz.ui.router import ensure_frame

ensure_frame()
refuse_link((watch_part.FAULT, watch_part.ANNOUNCED, watch_part.SEED, exercise_part.CASE))
lesson = Lesson("losslessness")
lesson.open()
lesson.show("watch")
watch_part.show_watch()
lesson.quiz("quiz_band")
lesson.show("exercise")
exercise_part.show_exercise()
lesson.show("checks")
checks_part.show_checks()
lesson.quiz("quiz_equal")
lesson.show("sources")
lesson.close()
