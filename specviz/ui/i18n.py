"""The reader's language: which one it is, and sentences in it.

The language lives in the session's `View`, so it survives page switches and travels in a link. Pages call `t` for a
sentence and `problem` for an error; neither ever holds prose.
"""

import streamlit as st

from specviz.errors import SpecvizError
from specviz.words import LANGUAGES, say

NAMES = {"en": "EN", "zh": "中文"}  # each language names itself


def from_browser(locale: str | None) -> str:
    """The language to start in for a browser that asks for `locale` (e.g. "zh-CN"); English when it is not ours."""
    short = (locale or "").split("-")[0].lower()
    return short if short in LANGUAGES else "en"


def lang() -> str:
    """The language in use."""
    return st.session_state["view"].lang


def t(key: str, **params: object) -> str:
    """The sentence `key` in the reader's language. Raises `KeyError` for a key no catalogue has."""
    return say(key, lang(), **params)


def problem(error: SpecvizError, *, note: bool = False) -> None:
    """Shows an error (or, with `note`, a correction that was made for the reader) as one message."""
    (st.warning if note else st.error)(error.in_language(lang()), icon="⚠️")


def language_switch() -> None:
    """The control that changes the language anywhere, in the frame of every page."""

    def chosen() -> None:
        st.session_state["view"] = st.session_state["view"].but(lang=st.session_state["w_lang"])

    st.session_state["w_lang"] = lang()
    st.segmented_control(
        t("ui.language"),
        LANGUAGES,
        required=True,
        format_func=NAMES.__getitem__,
        key="w_lang",
        on_change=chosen,
        label_visibility="collapsed",
    )
