"""Lesson: accept, reject, resample. Why the replacement must come from the residual, shown, summed and sampled."""

import streamlit as st

from specviz.ui import resources
from specviz.ui.inputs import refuse_link
from specviz.ui.lesson import Lesson
from specviz.ui.residual import argmax_part, chance_part, laws, position_part, rules, several_part
from specviz.ui.router import ensure_frame

ensure_frame()
trace = resources.recorded(resources.FIRST)
refuse_link(
    (
        laws.SOURCE, laws.judged_rows(trace)[0], rules.RULES, chance_part.DRAWS, chance_part.SEED, several_part.K,
        argmax_part.PROMPT, argmax_part.SEED,
    )
)  # fmt: skip
lesson = Lesson("residual")
lesson.open()
with st.container(horizontal=True, vertical_alignment="bottom", gap="medium"):
    source = laws.choose_source()
    rule = rules.choose_rule()
own = source == "own"
picture = st.container()
given = laws.own_laws() if own else laws.row_laws(trace)
if given:
    position = position_part.judged(given, rule)
    with picture:
        position_part.show_bars(given, rule, position, editable=own)
    position_part.show_alpha(given, position)
    lesson.show("proof")
    exact = position_part.show_sum(given, position)
    lesson.show(f"rule_{rule}")
    if own:
        lesson.show("goals")
        position_part.show_goals(given, rule, position)
    lesson.quiz("quiz_residual")
    lesson.show("chance")
    chance_part.show_chance(given, rule, position)
    lesson.show("several")
    several_part.show_several(rule, exact=exact)
    lesson.quiz("quiz_several")
    lesson.show("argmax")
    argmax_part.show_argmax(given, exact=exact)
    lesson.show("argmax_live")
    argmax_part.show_live()
    lesson.quiz("quiz_argmax")
lesson.show("sources")
lesson.close()
