"""Part 1 of `roofline`: how long one pass takes, and what it waits for."""

import streamlit as st

from specviz.errors import SpecvizError
from specviz.figures.numbers import duration, ratio
from specviz.figures.roofline import pass_parts, pass_times
from specviz.theory.roofline import PassTime, free_tokens, pass_time, roof_tokens_per_second
from specviz.ui.charts import chart
from specviz.ui.i18n import lang, problem, t
from specviz.ui.inputs import BATCHES, Choice, Field, Steps, page_link, slider, steps
from specviz.ui.results import Result, table, take_along
from specviz.ui.roofline import machine as inputs
from specviz.ui.roofline.machine import Machine, machine

BATCH = Steps("r_batch", BATCHES, 1)
K = Field("r_k", 4, 0, 16, 1)
FIELDS = (BATCH, K)


@st.fragment
def pass_part(part: Choice) -> None:
    """The curve with its points, the parts of each pass, and the numbers."""
    try:
        on = machine()
        if on is None:
            return
        left, right = st.columns(2)
        with left:
            batch = steps(BATCH)
        with right:
            k = int(slider(K))
        passes = _passes(on, k, batch)
    except SpecvizError as error:
        problem(error)
        return
    curve, parts = st.columns([6, 5], gap="medium")
    one, block = passes["one"], passes["block"]
    with curve:
        alt = t("alt.roof", one=duration(one.seconds), block=duration(block.seconds), n=k + 1, batch=batch)
        chart(pass_times(on.target, on.draft, k, batch, on.context, lang()), "r_times", alt)
    with parts:
        named = {t(f"roofline.pass.{name}", n=p.tokens, batch=batch): p for name, p in passes.items()}
        told = ", ".join(f"{name}: {t(f'roofline.bound.{p.bound_by}')}" for name, p in named.items())
        chart(pass_parts(named, lang()), "r_parts", told)
        st.markdown(t(f"roofline.lunch.{_lunch(one, block)}", ratio=f"{block.seconds / one.seconds:.2f}", n=k + 1))
    results = _results(on, passes, batch)
    table(results)
    take_along(results, page_link((part, *inputs.FIELDS, *FIELDS)), "roofline")


def _passes(on: Machine, k: int, batch: int) -> dict[str, PassTime]:
    passes = {
        "one": pass_time(on.target, 1, batch, on.context),
        "block": pass_time(on.target, k + 1, batch, on.context),
    }
    if on.draft is not None:
        passes["draft"] = pass_time(on.draft, 1, batch, on.context)
    return passes


def _lunch(one: PassTime, block: PassTime) -> str:
    """How free the verification is: within 5 %, within a half, or dear."""
    steps_each = block.seconds / one.seconds
    return "free" if steps_each <= 1.05 else "cheap" if steps_each <= 1.5 else "over"


def _results(on: Machine, passes: dict[str, PassTime], batch: int) -> list[Result]:
    one, block, draft = passes["one"], passes["block"], passes.get("draft")
    free = free_tokens(on.target)
    roof = roof_tokens_per_second(on.target)
    rows = [
        _time("pass_one", one),
        _time("pass_block", block, n=block.tokens, ratio=f"{block.seconds / one.seconds:.2f}"),
    ]
    if draft is not None:
        c = draft.seconds / one.seconds
        rows += [_time("pass_draft", draft), Result("c", c, ratio(c))]
    return [
        *rows,
        Result("free", free, f"{free:,.0f}", unit="tokens/pass", params={"now": batch * block.tokens}),
        Result("roof", roof, f"{roof:,.0f} tok/s", unit="tokens/s"),
        Result("read", one.weight_bytes, f"{one.weight_bytes / 1e9:,.2f} GB", unit="bytes"),
        Result("kv_read", one.kv_bytes, f"{one.kv_bytes / 1e9:,.3f} GB", unit="bytes", params={"batch": batch}),
    ]


def _time(key: str, spent: PassTime, **params: object) -> Result:
    bound = t(f"roofline.bound.{spent.bound_by}")
    return Result(key, spent.seconds, duration(spent.seconds), unit="s", params={"bound": bound, **params})
