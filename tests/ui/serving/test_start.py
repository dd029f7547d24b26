"""Sockets that send at once, tried on sockets and in the real server; and the address a browser is opened at."""

import json
import socket
import urllib.request
from pathlib import Path

import pytest

from specviz.ui.serving.start import address, send_at_once
from tests.browser.app import server

APP = '''
import gc, socket
import streamlit as st
from starlette.responses import JSONResponse
from starlette.routing import Route
from specviz.ui.serving.start import started

async def delays(request):
    """The server's own connections: 1 where Nagle's algorithm is on."""
    port = st.get_option("server.port")
    found = [s for s in gc.get_objects() if type(s) is socket.socket and s.fileno() >= 0]
    mine = [s for s in found if s.family == socket.AF_INET and s.getsockname()[1] == port]
    connected = [s for s in mine if not s.getsockopt(socket.SOL_SOCKET, socket.SO_ACCEPTCONN)]
    return JSONResponse([int(not s.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)) for s in connected])

app = st.App("page.py", routes=[Route("/delays", delays)], lifespan=started)
'''


def no_delay(listening: socket.socket) -> bool:
    with socket.create_connection(listening.getsockname()), listening.accept()[0] as accepted:
        return bool(accepted.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY))


def test_what_a_listening_socket_accepts_sends_at_once() -> None:
    with socket.socket() as listening, socket.socket() as idle, socket.socket(type=socket.SOCK_DGRAM):
        socket.socket().close()
        listening.bind(("127.0.0.1", 0))
        listening.listen()
        assert not no_delay(listening)
        send_at_once()
        assert no_delay(listening)
        assert not idle.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)


def test_the_connections_of_the_real_server_send_at_once(tmp_path: Path) -> None:
    (tmp_path / "page.py").write_text("")
    (tmp_path / "app.py").write_text(APP)
    with server(tmp_path / "log", str(tmp_path / "app.py")) as base:
        assert json.load(urllib.request.urlopen(f"{base}/delays", timeout=20)) == [0]


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        ((None, 8501, "", False), "http://localhost:8501/"),
        (("127.0.0.1", 80, "", False), "http://127.0.0.1:80/"),
        (("0.0.0.0", 80, "/lab/", True), "https://localhost:80/lab"),
        (("::1", 80, "lab", False), "http://[::1]:80/lab"),
    ],
)
def test_the_address_a_browser_is_opened_at(given: tuple[str | None, int, str, bool], expected: str) -> None:
    assert address(*given) == expected
