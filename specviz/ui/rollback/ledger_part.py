"""One round in slow motion: the round and the change the reader chose, drawn and said in words."""

from collections.abc import Sequence

import streamlit as st

from specviz.figures.cache_changes import Change, first_cut, until_cut
from specviz.figures.cache_ledger import cache_ledger, sentence
from specviz.figures.chips import Names
from specviz.figures.plain import plain
from specviz.trace import Trace
from specviz.ui.i18n import lang, t
from specviz.ui.picture import picture
from specviz.ui.varying_slider import varying_slider

STEP = "rb_step"


def show_ledger(trace: Trace, changes: Sequence[Sequence[Change]]) -> None:
    """`changes` has one list per round; at first the round with the first cut is shown, at that cut."""
    with st.container(horizontal=True, vertical_alignment="bottom", gap="medium"):
        label = t("input.cache_round")
        first = first_cut(changes)
        chosen = varying_slider(label, "rb_round", 1, len(changes), first, moved=lambda: _go(0)) - 1
        r, steps = trace.rounds[chosen], changes[chosen]
        done = _step(len(steps), until_cut(steps))
    names = Names(trace)
    picture(cache_ledger(names, r, steps, done, lang()), "ledger")
    st.markdown(plain(sentence(names, r, steps, done, lang())))


def _step(last: int, default: int) -> int:
    """The change, with a button for one back and one on."""
    back, here, on = (st.container(width=w) for w in ("content", "stretch", "content"))
    with here:
        done = varying_slider(t("input.cache_change"), STEP, 0, last, default)
    back.button("◀", key="rb_back", on_click=_go, args=(done - 1,), disabled=not done, help=t("stage.go.back"))
    on.button("▶", key="rb_on", on_click=_go, args=(done + 1,), disabled=done == last, help=t("stage.go.step"))
    return done


def _go(step: int) -> None:
    st.session_state[STEP] = step
