"""One card per pair that has a name: what it is, what it takes, and the two things to do with it: fetch, use."""

import streamlit as st

from specviz.hosting import hosted
from specviz.models.listing import Listing, listings
from specviz.models.sizes import gib, mb
from specviz.ui import state
from specviz.ui.i18n import problem, t
from specviz.ui.models.fetch_part import fetch_part
from specviz.ui.models.use import use_button

_COLOUR = {"present": "green", "absent": "gray", "damaged": "red"}


def pair_cards() -> None:
    """All listed pairs, two beside each other."""
    for column, row in zip(st.columns(2, gap="medium"), listings(), strict=True):
        with column, st.container(border=True, key=f"pair_{row.pair}"):
            _card(row)


def _card(row: Listing) -> None:
    status = "damaged" if row.problem else "present" if row.present else "absent"
    st.markdown(f"#### `{row.pair}` :{_COLOUR[status]}-badge[{t(f'model.state.{status}')}]")
    st.markdown(t(f"model.what.{row.pair}"))
    dtype, device = state.settings().dtype, state.settings().device
    # undecided until a pair is loaded: then the most it can be
    most = ("float32" if dtype == "auto" else dtype, "cpu" if device == "auto" else device)
    facts = (
        t("model.fact.parameters", millions=f"{row.parameters / 1e6:.1f}"),
        row.licence,
        t(f"model.origin.{row.origin}"),
        t("model.size", size=mb(row.size)),
        t("model.fact.draft" if row.drafts else "model.fact.no_draft"),
        t("model.fact.memory", dtype=dtype, needed=gib(row.memory(*most))),
    )
    st.markdown("\n".join(f"- {fact}" for fact in facts))
    if row.problem:
        problem(row.problem)
    elif row.present:
        use_button(row.pair, drafts=row.drafts)
    elif not hosted():
        fetch_part(row.pair, t("model.fetch", size=mb(row.download)))
