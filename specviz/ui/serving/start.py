"""When the server starts: its sockets send at once, and a browser opens where somebody sits before it."""

import asyncio
import gc
import socket
import webbrowser
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import streamlit as st

_WHERE = ("server.address", "server.port", "server.baseUrlPath", "server.sslCertFile")


@asynccontextmanager
async def started(_: st.App) -> AsyncIterator[None]:
    """The lifespan of the app. `streamlit run` opens no browser for a script that makes an `st.App`: this does."""
    send_at_once()
    if not st.get_option("server.headless"):
        host, port, base, certificate = map(st.get_option, _WHERE)
        asyncio.get_running_loop().call_soon(webbrowser.open, address(host, port, base, bool(certificate)))
    yield


def send_at_once() -> None:
    """Nagle's algorithm off for every connection to a TCP socket on which this process listens.

    Streamlit hands the server a socket of its own, which asyncio does not know for TCP (its `proto` is 0), so that
    Nagle's algorithm stays on (github.com/Kludex/uvicorn/issues/3149): the second part of every answer, and of
    every burst of messages, waits until the browser has acknowledged the first, which takes it 40 ms and more.
    An accepted connection inherits the setting of the socket it came to.
    """
    for it in gc.get_objects():
        if type(it) is socket.socket and it.family in (socket.AF_INET, socket.AF_INET6) and _listens(it):
            it.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)


def _listens(it: socket.socket) -> bool:
    return it.fileno() >= 0 and bool(it.getsockopt(socket.SOL_SOCKET, socket.SO_ACCEPTCONN))


def address(host: str | None, port: int, base: str, secure: bool) -> str:
    """Where a browser on this machine finds a server that listens on `host` (None: on everything)."""
    name = "localhost" if host in (None, "", "0.0.0.0", "::") else f"[{host}]" if ":" in host else host
    return f"{'https' if secure else 'http'}://{name}:{port}/{base.strip('/')}"
