"""Pictures made of plain HTML or SVG on a page. What is in them comes from `specviz.figures`."""

import streamlit as st

from specviz.paths import ASSETS


def picture(html: str, key: str) -> None:
    """Draws the HTML of a figure; `key` names its place on the page. Sideways scroll stays inside the picture."""
    with st.container(key=f"pic_{key}"):
        st.html(ASSETS / "ui" / "pictures.css")
        st.html(f'<div class="pc-frame">{html}</div>')


def drawing(svg: str, key: str) -> None:
    """Draws an SVG: `st.html` would drop it, Markdown keeps it."""
    with st.container(key=f"pic_{key}"):
        st.html(ASSETS / "ui" / "pictures.css")
        st.markdown(svg, unsafe_allow_html=True)
