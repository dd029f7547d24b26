"""One look for every chart: hues, margins, quiet interaction. Knows nothing about what is drawn.

Backgrounds are transparent and text is left to the page's theme, so that a figure is right in light and dark. The
hues are middle tones, readable on both: target blue and draft amber everywhere, one hue per fate. No figure relies on
hue alone: bars carry their number, lines their dash and name.
"""

import plotly.graph_objects as go

TARGET = "#3f7ae0"
DRAFT = "#c27a12"
ACCEPTED = "#2b9a57"
REJECTED = "#d4504a"
REPLACEMENT = TARGET
BONUS = "#8b5cf6"
QUIET_GREY = "#838b97"


def hatched(hue: str, shape: str = "/") -> dict[str, object]:
    """A bar's marker with light stripes over its hue, so that it is told apart without colour."""
    pattern = {"shape": shape, "fillmode": "overlay", "fgcolor": "rgba(255,255,255,.38)", "size": 9, "solidity": 0.25}
    return {"color": hue, "pattern": pattern}


TERM_HUES = {"draft": DRAFT, "verify": TARGET, "repair": BONUS, "overhead": QUIET_GREY}
"""The four parts of a round's time."""

QUIET = {"displayModeBar": False, "scrollZoom": False, "doubleClick": False}
"""Plotly configuration of every chart: no tool bar, the page scrolls over it."""


def figure(
    *, height: int = 320, x: str = "", y: str = "", legend: bool = True, x_log: bool = False, y_log: bool = False
) -> go.Figure:
    """An empty figure in the house style. `x`, `y`: axis titles with their unit."""
    axis = {"fixedrange": True, "automargin": True, "zeroline": False, "gridcolor": "rgba(128,128,128,.22)"}
    layout = {  # all at once: each later update would search the figure again
        "height": height,
        "margin": {"l": 8, "r": 12, "t": 34 if legend else 12, "b": 8},
        "paper_bgcolor": "rgba(0,0,0,0)",
        "plot_bgcolor": "rgba(0,0,0,0)",
        "showlegend": legend,
        "legend": {
            "orientation": "h",
            "x": 0,
            "y": 1.02,
            "yanchor": "bottom",
            "itemclick": False,
            "traceorder": "normal",
        },
        "dragmode": False,
        "bargap": 0.22,
        "font": {"size": 13},
        "hoverlabel": {"namelength": -1},
        "xaxis": {"title": {"text": x}, "type": "log" if x_log else None, **axis},
        "yaxis": {"title": {"text": y}, "type": "log" if y_log else None, **axis},
    }
    return go.Figure(layout=layout)


def level(shown: go.Figure, y: float, text: str) -> None:
    """A horizontal line that means something: break-even, a roof."""
    shown.add_hline(y=y, line={"color": QUIET_GREY, "width": 1.5, "dash": "dash"})
    shown.add_annotation(
        x=1, xref="paper", xanchor="right", y=y, yanchor="bottom", text=text, showarrow=False,
        font={"color": QUIET_GREY, "size": 12},
    )  # fmt: skip


def mark(shown: go.Figure, x: float, y: float, name: str, hue: str, symbol: str = "circle") -> None:
    """The reader's own point on a curve."""
    shown.add_scatter(
        x=[x], y=[y], name=name, mode="markers", hovertemplate=f"{name}<br>%{{x:.4g}}, %{{y:.4g}}<extra></extra>",
        marker={"color": hue, "size": 13, "symbol": symbol, "line": {"width": 2, "color": "rgba(255,255,255,.85)"}},
    )  # fmt: skip
