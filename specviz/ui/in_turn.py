"""A reader's turn at the models: in line, with the number ahead on the page, and through running out of memory."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager

import streamlit as st

from specviz.ui import resources
from specviz.ui.i18n import t


@contextmanager
def in_turn(device: str, tell: Callable[[int], None] | None = None) -> Iterator[None]:
    """Waits, then holds one of the places before the models until the block is left.

    `tell` is given how many are ahead, now and then; without it a line on the page says so. Raises `SpecvizError`
    when the line is full, and when memory runs out on `device` inside the block: everybody's idle caches go then.
    """
    place = st.empty()
    with resources.turns().stand_in_line() as ticket:
        for ahead in ticket.waiting():
            if tell is None:
                place.caption(t("ui.waiting", ahead=ahead))
            else:
                tell(ahead)
        place.empty()
        with resources.out_of_memory_said(device):
            yield
