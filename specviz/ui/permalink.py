"""The complete link to what a reader sees, defaults included so that it outlives a change of defaults. Pure."""

from urllib.parse import urlencode, urlsplit, urlunsplit

from specviz.settings import RunSettings, View, to_query


def query_of(settings: RunSettings | None, view: View) -> dict[str, str]:
    """URL parameters for a run's settings and view; without settings, for a recorded trace named in the view."""
    return to_query((view,) if settings is None else (settings, view))


def link(base: str, query: dict[str, str]) -> str:
    """`base` (the address the reader came by, its own query dropped) with `query`."""
    parts = urlsplit(base)
    return urlunsplit((parts.scheme, parts.netloc, parts.path, urlencode(query), ""))


def page_of(address: str, slug: str) -> str:
    """The address of another page of the app that `address` is a page of; `slug` "" for its first screen."""
    parts = urlsplit(address)
    return urlunsplit((parts.scheme, parts.netloc, f"{parts.path.rpartition('/')[0]}/{slug}", "", ""))


def is_local(address: str) -> bool:
    """Whether only the machine that serves it can open `address`."""
    host = urlsplit(address).hostname or ""
    return host in ("", "localhost", "::1") or host.startswith("127.")
