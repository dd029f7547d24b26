"""Inputs of the calculators: each is a widget, a URL parameter and a range, declared once as a `Field`.

The widget's key is the URL parameter. A slider cannot leave its range by hand; a typed number can, and so can a link:
both are checked here and refused with the range. Labels are `input.<name>` and `input.<name>.help` of the catalogue,
where <name> is the key without its page's prefix.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import isfinite

import streamlit as st

from specviz.errors import SpecvizError
from specviz.ui import permalink
from specviz.ui.i18n import lang, problem, t


@dataclass(frozen=True)
class Field:
    """A number the reader sets. `key`: `<page prefix>_<name>`. Whole when `default` is an int."""

    key: str
    default: float
    low: float
    high: float
    step: float = 0.01
    format: str | None = None

    @property
    def name(self) -> str:
        return self.key.split("_", 1)[1]

    def check(self, value: float | None) -> float:
        """`value` if it is in the range; else `input_range`, with the value and the range."""
        if value is None or not isfinite(value) or not self.low <= value <= self.high:
            shown = "–" if value is None else f"{value:g}"
            raise SpecvizError("input_range", name=t(f"input.{self.name}"), value=shown, lo=self.low, hi=self.high)
        return value


@dataclass(frozen=True)
class Choice:
    """One of `options` (language-free ids)."""

    key: str
    options: Sequence[str]
    default: str

    @property
    def name(self) -> str:
        return self.key.split("_", 1)[1]


@dataclass(frozen=True)
class Steps:
    """A whole number out of a rising list."""

    key: str
    options: Sequence[int]
    default: int

    @property
    def name(self) -> str:
        return self.key.split("_", 1)[1]


Input = Field | Choice | Steps

BATCHES = (1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 48, 64, 96, 128, 192, 256, 384, 512, 1024)
CONTEXTS = (0, 256, 512, 1024, 2048, 4096, 8192, 16_384, 32_768, 65_536, 131_072)


def slider(field: Field) -> float:
    """The value of a slider bound to the URL."""
    return st.slider(
        t(f"input.{field.name}"), field.low, field.high, field.default, field.step,
        key=field.key, bind="query-params", format=field.format, help=t(f"input.{field.name}.help"),
    )  # fmt: skip


def steps(choice: Steps) -> int:
    """One of a rising list of whole numbers, as a slider that stops at each; bound to the URL."""
    return st.select_slider(
        t(f"input.{choice.name}"), choice.options, value=choice.default, key=choice.key, bind="query-params",
        format_func=str, help=t(f"input.{choice.name}.help"),
    )  # fmt: skip


def typed(field: Field) -> float:
    """The value of a number that is typed, bound to the URL. Raises `input_range` outside the field's range."""
    value = st.number_input(
        t(f"input.{field.name}"), value=field.default, step=field.step, format=field.format,
        key=field.key, bind="query-params", help=t(f"input.{field.name}.help"),
    )  # fmt: skip
    return field.check(value)


def pick(choice: Choice, say: Callable[[str], str] | None = None, *, shown: bool = True) -> str:
    """One of a few options as buttons. `say` words an option; default `input.<name>.<option>`."""
    words = {option: say(option) if say else t(f"input.{choice.name}.{option}") for option in choice.options}
    _from_url(choice)
    chosen = st.segmented_control(
        t(f"input.{choice.name}"), choice.options, required=True, format_func=words.__getitem__, key=choice.key,
        persist_state="session", label_visibility="visible" if shown else "collapsed", wrap=True,
    )  # fmt: skip
    return _to_url(choice, chosen)


def select(choice: Choice, say: Callable[[str], str], *, label: str = "") -> str:
    """One of many options as a list that can be searched. `label` stands for `input.<name>` and its help."""
    words = {option: say(option) for option in choice.options}
    _from_url(choice)
    chosen = st.selectbox(
        label or t(f"input.{choice.name}"), choice.options, format_func=words.__getitem__, key=choice.key,
        persist_state="session", help=None if label else t(f"input.{choice.name}.help"),
    )  # fmt: skip
    return _to_url(choice, chosen)


def current(choice: Choice) -> str:
    """The option in force where its widget is not on the page."""
    _from_url(choice)
    return st.session_state[choice.key]


def _from_url(choice: Choice) -> None:
    """Gives the widget the option named in the URL when that is news; Streamlit's own binding writes words there."""
    raw, seen = st.query_params.get(choice.key), f"{choice.key}:url"
    if raw in choice.options and raw != st.session_state.get(seen):
        st.session_state[choice.key] = raw
    elif choice.key not in st.session_state:
        st.session_state[choice.key] = choice.default
    st.session_state[seen] = raw


def _to_url(choice: Choice, chosen: str | None) -> str:
    value = chosen or choice.default
    raw = None if value == choice.default else value
    if raw is None:
        st.query_params.pop(choice.key, None)
    elif st.query_params.get(choice.key) != raw:
        st.query_params[choice.key] = raw
    st.session_state[f"{choice.key}:url"] = raw
    return value


def refuse_link(fields: Sequence[Input]) -> None:
    """Says which parameters of the link were out of range or unknown; Streamlit would drop them in silence.

    Call it before the widgets are made: they start at their defaults in that case.
    """
    for field in fields:
        raw = st.query_params.get(field.key)
        if raw is None:
            continue
        try:
            _check_raw(field, raw)
        except SpecvizError as error:
            problem(error, note=True)


def _check_raw(field: Input, raw: str) -> None:
    if not isinstance(field, Field):
        options = [str(option) for option in field.options]
        if raw not in options:
            raise SpecvizError(
                "setting_choice", name=t(f"input.{field.name}"), value=raw[:40], choices=", ".join(options)
            )
        return
    try:
        value = float(raw)
    except ValueError:
        kind = "int" if isinstance(field.default, int) else "float"
        raise SpecvizError("setting_type", name=t(f"input.{field.name}"), value=raw[:40], kind=kind) from None
    field.check(value)


def page_link(fields: Sequence[Input], **more: str) -> str:
    """The complete link to what the reader sees: every field that has a value, and the language."""
    keys = [key for f in fields for key in (f.key, f"{f.key}_json")]  # the second: a config pasted for that choice
    state = {key: str(st.session_state[key]) for key in keys if st.session_state.get(key) not in (None, "")}
    return permalink.link(st.context.url or "", {"lang": lang(), **state, **more})
