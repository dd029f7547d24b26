"""One position: the draggable pictures, the sum in numbers or fractions, and goals to reach by dragging."""

from functools import partial

import numpy as np
import streamlit as st

from specviz.figures.law_table import position_table
from specviz.figures.numbers import prob
from specviz.figures.residual_bars import SAME, bars_payload
from specviz.theory.enumerate import Position, full_q, total_variation
from specviz.ui.components.bars import bars
from specviz.ui.i18n import lang, t
from specviz.ui.picture import picture
from specviz.ui.provenance import number
from specviz.ui.residual.laws import Laws, moved
from specviz.ui.residual.rules import RIGHT, in_fractions, rule_of

EXACT = "rs_fractions"


def judged(laws: Laws, rule: str) -> Position:
    """The position under a rule, in fractions where the rule keeps them."""
    p, q = (laws.p, laws.q) if in_fractions(rule) else (laws.p.astype(float), laws.q.astype(float))
    return full_q(rule_of(rule))(p, q)


def show_bars(laws: Laws, rule: str, position: Position, *, editable: bool) -> None:
    payload = bars_payload(position, laws.q, laws.tokens, lang(), right=rule == RIGHT, editable=editable)
    bars(payload, "rs_bars", partial(moved, laws))


def show_sum(laws: Laws, position: Position) -> bool:
    """The same in numbers: a line per stage, a column per token. Returns whether fractions are wanted."""
    exact = st.toggle(t("residual.fractions"), key=EXACT, bind="query-params")
    picture(position_table(position, laws.q, laws.tokens, lang(), exact=exact), "sum")
    return exact


def show_alpha(laws: Laws, position: Position) -> None:
    """Acceptance computed both ways, and what is emitted against p."""
    overlap, apart = np.minimum(laws.p, laws.q).sum(), total_variation(laws.p, laws.q)
    values = (
        ("overlap", prob(float(overlap)), {"exact": str(overlap)}),
        ("apart", f"1 − {prob(float(apart))} = {prob(float(1 - apart))}", {"exact": str(1 - apart)}),
        ("accepts", prob(float(position.acceptance)), {}),
        ("off", _distance(position), {}),
    )
    for column, (name, value, more) in zip(st.columns(4), values, strict=True):
        with column:
            number(t(f"residual.{name}"), value, "computed", help=t(f"residual.{name}.help", **more))


def _distance(position: Position) -> str:
    return t("residual.off.exact") if position.distance < SAME else prob(float(position.distance))


def show_goals(laws: Laws, rule: str, position: Position) -> None:
    """Things to bring about by dragging; each is ticked while it holds."""
    overlap, wrong = np.minimum(laws.p, laws.q).sum(), rule != RIGHT
    goals = (
        ("close", 0.95 <= overlap < 1),
        ("disjoint", overlap == 0),
        ("hidden", wrong and position.distance < SAME),
        ("worst", wrong and position.distance >= 0.4),
    )
    for name, reached in goals:
        st.markdown(f"{'✅' if reached else '○'} {t(f'residual.goal.{name}')}")
        if reached:
            st.caption(t(f"residual.goal.{name}.why"))
