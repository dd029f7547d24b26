"""A figure on a page: quiet, theme-aware, with words for those who cannot see it."""

import plotly.graph_objects as go
import streamlit as st

from specviz.figures.style import QUIET


def chart(figure: go.Figure, key: str, alt: str) -> None:
    """Draws `figure`. `alt` says in a sentence what it shows, with its numbers."""
    st.plotly_chart(figure, key=key, config=QUIET, alt=alt)
