"""Where a number comes from, said next to the number: a coloured word, and metrics that carry it.

st.markdown(f"$c$ = {c:.2f} {badge('measured')}")
number(t("total.tau"), "3.1", "measured", help=t("total.tau.help"))
"""

from typing import Literal

import streamlit as st

from specviz.ui.i18n import t

Provenance = Literal["measured", "computed", "spec", "assumed", "simulated"]

_COLOUR = {"measured": "green", "computed": "blue", "spec": "violet", "assumed": "orange", "simulated": "gray"}


def badge(kind: Provenance) -> str:
    """Markdown for the word that says where a number comes from."""
    return f":{_COLOUR[kind]}-badge[{t(f'ui.provenance.{kind}')}]"


def number(label: str, value: str, kind: Provenance, *, help: str) -> None:  # noqa: A002 (Streamlit's own word)
    """A labelled number with its definition (`help`) and its provenance. `label` and `value` are plain text."""
    st.metric(label, value, help=f"{help}\n\n{t(f'ui.provenance.{kind}.help')}")
    st.markdown(badge(kind))
