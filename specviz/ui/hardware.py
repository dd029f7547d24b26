"""Pickers of model and accelerator, with where their numbers come from. Widgets only; the tables are `theory.tables`.

Two entries beyond the tables: a model whose config.json is pasted, and this machine, measured when the reader asks.
"""

from collections.abc import Iterable

import streamlit as st

from specviz.bench.machine import MachineRates, measure
from specviz.errors import SpecvizError
from specviz.theory.accelerator import FORMATS, Accelerator, Source
from specviz.theory.model_config import shape_from_config
from specviz.theory.model_shape import ModelShape
from specviz.theory.tables import accelerator, accelerators, model, models
from specviz.ui.i18n import t
from specviz.ui.inputs import Choice, select
from specviz.ui.provenance import badge

THIS = "this"
PASTED = "pasted"
NO_DRAFT = "none"
PASTE_CHARS = 8_000


def device_choice(key: str, default: str = "h100_sxm", *, this: bool = True) -> Choice:
    """Accelerators with a known matrix rate, and this machine."""
    rated = [a.id for a in accelerators().values() if a.peaks]
    return Choice(key, [*rated, THIS] if this else rated, default)


def model_choice(key: str, default: str, *, none: bool = False, pasted: bool = True) -> Choice:
    """Dense models of the table; `none`: no draft model (prompt lookup); `pasted`: a config the reader pastes."""
    dense = [name for name, entry in models().items() if not (entry.shape.experts or entry.shape.latent)]
    return Choice(key, [*([NO_DRAFT] if none else []), *dense, *([PASTED] if pasted else [])], default)


def format_choice(key: str, default: str = "bf16") -> Choice:
    return Choice(key, list(FORMATS), default)


def pick_device(choice: Choice) -> Accelerator | None:
    """The accelerator chosen; None while this machine is chosen and has not been measured."""
    chosen = select(choice, _device_name)
    return _this_machine() if chosen == THIS else accelerator(chosen)


def pick_model(choice: Choice) -> ModelShape | None:
    """The shape chosen; None for no draft. Raises `SpecvizError` for a pasted config that cannot be read."""
    chosen = select(choice, lambda name: t(f"input.model.{name}") if name in (NO_DRAFT, PASTED) else name)
    if chosen == NO_DRAFT:
        return None
    return _pasted(f"{choice.key}_json") if chosen == PASTED else model(chosen).shape


def pick_format(choice: Choice) -> str:
    return select(choice, lambda name: t(f"input.format.{name}"))


def _device_name(device_id: str) -> str:
    return t("input.device.this") if device_id == THIS else accelerator(device_id).name


def _pasted(key: str) -> ModelShape:
    text = st.text_area(
        t("input.config"),
        key=key,
        bind="query-params",
        max_chars=PASTE_CHARS,
        height=120,
        help=t("input.config.help"),
    )
    if not (text or "").strip():
        raise SpecvizError("config_empty")
    return shape_from_config(text)


@st.cache_resource(show_spinner=False)
def _measured() -> MachineRates:
    return measure()


def _this_machine() -> Accelerator | None:
    if st.button(t("input.measure"), key="measure_machine", help=t("input.measure.help"), icon="⏱️"):
        with st.spinner(t("input.measuring")):
            _measured.clear()
            _measured()
            st.session_state["machine_measured"] = True
    return _measured().accelerator if st.session_state.get("machine_measured") else None


def device_facts(device: Accelerator, dtype: str) -> str:
    """Bandwidth, matrix rate and ridge of `device` in one line of Markdown, with provenance and sources."""
    rate, used = device.rate(dtype)
    measured = device.kind == "measured"
    line = t(
        "hardware.facts",
        bandwidth=f"{device.bytes_per_second / 1e9:,.4g}",
        rate=f"{rate / 1e12:,.4g}",
        dtype=used,
        ridge=f"{rate / device.bytes_per_second:,.0f}",
    )
    from_whom = t("hardware.measured_here") if measured else _sources(device.sources)
    remarks = " ".join(t(f"hardware.remark.{remark}") for remark in device.remarks)
    differ = " ".join(
        t(
            "hardware.differs",
            source=d.source.title,
            field=t(f"hardware.field.{d.field.split(chr(46))[0]}"),
            value=f"{d.value:g}",
        )
        for d in device.disagreements
    )
    told = f"**{device.name}**: {line} {badge('measured' if measured else 'spec')}"
    return "  \n".join(part for part in (told, from_whom, remarks, differ) if part)


def model_facts(shape: ModelShape) -> str:
    """Where the sizes of a model of the table come from; nothing for a pasted one."""
    entry = models().get(shape.name)
    return f"**{shape.name}**: {_sources(entry.sources)}" if entry else ""


def _sources(sources: Iterable[Source]) -> str:
    return t("hardware.sources", list="; ".join(_source(s) for s in sources))


def _source(s: Source) -> str:
    title = s.title.replace("[", "(").replace("]", ")")
    named = f"[{title}]({s.url})" if s.url else title
    return f"{named} ({t(f'hardware.source.{s.kind}')})"
