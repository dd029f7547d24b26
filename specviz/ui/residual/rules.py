"""The rules the residual lesson can use: the right one, and mistakes of the catalogue that are formulas.

The catalogue needs torch, so it is imported when a mistake is first chosen.
"""

import streamlit as st

from specviz.engine.verify import RULE, Rule
from specviz.ui.i18n import t
from specviz.ui.inputs import Choice, select

RIGHT = "right"
MISTAKES = (
    "resample_p", "resample_q", "softmax_residual", "absolute_residual", "swapped_residual", "argmax_residual",
    "inverted_ratio", "over_p_max",
)  # fmt: skip
RULES = Choice("rs_residual_rule", (RIGHT, *MISTAKES), RIGHT)
_NO_FRACTIONS = frozenset({"softmax_residual", "argmax_residual"})


def choose_rule() -> str:
    """The reader's choice, kept in the URL."""
    return select(RULES, lambda name: t(f"residual.rule.{name}"))


def rule_of(name: str) -> Rule:
    """The two formulas of a rule."""
    if name == RIGHT:
        return RULE
    with st.spinner(t("ui.catalogue")):
        from specviz.faults import FAULTS

    return FAULTS[name].build.parts.rule


def in_fractions(name: str) -> bool:
    """Whether the rule keeps fractions exact (softmax does not)."""
    return name not in _NO_FRACTIONS
