"""A package index of one wheel on this machine, as slow as a test needs it: pip talks to it as to any other."""

import threading
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

NAME, VERSION = "test-model", "1.0"


def make_wheel(folder: Path, member: str, content: bytes) -> Path:
    """An uncompressed wheel with one file in it."""
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / "test_model-1.0-py3-none-any.whl"
    info = "test_model-1.0.dist-info"
    with zipfile.ZipFile(path, "w") as wheel:
        wheel.writestr(member, content)
        wheel.writestr(f"{info}/METADATA", f"Metadata-Version: 2.1\nName: {NAME}\nVersion: {VERSION}\n")
        wheel.writestr(f"{info}/WHEEL", "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n")
        wheel.writestr(f"{info}/RECORD", "")
    return path


@contextmanager
def serving(wheel: Path, hold: threading.Event | None = None) -> Iterator[str]:
    """The address of an index with this wheel. With `hold`, half of it is sent and the rest when `hold` is set."""

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            if self.path.endswith(".whl"):
                data = wheel.read_bytes()
                self._head("application/octet-stream", len(data))
                half = len(data) // 2 if hold else len(data)
                self.wfile.write(data[:half])
                if hold:
                    hold.wait(30)
                    self.wfile.write(data[half:])
            else:
                page = f'<a href="/{wheel.name}">{wheel.name}</a>'.encode()
                self._head("text/html", len(page))
                self.wfile.write(page)

        def _head(self, kind: str, length: int) -> None:
            self.send_response(200)
            self.send_header("Content-Type", kind)
            self.send_header("Content-Length", str(length))
            self.end_headers()

        def log_message(self, *_: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/simple"
    finally:
        if hold:
            hold.set()
        server.shutdown()
        server.server_close()
