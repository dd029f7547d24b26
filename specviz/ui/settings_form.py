"""The controls of a run: widgets that read and write one RunSettings.

The session's settings are the truth; a widget is seeded from them whenever it appears and read back into them on
every pass. Bounds and choices come from the fields themselves. The form decides nothing and runs nothing.
"""

from dataclasses import fields
from typing import Any

import streamlit as st

from specviz.errors import SpecvizError
from specviz.hosting import FIXED, hosted, limited, most, refuse_beyond
from specviz.settings import DRAFTING, RunSettings
from specviz.ui import state
from specviz.ui.i18n import t

FIELDS = {f.name: f for f in fields(RunSettings)}
STEP = {"temperature": 0.1, "top_p": 0.05, "min_p": 0.01, "confidence": 0.05, "repetition_penalty": 0.05}
ROW = 96  # px: a number with its − and + buttons


def _key(name: str) -> str:
    return f"set_{name}"


def put(settings: RunSettings) -> None:
    """Makes `settings`, as far as this server allows them, the session's and shows them in the widgets.

    For callbacks: before the widgets are drawn.
    """
    st.session_state["settings"], lowered = limited(settings)
    state.note((*state.notes(), *lowered))
    for name in FIELDS:
        st.session_state.pop(_key(name), None)


def limits_line() -> None:
    """On a public server: what it allows, in one line."""
    if hosted():
        st.caption(t("hosted.limits", prompt=most("prompt"), k=most("k"), tokens=most("max_new_tokens"), **FIXED))


def settings_row(pairs: tuple[str, ...]) -> SpecvizError | None:
    """Draws prompt and the common settings side by side, the rest under "More"; `pairs` are those on offer.

    The session's settings follow the widgets. Returns what is wrong when they contradict each other; the session then
    keeps the last good ones.
    """
    values: dict[str, Any] = {"prompt": _text("prompt"), "method": _choice("method", width=150)}
    values["k"] = _number("k", width=ROW)
    values["temperature"] = _number("temperature", width=ROW + 16)
    values["seed"] = _number("seed", width=ROW + 16)
    with st.popover(t("setting.more")):
        values |= _more(values["method"], pairs)
    try:
        chosen = state.settings().but(**values)
        refuse_beyond(chosen)
        st.session_state["settings"] = chosen
    except SpecvizError as e:
        return e
    return None


def _more(method: str, pairs: tuple[str, ...]) -> dict[str, Any]:
    """The less common settings, in four groups. Those that the method does not use are shown, disabled."""
    out: dict[str, Any] = {}
    left, right = st.columns(2, gap="medium")
    with left:
        st.caption(t("setting.group.drafting"))
        out["repair"] = _choice("repair", flat=True)
        out["length_policy"] = _choice("length_policy", flat=True, disabled=method == "none")
        out["draft_choice"] = _choice("draft_choice", flat=True, disabled=method not in DRAFTING)
        adaptive = method in DRAFTING and out["length_policy"] == "adaptive"
        out["confidence"] = _number("confidence", disabled=not adaptive)
        looks_up = method in ("lookup", "lookup_first")
        shortest, longest, fallback = st.columns(3)
        with shortest:
            out["lookup_min"] = _number("lookup_min", disabled=not looks_up)
        with longest:
            out["lookup_max"] = _number("lookup_max", disabled=not looks_up)
        with fallback:
            out["fallback_k"] = _number("fallback_k", disabled=method != "lookup_first")
        st.caption(t("setting.group.machine"))
        out["pair"] = _choice("pair", options=pairs)
        out["prompt_format"] = _choice("prompt_format", flat=True)
    with right:
        st.caption(t("setting.group.sampling"))
        first, second = st.columns(2)
        with first:
            out["top_k"] = _number("top_k")
            out["min_p"] = _number("min_p")
        with second:
            out["top_p"] = _number("top_p")
            out["repetition_penalty"] = _number("repetition_penalty")
        st.caption(t("setting.group.ending"))
        first, second = st.columns(2)
        with first:
            out["max_new_tokens"] = _number("max_new_tokens")
        with second:
            out["min_new_tokens"] = _number("min_new_tokens")
        out["stop"] = _strings("stop")
        first, second = st.columns(2)
        with first:
            out["dtype"] = _choice("dtype", disabled=hosted())
        with second:
            out["device"] = _choice("device", options=("auto", "cpu", "cuda", "spread"), disabled=hosted())
    return out


def _seed(name: str) -> Any:
    """Gives a widget that is about to appear its value, and returns that value."""
    value = getattr(state.settings(), name)
    st.session_state.setdefault(_key(name), value)
    return value


def _text(name: str) -> str:
    _seed(name)
    return st.text_area(
        t(f"setting.{name}"),
        key=_key(name),
        height=68,
        max_chars=most(name),
        help=t(f"setting.{name}.help"),
    )


def _number(name: str, *, width: int | str = "stretch", disabled: bool = False) -> float | int:
    value = _seed(name)
    bounds = FIELDS[name].metadata
    kind = type(value)
    got = st.number_input(
        t(f"setting.{name}"),
        min_value=kind(bounds["lo"]),
        max_value=kind(most(name)),
        step=STEP.get(name, 1),
        format="%d" if kind is int else "%.2f",
        key=_key(name),
        help=t(f"setting.{name}.help"),
        width=width,
        disabled=disabled,
    )
    return value if got is None else kind(got)


def _choice(
    name: str,
    *,
    options: tuple[str, ...] = (),
    width: int | str = "stretch",
    flat: bool = False,
    disabled: bool = False,
) -> str:
    """One of the field's choices, or of `options` where it has none; a value that came by link stays on offer."""
    value = _seed(name)
    offered = FIELDS[name].metadata["choices"] or tuple(dict.fromkeys((*options, value)))
    words = {c: t(f"setting.{name}.{c}") if FIELDS[name].metadata["choices"] else c for c in offered}
    common = {
        "format_func": words.__getitem__,
        "key": _key(name),
        "help": t(f"setting.{name}.help"),
        "disabled": disabled,
    }
    if flat:
        return st.segmented_control(t(f"setting.{name}"), offered, required=True, width=width, **common)
    return st.selectbox(t(f"setting.{name}"), offered, width=width, **common)


def _strings(name: str) -> tuple[str, ...]:
    """A list of short strings; `\\n` typed as two characters means a line end."""
    written = [s.replace("\n", "\\n") for s in getattr(state.settings(), name)]
    st.session_state.setdefault(_key(name), written)
    got = st.multiselect(
        t(f"setting.{name}"),
        written,
        key=_key(name),
        accept_new_options=True,
        max_selections=FIELDS[name].metadata["max_len"],
        help=t(f"setting.{name}.help"),
    )
    return tuple(s.replace("\\n", "\n") for s in got)
