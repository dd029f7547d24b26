"""Escaped text has no character left that Markdown, LaTeX or Plotly acts on, and reads the same."""

from html import unescape

from hypothesis import given
from hypothesis import strategies as st

from specviz.figures.plain import plain

ACTIVE = set("\\`*_{}[]()#+-.!|<>$:~^\"'=%@/\n\r\t")


@given(st.text())
def test_nothing_active_is_left_and_the_text_is_the_same(text: str) -> None:
    safe = plain(text)
    rest = safe
    for c in {c for c in text if c in ACTIVE | {"&"}}:
        rest = rest.replace(f"&#{ord(c)};", "")
    assert not ACTIVE & set(rest)
    if "\r" not in text and "\x00" not in text:  # an entity cannot name these two
        assert unescape(safe) == text
