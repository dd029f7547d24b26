"""Where the report on the page comes from: a run the reader starts, a file, or the recorded one."""

import streamlit as st

from specviz.bench import report as files
from specviz.bench.report import Report
from specviz.errors import SpecvizError
from specviz.hosting import hosted
from specviz.paths import ASSETS
from specviz.settings import RunSettings
from specviz.ui import resources
from specviz.ui.i18n import problem, t
from specviz.ui.inputs import Choice, Field, pick, refuse_link, select, typed
from specviz.ui.measure.job import measure

RECORDED = ASSETS / "benchmarks" / "tiny.json"
METHOD = Choice("m_method", ("draft", "lookup", "lookup_first"), "draft")
K = Field("m_k", 0, 0, 16, 1)
TEMPERATURE = Field("m_temperature", 0.0, 0.0, 2.0, 0.1, "%.1f")
TOKENS = Field("m_new", 48, 4, 256, 4)
PROMPTS = Field("m_prompts", 2, 1, 6, 1)
TURNS = Field("m_turns", 2, 1, 9, 1)
FIELDS = (METHOD, K, TEMPERATURE, TOKENS, PROMPTS, TURNS)


def report() -> Report | None:
    """The report to show. A run or a file that fails leaves the one before."""
    refuse_link(FIELDS)
    with st.expander(t("measure.choose"), expanded=True):
        _form()
        _upload()
    return st.session_state.get("m_report") or recorded()


@st.cache_resource(show_spinner=False)
def recorded() -> Report | None:
    """The benchmark that ships with specviz."""
    return files.read(RECORDED.read_bytes()) if RECORDED.is_file() else None


def _form() -> None:
    if hosted():
        st.info(t("measure.hosted"))
        return
    pair_column, method_column, *numbers = st.columns([2, 2, 1, 1, 1, 1, 1])
    pairs = resources.pairs()
    with pair_column:
        pair = pick(Choice("m_pair", pairs, pairs[0]), str)
    with method_column:
        method = select(METHOD, lambda m: t(f"input.method.{m}"), label=t("input.method"))
    values = []
    try:
        for column, field in zip(numbers, (K, TEMPERATURE, TOKENS, PROMPTS, TURNS), strict=True):
            with column:
                values.append(typed(field))
    except SpecvizError as error:
        problem(error)
        return
    k, temperature, tokens, prompts, turns = values
    peers = st.toggle(t("input.peers"), key="m_peers_on", bind="query-params", help=t("input.peers.help"))
    if not st.button(t("measure.run"), type="primary", key="m_run", help=t("measure.run.help")):
        return
    settings = RunSettings(
        pair=pair, method=method, temperature=float(temperature), max_new_tokens=int(tokens), dtype="float32"
    )
    done = measure(
        settings, k=int(k) or None, prompts=int(prompts), turns=int(turns), peers=peers and not temperature
    )
    if done is not None:
        st.session_state["m_report"] = done


def _upload() -> None:
    file = st.file_uploader(t("measure.file"), type="json", key="m_file", max_upload_size=2)
    if file is None:
        st.session_state.pop("m_file_seen", None)
        return
    if st.session_state.get("m_file_seen") == file.file_id:
        return
    st.session_state["m_file_seen"] = file.file_id
    try:
        st.session_state["m_report"] = files.read(file.getvalue())
    except SpecvizError as error:
        problem(error)
