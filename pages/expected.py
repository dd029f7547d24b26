"""Expected speed: from acceptance and prices to tokens per round, the wall-clock factor and the best k."""

from specviz.ui.expected import costs_part, positions_part, rate_part
from specviz.ui.inputs import Choice, pick, refuse_link
from specviz.ui.lesson import Lesson
from specviz.ui.router import ensure_frame

PART = Choice("e_part", ("rate", "positions", "costs"), "rate")

ensure_frame()
lesson = Lesson("expected")
lesson.open()
refuse_link((PART, *rate_part.FIELDS, *positions_part.FIELDS, *costs_part.OWN_FIELDS))
part = pick(PART, shown=False)
lesson.show(part)
{"rate": rate_part.rate_part, "positions": positions_part.positions_part, "costs": costs_part.costs_part}[part](PART)
lesson.show("sources")
