"""A run out of and into the page: link, trace file, candidates as CSV, offline page; and a trace file back in."""

from collections.abc import Callable

import segno
import streamlit as st

from specviz.errors import SpecvizError
from specviz.figures.offline import offline_html
from specviz.trace import MAX_BYTES, Trace, read, write
from specviz.ui import permalink, state
from specviz.ui.candidate_rows import candidate_rows, to_csv
from specviz.ui.class_link import class_options
from specviz.ui.i18n import lang, t


def share_panel(trace: Trace, query: dict[str, str] | None) -> None:
    """The complete link (`query`, or None for a trace that has none) and the downloads."""
    if query is None:
        st.caption(t("ui.share.none"))
    else:
        with st.expander(t("class.title")):
            page, options = class_options()
        address = permalink.link(permalink.page_of(st.context.url or "", page), query | options)
        st.caption(t("ui.share.link"))
        st.code(address, language=None, wrap_lines=True)
        _for_the_room(address)
    with st.container(horizontal=True):
        _download("trace", lambda: write(trace), "application/json", "json")
        _download("csv", lambda: to_csv(candidate_rows(trace)), "text/csv", "csv")
        words, questions = lang(), state.view().predict
        _download("html", lambda: offline_html(trace, words, predict=questions).encode(), "text/html", "html")


def _for_the_room(address: str) -> None:
    """The link as a QR code; an address that only this machine understands, or too long a one, gets advice."""
    if permalink.is_local(address):
        st.caption(t("ui.share.local"))
        return
    try:
        code = segno.make(address)
    except segno.DataOverflowError:
        st.caption(t("ui.share.long"))
        return
    st.image(code.svg_inline(scale=4, border=2, light="white"), width=300)


def _download(name: str, data: Callable[[], bytes], mime: str, suffix: str) -> None:
    """A button that makes its file when it is pressed."""
    st.download_button(
        t(f"ui.download.{name}"), data, f"specviz.{suffix}", mime, key=f"download_{name}", on_click="ignore"
    )


def import_box(opened: Callable[[Trace], None]) -> None:
    """Takes a trace file; `opened` gets it once it has been validated, a bad one is refused with its reason."""

    def arrived() -> None:
        file = st.session_state["import"]
        if file is None:
            return
        try:
            opened(read(file.getvalue()))
        except SpecvizError as e:
            state.fail(e)

    st.file_uploader(
        t("ui.import"),
        type="json",
        key="import",
        on_change=arrived,
        help=t("ui.import.help"),
        max_upload_size=MAX_BYTES // 1_000_000,
    )
