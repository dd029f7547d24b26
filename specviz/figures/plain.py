"""Hostile text made harmless for Markdown and Plotly: both read markup, and both decode character entities."""

import re

_ACTIVE = re.compile(r"[\\`*_{}\[\]()#+\-.!|<>&$:~^\"'=%@/\n\r\t]")


def plain(text: str) -> str:
    """`text` with every character that Markdown, LaTeX or Plotly could act on written as an entity.

    It looks the same and does nothing: no emphasis, link, formula, tag, emoji code or table. Line ends become
    entities too, so that a token cannot start a list.
    """
    return _ACTIVE.sub(lambda m: f"&#{ord(m[0])};", text)
