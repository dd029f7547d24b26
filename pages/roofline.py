"""Roofline: one pass from bytes and arithmetic, when speculation stops paying, and two caches in memory."""

from specviz.ui.inputs import Choice, pick, refuse_link
from specviz.ui.lesson import Lesson
from specviz.ui.roofline import machine, memory_part, pass_part, pays_part
from specviz.ui.router import ensure_frame

PART = Choice("r_part", ("pass", "pays", "memory"), "pass")

ensure_frame()
lesson = Lesson("roofline")
lesson.open()
own = dict.fromkeys((*pass_part.FIELDS, *pays_part.FIELDS, *memory_part.FIELDS))
refuse_link((PART, *machine.FIELDS, *own))
part = pick(PART, shown=False)
lesson.show(f"part_{part}")
{"pass": pass_part.pass_part, "pays": pays_part.pays_part, "memory": memory_part.memory_part}[part](PART)
lesson.show("sources")
