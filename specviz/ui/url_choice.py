"""One of a few options, kept in the URL by its language-free id; and a place in something whose length varies.

Streamlit's own `bind="query-params"` writes the label of an option, which changes with the language; a link made in
one language would be lost in the other. So the value is seeded from the URL here, and written back.
"""

from collections.abc import Callable

import streamlit as st

from specviz.ui.i18n import t
from specviz.ui.inputs import Choice


def buttons(choice: Choice, say: Callable[[str], str] | None = None, *, label: str = "") -> str:
    """The chosen option, as buttons side by side. `say` words an option; default `input.<name>.<option>`.

    `label` replaces `input.<name>`. A value in the URL that is no option is left to `refuse_link`.
    """
    _seed(choice)
    words = _words(choice, say or (lambda option: t(f"input.{choice.name}.{option}")))
    value = st.segmented_control(
        label or t(f"input.{choice.name}"), choice.options, required=True, format_func=words, key=choice.key
    )
    return _keep(choice, value)


def dropdown(choice: Choice, say: Callable[[str], str], *, label: str = "") -> str:
    """The chosen option, from a list; for many options or long words."""
    _seed(choice)
    words = _words(choice, say)
    value = st.selectbox(label or t(f"input.{choice.name}"), choice.options, format_func=words, key=choice.key)
    return _keep(choice, value)


def place(
    label: str, key: str, low: int, high: int, default: int, *, tip: str = "", moved: Callable[[], None] | None = None
) -> int:
    """A whole number from `low` to `high` as a slider; `default` where neither session nor URL has one that fits.

    For ranges that depend on what is shown: a bound widget would drop a value the range has not reached yet.
    """
    linked = st.query_params.get(key, "")
    held = st.session_state.get(key, int(linked) if linked.isdigit() and len(linked) < 7 else default)
    if high <= low:
        return low
    st.session_state[key] = min(high, max(low, held))
    value = st.slider(label, low, high, key=key, help=tip or None, on_change=moved)
    st.query_params[key] = str(value)
    return value


def _words(choice: Choice, say: Callable[[str], str]) -> Callable[[str], str]:
    """The words of all options, fixed now: Streamlit asks for them again where no session is at hand."""
    return {option: say(option) for option in choice.options}.__getitem__


def _seed(choice: Choice) -> None:
    if choice.key not in st.session_state:
        linked = st.query_params.get(choice.key)
        st.session_state[choice.key] = linked if linked in choice.options else choice.default


def _keep(choice: Choice, value: str) -> str:
    if value == choice.default:
        st.query_params.pop(choice.key, None)
    elif st.query_params.get(choice.key) != value:
        st.query_params[choice.key] = value
    return value
