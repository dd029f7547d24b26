"""Opening a lesson without a browser, and what is drawn on it."""

from streamlit.testing.v1 import AppTest

from tests.pages.lab import open_page


def opened(slug: str, **query: str) -> AppTest:
    """The lesson `slug`, reached by a link with `query`; nothing may have gone wrong."""
    at = open_page(slug, **query)
    assert not at.exception, [e.value for e in at.exception]
    assert not at.error, [e.value for e in at.error]
    return at


def drawn(at: AppTest) -> str:
    """All pictures of the page (HTML and SVG, without style sheets) and its Markdown, one after another."""
    html = [h.proto.body for h in at.get("html") if "<style" not in h.proto.body]
    return "\n".join([*html, *(m.value for m in at.markdown)])
