"""What rejections do to a paged cache, step by step, for the reader's own numbers."""

import streamlit as st

from specviz.errors import SpecvizError
from specviz.figures.block_strips import block_strips
from specviz.theory.paged_blocks import paged_steps, reusable_prefix_blocks
from specviz.ui.i18n import lang, problem, t
from specviz.ui.inputs import Field, slider
from specviz.ui.number_list import number_list
from specviz.ui.picture import picture
from specviz.ui.provenance import badge

BLOCK, K, PROMPT = (
    Field("rb_paged_block", 16, 1, 64, 1),
    Field("rb_paged_k", 3, 1, 8, 1),
    Field("rb_paged_prompt", 30, 1, 200, 1),
)
FIELDS = (BLOCK, K, PROMPT)
MOST_STEPS = 12


def show_paged() -> None:
    """The controls, the strips of both allocators, and the sums."""
    with st.container(horizontal=True, vertical_alignment="bottom", gap="medium"):
        block, k, length = (int(slider(field)) for field in FIELDS)
    written = st.text_input(
        t("input.accepted_list"), "1, 3, 0, 3, 3", key="rb_accepted", bind="query-params", max_chars=200,
        help=t("input.accepted_list.help"),
    )  # fmt: skip
    try:
        accepted = [int(x) if x.is_integer() else x for x in number_list(written)][:MOST_STEPS]
        steps = paged_steps(block, k, length, accepted)
    except SpecvizError as error:
        problem(error)
        return
    picture(block_strips(steps, block, k, lang()), "blocks")
    last = steps[-1]
    counts = {"freed": sum(s.freed for s in steps), "taken": sum(s.taken for s in steps[1:]), "blocks": last.blocks}
    shared = reusable_prefix_blocks(last.computed_after, block)
    st.markdown(f"{t('rollback.paged', shared=shared, computed=last.computed_after, **counts)} {badge('computed')}")
