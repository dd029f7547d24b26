"""Small pieces of HTML that the pictures of lessons share: token chips, bars on a log scale, printed sizes.

Every text is escaped here. Classes are those of `assets/ui/pictures.css`.
"""

from html import escape
from math import floor, log10

GLYPHS = {"accepted": "✓", "rejected": "✗", "unjudged": "·", "replacement": "↺", "bonus": "★"}


def chip(text: str, fate: str = "plain", *, title: str = "") -> str:
    """A token as a chip. `fate`: one of `GLYPHS`, `prompt`, `draft`, `target` or `plain`."""
    mark = f"<i>{GLYPHS[fate]}</i>" if fate in GLYPHS else ""
    tip = f' title="{escape(title)}"' if title else ""
    return f'<span class="pc-chip pc-{fate}"{tip}>{escape(text)}{mark}</span>'


def log_bar(value: float, low: float, high: float, kind: str = "target") -> str:
    """A bar whose length is the place of `value` between `low` and `high` on a log scale; empty at or below `low`."""
    share = 0.0 if value <= low else min(1.0, log10(value / low) / log10(high / low))
    return f'<span class="pc-track"><b class="pc-bar pc-bar-{kind}" style="width:{100 * share:.1f}%"></b></span>'


def power(x: float) -> str:
    """A size over many decades: `0`, `3.8·10⁻⁶`, `0.042`, `2.31`."""
    if x == 0:
        return "0"
    if 0.01 <= abs(x) < 1000:
        return f"{x:.3g}"
    exponent = floor(log10(abs(x)))
    digits = f"{x / 10.0**exponent:.1f}"
    if digits == "10.0":
        exponent, digits = exponent + 1, "1.0"
    return f"{digits}·10{''.join('⁰¹²³⁴⁵⁶⁷⁸⁹'[int(c)] if c.isdigit() else '⁻' for c in str(exponent))}"


def size(bytes_: float) -> str:
    """A number of bytes in the decimal unit that leaves one to three digits before the point."""
    for unit, scale in (("GB", 1e9), ("MB", 1e6), ("kB", 1e3)):
        if bytes_ >= scale:
            return f"{bytes_ / scale:.3g} {unit}"
    return f"{bytes_:.0f} B"
