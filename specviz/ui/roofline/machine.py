"""What the roofline is drawn for: two models, an accelerator, formats, and how much of the peaks is reached."""

from dataclasses import dataclass

import streamlit as st

from specviz.theory.accelerator import FORMATS, IDEAL, Accelerator, Efficiency
from specviz.theory.roofline import Setup
from specviz.ui.hardware import (
    device_choice,
    device_facts,
    format_choice,
    model_choice,
    model_facts,
    pick_device,
    pick_format,
    pick_model,
)
from specviz.ui.i18n import t
from specviz.ui.inputs import CONTEXTS, Choice, Field, Steps, pick, slider, steps

TARGET = model_choice("r_target", "Llama-3.1-70B")
DRAFT = model_choice("r_draft", "Llama-3.2-1B", none=True)
DEVICE = device_choice("r_device", "h200")
DEVICES = Field("r_devices", 2, 1, 16, 1)
FORMAT = format_choice("r_format")
DRAFT_FORMAT = format_choice("r_dformat")
KV_BYTES = Choice("r_kv", ("2", "1"), "2")
BANDWIDTH = Field("r_bw", 0.75, 0.1, 1.0, 0.05)
COMPUTE = Field("r_fl", 0.75, 0.1, 1.0, 0.05)
LAUNCH = Field("r_launch", 0, 0, 50, 1)
CONTEXT = Steps("r_context", CONTEXTS, 2048)
FIELDS = (TARGET, DRAFT, DEVICE, DEVICES, FORMAT, DRAFT_FORMAT, KV_BYTES, BANDWIDTH, COMPUTE, LAUNCH, CONTEXT)


@dataclass(frozen=True)
class Machine:
    """Both models on the device, ready to be timed, and the context they run at."""

    target: Setup
    draft: Setup | None
    device: Accelerator
    context: int


def machine() -> Machine | None:
    """The inputs, drawn; None while this machine is chosen but not measured. Raises `SpecvizError` for bad ones."""
    first = st.columns([3, 3, 3, 2])
    with first[0]:
        target = pick_model(TARGET)
    with first[1]:
        draft = pick_model(DRAFT)
    with first[2]:
        device = pick_device(DEVICE)
    with first[3]:
        devices = int(slider(DEVICES))
    with st.expander(t("input.more_machine")):
        left, middle, right = st.columns(3)
        with left:
            weights, draft_weights = pick_format(FORMAT), pick_format(DRAFT_FORMAT)
        with middle:
            kv = float(pick(KV_BYTES))
            context = steps(CONTEXT)
        with right:
            assumed = Efficiency(slider(BANDWIDTH), slider(COMPUTE), slider(LAUNCH) * 1e-6)
        if device is not None:
            st.caption(device_facts(device, FORMATS[weights].compute))
        for shape in (target, draft):
            if shape is not None and (facts := model_facts(shape)):
                st.caption(facts)
    if device is None or target is None:
        st.info(t("input.device.measure_first"))
        return None
    together = device.times(devices)
    reached = Efficiency(IDEAL.bandwidth, IDEAL.compute, assumed.seconds_per_layer)
    efficiency = reached if device.kind == "measured" else assumed
    return Machine(
        target=Setup(target, together, FORMATS[weights], efficiency, kv),
        draft=Setup(draft, together, FORMATS[draft_weights], efficiency, kv) if draft else None,
        device=together,
        context=context,
    )
