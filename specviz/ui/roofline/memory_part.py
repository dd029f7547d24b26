"""Part 3 of `roofline`: what the caches of two models cost in memory, and how many sequences fit."""

import streamlit as st

from specviz.errors import SpecvizError
from specviz.figures.roofline import memory_bar
from specviz.theory.kv_bytes import MemoryPlan, kv_bytes_per_token, plan_memory
from specviz.theory.model_shape import attention_kind
from specviz.ui.charts import chart
from specviz.ui.i18n import lang, problem, t
from specviz.ui.inputs import CONTEXTS, Choice, Field, Steps, page_link, slider, steps
from specviz.ui.results import Result, table, take_along
from specviz.ui.roofline import machine as inputs
from specviz.ui.roofline.machine import Machine, machine
from specviz.ui.roofline.pass_part import BATCH

LENGTH = Steps("r_length", CONTEXTS[1:], 4096)
RESERVED = Field("r_reserved", 4.0, 0.0, 100.0, 0.5)
FIELDS = (BATCH, LENGTH, RESERVED)


@st.fragment
def memory_part(part: Choice) -> None:
    """One bar of the memory, and the numbers with and without a draft."""
    try:
        on = machine()
        if on is None:
            return
        columns = st.columns(3)
        with columns[0]:
            length = steps(LENGTH)
        with columns[1]:
            batch = steps(BATCH)
        with columns[2]:
            reserved = slider(RESERVED) * 1e9
        both, alone = _plan(on, length, reserved, draft=True), _plan(on, length, reserved, draft=False)
    except SpecvizError as error:
        problem(error)
        return
    weights = {"target": _weights(on, draft=False)}
    if on.draft is not None:
        weights["draft"] = both.weights - alone.weights
    alt = t("alt.memory", fit=both.sequences, memory=f"{both.memory / 1e9:.0f}", alone=alone.sequences)
    chart(memory_bar(both, weights, batch, lang()), "r_memory", alt)
    results = _results(on, both, alone, length)
    table(results)
    take_along(results, page_link((part, *inputs.FIELDS, *FIELDS)), "memory")


def _weights(on: Machine, *, draft: bool) -> float:
    models = [on.target, *([on.draft] if draft and on.draft else [])]
    return sum(m.shape.params * m.weights.bytes_per_weight for m in models)


def _plan(on: Machine, length: int, reserved: float, *, draft: bool) -> MemoryPlan:
    shapes = (on.target.shape, *((on.draft.shape,) if draft and on.draft else ()))
    return plan_memory(
        on.device.memory_bytes, _weights(on, draft=draft), shapes, length, on.target.kv_bytes_per_value, reserved
    )


def _results(on: Machine, both: MemoryPlan, alone: MemoryPlan, length: int) -> list[Result]:
    rows = [_per_token("kv_target", on.target)]
    if on.draft is not None:
        rows.append(_per_token("kv_draft", on.draft))
    return [
        *rows,
        Result("kv_sequence", both.per_sequence, _gb(both.per_sequence), unit="bytes", params={"n": f"{length:,}"}),
        Result("weights", both.weights, _gb(both.weights), unit="bytes"),
        Result("room", both.free_for_cache, _gb(both.free_for_cache), unit="bytes"),
        Result("fit", both.sequences, f"{both.sequences:,}", params={"n": f"{length:,}"}),
        Result("fit_alone", alone.sequences, f"{alone.sequences:,}"),
    ]


def _per_token(key: str, setup: inputs.Setup) -> Result:
    shape = setup.shape
    size = kv_bytes_per_token(shape, setup.kv_bytes_per_value)
    heads = t(f"roofline.heads.{attention_kind(shape)}", kv=shape.kv_heads, q=shape.query_heads)
    formula = f"2 × {shape.layers} × {shape.kv_heads} × {shape.head_dim} × {setup.kv_bytes_per_value:g}"
    return Result(key, size, f"{size:,.0f} B", unit="bytes/token", params={"heads": heads, "formula": formula})


def _gb(size: float) -> str:
    return f"{size / 1e9:,.2f} GB"
