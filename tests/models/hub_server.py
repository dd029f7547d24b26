"""A hub on this machine: the few answers the hub client asks for, made from model folders."""

import hashlib
import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

COMMIT = "0123456789abcdef0123456789abcdef01234567"


@contextmanager
def hub(repositories: dict[str, Path], gated: frozenset[str] = frozenset()) -> Iterator[str]:
    """The address of a hub with these repositories. Files of a gated one are refused, its list is not."""

    class Handler(BaseHTTPRequestHandler):
        def do_HEAD(self) -> None:
            self._answer(body=False)

        def do_GET(self) -> None:
            self._answer(body=True)

        def _answer(self, *, body: bool) -> None:
            path = self.path.split("?")[0].strip("/")
            repo = next((r for r in repositories if f"{r}/" in f"{path}/"), None)
            if repo is None:
                self._send(
                    401, b"", {"X-Error-Code": "RepoNotFound", "X-Error-Message": "Repository not found"}, body
                )
            elif path.startswith(f"api/models/{repo}/tree"):
                self._send(200, json.dumps([_entry(f) for f in _files(repositories[repo])]).encode(), {}, body)
            elif path.startswith("api/models/"):
                record = {"id": repo, "modelId": repo, "sha": COMMIT, "siblings": [], "gated": repo in gated}
                self._send(200, json.dumps(record).encode(), {}, body)
            elif repo in gated:
                self._send(403, b"", {"X-Error-Code": "GatedRepo", "X-Error-Message": "Access is restricted"}, body)
            else:
                file = repositories[repo] / path.split("/resolve/")[1].split("/", 1)[1]
                head = {"ETag": f'"{_digest(file)}"', "X-Repo-Commit": COMMIT}
                self._send(200, file.read_bytes(), head, body)

        def _send(self, status: int, data: bytes, headers: dict[str, str], body: bool) -> None:
            self.send_response(status)
            for name, value in {
                "Content-Type": "application/json",
                "Content-Length": str(len(data)),
                **headers,
            }.items():
                self.send_header(name, value)
            self.end_headers()
            if body:
                self.wfile.write(data)

        def log_message(self, *_: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        server.server_close()


def _files(folder: Path) -> list[Path]:
    return sorted(p for p in folder.iterdir() if p.is_file())


def _digest(file: Path) -> str:
    return hashlib.sha1(file.read_bytes()).hexdigest()


def _entry(file: Path) -> dict[str, object]:
    return {"type": "file", "path": file.name, "size": file.stat().st_size, "oid": _digest(file)}
