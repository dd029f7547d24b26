"""A histogram of the engine's own tokens, watched while it grows, beside the band a correct engine keeps to.

Draws come in batches while the reader looks; a batch is one run of a fragment, so any control interrupts it.
"""

from dataclasses import dataclass, replace

import numpy as np
import streamlit as st

from specviz.figures.convergence import distance_chart
from specviz.figures.numbers import prob
from specviz.figures.watched import watched_chart
from specviz.theory.enumerate import total_variation
from specviz.theory.sampling_noise import expected_distance
from specviz.theory.watch import band, chi_square, outside
from specviz.ui import faulty
from specviz.ui.charts import chart
from specviz.ui.fault_texts import fault_text
from specviz.ui.i18n import lang, t
from specviz.ui.inputs import Choice, Field, Steps, select, steps, typed
from specviz.ui.provenance import number

NONE = "none"
LAW_FAULTS = (
    "resample_p", "resample_q", "softmax_residual", "absolute_residual", "swapped_residual", "argmax_residual",
    "inverted_ratio", "over_p_max", "two_chances", "two_samples_agree", "one_u", "one_for_both", "summed_keys",
    "argmax_judged_soft", "other_temperature", "top_k_judged_raw", "withholds", "once_per_block", "rows_shifted",
    "residual_row_before", "residual_row_after", "first_unverified", "bonus_row",
)  # fmt: skip
FAULT = Choice("ls_engine", (NONE, *LAW_FAULTS), NONE)
ANNOUNCED = Steps("ls_announced", (500, 2000, 5000, 20_000), 2000)
SEED = Field("ls_watch_seed", 0, 0, 999, 1)
BATCH, TICK = 100, 0.3
HELD = "ls_watch"


@dataclass(frozen=True)
class Watch:
    """Draws so far of one build under one seed, and the distance from the right law after each batch."""

    key: tuple[str, int, int]
    counts: tuple[int, ...] = ()
    distances: tuple[tuple[int, float], ...] = ()
    strayed: int = 0
    """Draws after which a frequency first left the band; 0: never."""

    @property
    def n(self) -> int:
        return sum(self.counts)


def show_watch() -> None:
    """Controls, then the picture, which redraws itself while draws come in."""
    left, middle, right = st.columns([4, 3, 2], vertical_alignment="bottom")
    with left:
        chosen = select(FAULT, _name)
    with middle:
        announced = steps(ANNOUNCED)
    with right:
        seed = int(typed(SEED))
    key = ("" if chosen == NONE else chosen, announced, seed)
    held = st.session_state.get(HELD)
    if held is None or held.key != key:
        st.session_state[HELD] = Watch(key)
    running = _running()
    st.fragment(_picture, run_every=TICK if running else None)(running)
    if key[0]:
        st.markdown(fault_text(key[0], lang()).does)


def _name(fault: str) -> str:
    return t("lossless.correct") if fault == NONE else fault_text(fault, lang()).title


def _running() -> bool:
    held: Watch = st.session_state[HELD]
    return bool(st.session_state.get("ls_drawing")) and held.n < held.key[1]


def _toggle() -> None:
    st.session_state["ls_drawing"] = not _running()


def _again() -> None:
    st.session_state["ls_drawing"] = False
    st.session_state[HELD] = Watch(st.session_state[HELD].key)


def _picture(ticking: bool) -> None:
    """One batch, if drawing; then what there is. Draw and Pause run the fragment alone: the page must start and stop
    its clock, `ticking`."""
    if _running() != ticking:
        st.rerun()
    with st.spinner(t("ui.catalogue")):
        found = faulty.laws(st.session_state[HELD].key[0])
    if ticking:
        st.session_state[HELD] = _with_batch(st.session_state[HELD], found)
    held: Watch = st.session_state[HELD]
    with st.container(horizontal=True, vertical_alignment="center"):
        word = "pause" if _running() else "draw"
        st.button(
            t(f"lossless.{word}"), key="ls_draw", type="primary", on_click=_toggle, disabled=held.n >= held.key[1]
        )
        st.button(t("lossless.again"), key="ls_again", on_click=_again, disabled=not held.n)
        st.progress(held.n / held.key[1], t("lossless.progress", n=held.n, announced=held.key[1]))
    _charts(held, found)
    _numbers(held, found)
    if ticking and not _running():
        st.rerun()


def _with_batch(held: Watch, found: faulty.Laws) -> Watch:
    fault, announced, seed = held.key
    batch = min(BATCH, announced - held.n)
    new = faulty.counts(fault, 1_000_000 * seed + held.n, batch)
    counts = tuple(int(c) for c in new + (np.array(held.counts) if held.counts else 0))
    n = held.n + batch
    distance = float(total_variation(np.array(counts) / n, found.right))
    strayed = held.strayed or (n if outside(counts, found.right, announced=announced) else 0)
    return replace(held, counts=counts, distances=(*held.distances, (n, distance)), strayed=strayed)


def _charts(held: Watch, found: faulty.Laws) -> None:
    left, right = st.columns([3, 2])
    announced = held.key[1]
    shares = [c / held.n for c in held.counts] if held.n else [0.0] * len(found.cells)
    out = outside(held.counts, found.right, announced=announced) if held.n else []
    edges = band(found.right, held.n, announced=announced) if held.n else None
    exact = found.emitted if held.key[0] else None
    with left:
        alt = t("lossless.alt.watch", n=held.n, out=len(out))
        chart(watched_chart(found.cells, shares, found.right, edges, out, exact, lang()), "ls_histogram", alt)
    with right:
        if not held.distances:
            st.caption(t("lossless.none"))
            return
        at = [n for n, _ in held.distances]
        chance = [expected_distance(found.right, n) for n in at]
        far = [d for _, d in held.distances]
        alt = t("lossless.alt.distance", n=held.n, distance=prob(far[-1]))
        chart(distance_chart(at, far, chance, found.distance, lang()), "ls_distance", alt)


def _numbers(held: Watch, found: faulty.Laws) -> None:
    announced = held.key[1]
    done = held.n >= announced
    statistic, df, p = chi_square(held.counts, found.right) if done else (0.0, 0, 1.0)
    distance = prob(held.distances[-1][1]) if held.distances else "–"
    noise = prob(expected_distance(found.right, held.n)) if held.n else "–"
    values = (
        ("distance", distance, "measured", {"noise": noise}),
        ("strayed", str(held.strayed) if held.strayed else t("lossless.strayed.never"), "measured", {}),
        ("exact", prob(found.distance) if found.distance > 1e-6 else "0", "computed", {}),
        ("p_value", prob(p) if done else t("lossless.p_value.later", n=announced), "computed",
         {"statistic": f"{statistic:.1f}" if done else "–", "df": df if done else "–"}),
    )  # fmt: skip
    for column, (name, value, kind, more) in zip(st.columns(4), values, strict=True):
        with column:
            number(t(f"lossless.{name}"), value, kind, help=t(f"lossless.{name}.help", **more))
