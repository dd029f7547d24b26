"""Jobs: what is left of one that is stopped."""

import pytest
import streamlit as st

from specviz.settings import RunSettings
from specviz.trace import Trace
from specviz.ui import resources, runs
from specviz.ui.runs import Fork, Job

SETTINGS = RunSettings(max_new_tokens=12)


@pytest.fixture
def base(monkeypatch: pytest.MonkeyPatch) -> Trace:
    monkeypatch.setattr(st, "session_state", {})
    monkeypatch.setattr(resources, "_owner", lambda: "a reader")
    return resources.make_trace(SETTINGS, tuple(resources.rounds_after(SETTINGS, ())))


def test_a_what_if_stopped_before_its_first_round_leaves_nothing_to_compare(base: Trace) -> None:
    fork = Fork(base, at=1, change="u", said="")
    st.session_state["job"] = Job(SETTINGS, base.rounds[:1], fork=fork)
    runs._stop()
    assert st.session_state["job"] is None
    assert "fork" not in st.session_state
    st.session_state["job"] = Job(SETTINGS, base.rounds[:2], fork=fork)
    runs._stop()
    assert st.session_state["fork"].trace.rounds == base.rounds[:2]
