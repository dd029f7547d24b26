"""The memory of a pair's caches from the formula: two models of the table, a length, a number format."""

from dataclasses import replace
from html import escape

import streamlit as st

from specviz.figures.markup import size
from specviz.theory.kv_bytes import kv_bytes, kv_bytes_per_token
from specviz.theory.model_shape import ModelShape, attention_kind
from specviz.theory.tables import model, models
from specviz.ui.i18n import t
from specviz.ui.inputs import Choice, Field, pick, select, slider
from specviz.ui.picture import picture
from specviz.ui.provenance import badge

TARGET = Choice("rb_kv_target", tuple(models()), "Llama-3.1-70B")
DRAFT = Choice("rb_kv_draft", tuple(models()), "Llama-3.2-1B")
BYTES = Choice("rb_kv_bytes", ("2", "1"), "2")
LENGTH = Field("rb_kv_kilo", 8, 1, 128, 1)
FIELDS = (TARGET, DRAFT, BYTES, LENGTH)


def show_memory() -> None:
    """The controls, one line per model with its formula filled in, and the sum of both caches."""
    first, second = st.columns(2)
    with first:
        target = model(select(TARGET, str)).shape
    with second:
        draft = model(select(DRAFT, str)).shape
    with st.container(horizontal=True, vertical_alignment="bottom", gap="medium"):
        width = int(pick(BYTES))
        tokens = 1024 * int(slider(LENGTH))
    lines = "".join(_line(shape, tokens, width, kind) for shape, kind in ((target, "target"), (draft, "draft")))
    columns = ("model", "heads", "formula", "per_token", "cache", "unshared")
    head = "".join(f'<th scope="col">{escape(t(f"rollback.memory.{c}"))}</th>' for c in columns)
    table = f'<table class="pc-table"><thead><tr>{head}</tr></thead><tbody>{lines}</tbody></table>'
    picture(f'<div class="pc-scroll">{table}</div>', "memory")
    both = sum(kv_bytes(shape, tokens, width) for shape in (target, draft))
    st.markdown(f"{t('rollback.memory.both', tokens=f'{tokens:,}', size=size(both))} {badge('computed')}")


def _line(shape: ModelShape, tokens: int, width: int, kind: str) -> str:
    values = str(shape.latent) if shape.latent else f"2 · {shape.kv_heads} · {shape.head_dim}"
    formula = f"{shape.layers} · {values} · {width} B"
    every_head = replace(shape, kv_heads=shape.query_heads, latent=0)
    cells = (
        t(f"rollback.memory.{attention_kind(shape)}", q=shape.query_heads, kv=shape.kv_heads),
        formula,
        size(kv_bytes_per_token(shape, width)),
        size(kv_bytes(shape, tokens, width)),
        size(kv_bytes(every_head, tokens, width)),
    )
    body = "".join(f"<td>{escape(c)}</td>" for c in cells)
    return f'<tr class="pc-lane-{kind}"><th scope="row">{escape(shape.name)}</th>{body}</tr>'
