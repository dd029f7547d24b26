"""Lesson: which row of target logits judges which candidate, and what happens when it is the row beside it."""

import streamlit as st

from specviz.figures.chips import Names
from specviz.ui import live, resources
from specviz.ui.inputs import Choice, pick, refuse_link
from specviz.ui.judge_row.row_table import questions, row_table
from specviz.ui.judge_row.shift_part import SHIFT, show_proof, show_runs
from specviz.ui.judge_row.ties_part import show_ties
from specviz.ui.lesson import Lesson
from specviz.ui.lesson_prompts import pick_prompt, prompt_choice
from specviz.ui.router import ensure_frame

REPAIR = Choice("jr_convention", ("eager", "lazy"), "eager")
PROMPT = prompt_choice("jr")

ensure_frame()
trace = resources.recorded(resources.FIRST)
block, names = trace.rounds[0], Names(trace)
candidates = names.candidates(block)
refuse_link((REPAIR, SHIFT, PROMPT, *(q for r in REPAIR.options for q in questions(r, len(candidates)))))

lesson = Lesson("judge_row")
lesson.open()
lesson.show("rule")
repair = pick(REPAIR)
st.markdown(lesson.text(f"table_{repair}"))
row_table(repair, names.at[block.t - 1], candidates)
lesson.show("bonus")
lesson.quiz("quiz_bonus")

lesson.show("shift")
with st.container(horizontal=True, vertical_alignment="bottom", gap="medium"):
    by = int(pick(SHIFT))
    prompt = pick_prompt(PROMPT)
running = live.live_switch()
runs = st.container()
lesson.show("proof")
proof = st.container()
lesson.show("ties")
near = st.container()
lesson.quiz("quiz_tie")
lesson.show("sources")
lesson.close()

if running:
    with runs:
        show_runs(prompt, repair, by)
    with proof:
        show_proof(prompt, repair, by)
    with near:
        show_ties(prompt)
