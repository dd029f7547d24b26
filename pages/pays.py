"""Lesson: from a measured acceptance to a speed-up, and why a high acceptance can still be slower."""

from specviz.ui import resources, state
from specviz.ui.expected.positions_part import tally_of
from specviz.ui.inputs import refuse_link
from specviz.ui.lesson import Lesson
from specviz.ui.lessons import pays_picture
from specviz.ui.results import table
from specviz.ui.router import ensure_frame

ensure_frame()
lesson = Lesson("pays")
lesson.open()
refuse_link(pays_picture.FIELDS)
shown = state.shown()
trace = shown.trace if shown else resources.recorded(resources.FIRST)
tally = tally_of(trace)
lesson.show("counted", rounds=tally.rounds, target=trace.environment.target, draft=trace.environment.draft)
table(pays_picture.counted(tally, "simulated" if any(r.simulated for r in trace.rounds) else "measured"))
lesson.show("stairs")
pays_picture.pays_picture(tally.acceptance)
lesson.show("try")
lesson.quiz("quiz_high")
lesson.show("why")
lesson.quiz("quiz_tau")
lesson.show("sources")
lesson.close()
