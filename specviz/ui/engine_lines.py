"""What to type for other engines, one line under the other."""

import streamlit as st


def engine_lines(lines: dict[str, str]) -> None:
    """`lines`: engine → its command line (`bench.engines.command_lines`)."""
    for engine, line in lines.items():
        st.caption(engine)
        st.code(line, language=None, wrap_lines=True)
