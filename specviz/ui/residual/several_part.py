"""Several positions: one round over a small chain pair as a tree of mass, and the joint law of two tokens."""

import streamlit as st

from specviz.figures.law_table import joint_table, mass
from specviz.figures.mass_tree import mass_tree_figure
from specviz.figures.numbers import prob
from specviz.figures.residual_bars import SAME
from specviz.theory.enumerate import full_q, joint, mass_tree, target_joint, total_variation
from specviz.theory.small_chains import DRAFT_TENTHS, TARGET_TENTHS, FractionChain
from specviz.ui.charts import chart
from specviz.ui.i18n import lang, t
from specviz.ui.inputs import Choice, pick
from specviz.ui.picture import picture
from specviz.ui.residual.rules import in_fractions, rule_of

K = Choice("rs_residual_k", ("1", "2", "3"), "2")
TOKENS, PREFIX, TWO = ("a", "b", "c"), (0,), 2


def show_several(rule: str, *, exact: bool) -> None:
    """The tree of one round of k candidates, and both laws of the first two tokens over as many rounds as needed."""
    k = int(pick(K, str))
    fractions = in_fractions(rule)
    target, draft = (FractionChain(tenths, exact=fractions) for tenths in (TARGET_TENTHS, DRAFT_TENTHS))
    judge = full_q(rule_of(rule))
    tree = mass_tree(target.law, draft.draft, judge, k, PREFIX)
    whole = sum(b.mass for b in tree.children if b.how == "accepted")
    alt = t("residual.alt.tree", k=k, first=prob(float(whole)))
    chart(mass_tree_figure(tree, TOKENS, lang()), "rs_tree", alt)
    st.caption(t("residual.tree.legend"))
    emitted = joint(target.law, draft.draft, judge, k, TWO, PREFIX)
    right = target_joint(target.law, TWO, PREFIX)
    picture(joint_table(emitted, right, TOKENS, lang(), exact=exact and fractions), "joint")
    apart = total_variation(emitted, right)
    if apart < SAME:
        st.markdown(t("residual.joint.right", cells=emitted.size, k=k))
    else:
        st.markdown(t("residual.joint.wrong", tv=mass(apart, exact=exact and fractions), k=k))
