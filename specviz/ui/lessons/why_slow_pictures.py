"""The pictures of the lesson `why_slow`: a pass on the roofline, its tiles, passes measured here, branches."""

import streamlit as st

from specviz.errors import SpecvizError
from specviz.figures.measured_passes import measured_passes
from specviz.figures.numbers import duration
from specviz.figures.roofline import pass_times
from specviz.figures.tiles import branches, tiles
from specviz.paths import ASSETS
from specviz.settings import RunSettings
from specviz.theory.accelerator import FORMATS, Accelerator, Efficiency
from specviz.theory.model_shape import ModelShape
from specviz.theory.roofline import PassTime, Setup, free_tokens, pass_time, roof_tokens_per_second
from specviz.ui import live, resources
from specviz.ui.charts import chart
from specviz.ui.hardware import (
    device_choice,
    device_facts,
    format_choice,
    model_choice,
    model_facts,
    pick_device,
    pick_format,
)
from specviz.ui.hardware import pick_model as pick_shape
from specviz.ui.i18n import lang, problem, t
from specviz.ui.inputs import Field, Steps, page_link, slider, steps
from specviz.ui.lesson import Lesson
from specviz.ui.picture import picture
from specviz.ui.provenance import badge
from specviz.ui.results import Result, table, take_along

MODEL = model_choice("w_target", "Llama-3.1-8B")
DEVICE = device_choice("w_device")
FORMAT = format_choice("w_format")
TOKENS = Steps("w_tokens", (1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024, 2048), 1)
CONTEXT = Steps("w_context", (0, 1024, 4096, 16_384, 65_536, 131_072), 0)
WRONG = Field("w_wrong", 2, 0, 8, 1)
STALL = Field("w_stall", 3, 1, 15, 1)
FIELDS = (MODEL, DEVICE, FORMAT, TOKENS, CONTEXT, WRONG, STALL)

BRANCHES = 8
FLUSH = 1
LENGTHS = (1, 2, 4, 8, 16, 32, 64)
MEASURED_CONTEXT = 64


@st.fragment
def roofline_and_tiles(lesson: Lesson) -> None:
    """Model, device and tokens in a pass; the roofline with two points; the same pass tile by tile."""
    try:
        setup = _setup()
        if setup is None:
            return
        left, right = st.columns(2)
        with left:
            tokens = steps(TOKENS)
        with right:
            context = steps(CONTEXT)
        one, block = pass_time(setup, 1, 1, context), pass_time(setup, tokens, 1, context)
    except SpecvizError as error:
        problem(error)
        return
    curve, numbers = st.columns([6, 6], gap="medium")
    with curve:
        alt = t("alt.roof", one=duration(one.seconds), block=duration(block.seconds), n=tokens, batch=1)
        chart(pass_times(setup, None, tokens - 1, 1, context, lang(), height=360), "w_roof", alt)
    results = _results(setup, one, block)
    with numbers:
        table(results)
    lesson.show("tiles", n=tokens)
    st.html(ASSETS / "ui" / "timelines.css")
    picture(tiles(block, lang()), "tiles")
    st.markdown(badge("computed"))
    take_along(results, page_link(FIELDS), "why_slow")


def _setup() -> Setup | None:
    columns = st.columns(3)
    with columns[0]:
        shape: ModelShape | None = pick_shape(MODEL)
    with columns[1]:
        device: Accelerator | None = pick_device(DEVICE)
    with columns[2]:
        weights = FORMATS[pick_format(FORMAT)]
    if shape is None or device is None:
        st.info(t("input.device.measure_first"))
        return None
    with st.expander(t("input.sources")):
        st.caption(device_facts(device, weights.compute))
        st.caption(model_facts(shape))
    efficiency = Efficiency(1.0, 1.0) if device.kind == "measured" else Efficiency()
    return Setup(shape, device, weights, efficiency)


def _results(setup: Setup, one: PassTime, block: PassTime) -> list[Result]:
    n, apart = block.tokens, one.seconds * block.tokens
    free, roof = free_tokens(setup), roof_tokens_per_second(setup)
    bound = t(f"roofline.bound.{block.bound_by}")
    return [
        Result("read", one.weight_bytes, f"{one.weight_bytes / 1e9:,.2f} GB", unit="bytes"),
        Result("pass_one", one.seconds, duration(one.seconds), unit="s",
               params={"bound": t(f"roofline.bound.{one.bound_by}")}),
        Result("together", block.seconds, duration(block.seconds), unit="s", params={"n": n, "bound": bound}),
        Result("apart", apart, duration(apart), unit="s", params={"n": n, "ratio": f"{apart / block.seconds:.1f}"}),
        Result("rate", n / block.seconds, f"{n / block.seconds:,.0f} tok/s", unit="tokens/s"),
        Result("roof", roof, f"{roof:,.0f} tok/s", unit="tokens/s"),
        Result("free", free, f"{free:,.0f}", unit="tokens/pass", params={"now": n}),
    ]  # fmt: skip


@st.cache_resource(max_entries=4, show_spinner=False)
def _passes(pair: str, dtype: str, device: str) -> tuple[float, ...]:
    """Median seconds of a pass over each of `LENGTHS` tokens of the loaded target."""
    from specviz.bench.passes import time_passes
    from specviz.runs import Run

    run = Run(resources.loaded_pair(pair, dtype, device))
    ids = run.prompt_ids(RunSettings())
    context = [ids[i % len(ids)] for i in range(MEASURED_CONTEXT)]
    return time_passes(run.target, context, LENGTHS).seconds


def measured_here() -> None:
    """Time against tokens in a pass for the loaded pair's target, when the reader turns it on."""
    if not live.live_switch():
        return
    seconds = live.experiment(_passes, *live.where())
    if seconds is None:
        return
    pair, dtype, device = live.where()
    ratio = seconds[3] / seconds[0]
    chart(measured_passes(LENGTHS, seconds, lang()), "w_measured", t("alt.passes", ratio=f"{ratio:.2f}"))
    told = t("why_slow.measured", pair=pair, dtype=dtype, device=device, one=duration(seconds[0]),
             eight=duration(seconds[3]), ratio=f"{ratio:.2f}", context=MEASURED_CONTEXT)  # fmt: skip
    st.markdown(f"{told} {badge('measured')}")


@st.fragment
def branch_picture() -> None:
    """Eight branches; how many guesses are wrong, and what a wait costs."""
    left, right = st.columns(2)
    with left:
        wrong = int(slider(WRONG))
    with right:
        stall = slider(STALL)
    spread = [(i + 1) * wrong // BRANCHES == i * wrong // BRANCHES for i in range(BRANCHES)]
    st.html(ASSETS / "ui" / "timelines.css")
    picture(branches(spread, stall, FLUSH, lang()), "branches")
    st.markdown(badge("simulated"))
