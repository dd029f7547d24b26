"""A class at once: sessions of the real app over its own websocket, without browsers.

    python -m tests.load.sessions [sessions] [runs of each]

starts the app, lets every session press Run in the Step Lab at the same moment, again and again, and prints how long
that took; then one session does the same alone, and what both put on the stage is compared. Exits 1 on a difference.
"""

import asyncio
import json
import os
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Self
from urllib.parse import urlencode

from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from websockets.asyncio.client import ClientConnection, connect

from specviz.bench.paired import quantiles
from specviz.settings import RunSettings, View, to_query
from tests.browser.app import server

SECONDS = 300
Stage = list[dict[str, Any]]
"""The rounds on the stage, without what may differ between two runs of one thing: times, and the reading of the
prompt, which a session whose cache still holds it does not do again."""


class Session:
    """One reader in the Step Lab. `errors` are the messages on the page after the last script run, `told` is whatever
    a progress bar has ever said.
    """

    def __init__(self, socket: ClientConnection) -> None:
        self._socket = socket
        self._widgets: dict[str, Any] = {}
        self.errors: list[str] = []
        self.told: list[str] = []

    @classmethod
    async def arrive(cls, base: str, settings: RunSettings) -> tuple[Self, Stage]:
        """Opens the lab by a link to a run, which is decoded on arrival."""
        socket = await connect(
            base.replace("http", "ws") + "/_stcore/stream", subprotocols=["streamlit"], origin=base, max_size=None,
            ping_interval=None,  # a server that is busy for long is what we came to see
        )  # fmt: skip
        session = cls(socket)
        return session, await session._run(query=urlencode(to_query((settings, View()))))

    async def press_run(self, seed: int) -> Stage:
        """Types a seed and presses Run."""
        typed = (self._widgets["set_seed"], {"double_value": float(seed)})
        pressed = (self._widgets["run"], {"trigger_value": True})
        return await self._run(typed, pressed)

    async def leave(self) -> None:
        await self._socket.close()

    async def _run(self, *states: tuple[str, dict[str, Any]], query: str = "") -> Stage:
        """Asks for a script run and waits until the script has come to its end with a stage on the page."""
        ask = BackMsg()
        ask.rerun_script.page_name = "step_lab"
        ask.rerun_script.query_string = query
        for id_, value in states:
            ask.rerun_script.widget_states.widgets.add(id=id_, **value)
        await self._socket.send(ask.SerializeToString())
        stage: Stage = []
        while True:
            message = ForwardMsg.FromString(await asyncio.wait_for(self._socket.recv(), SECONDS))
            kind = message.WhichOneof("type")
            if kind == "new_session":
                self.errors = []
            elif kind == "delta" and message.delta.WhichOneof("type") == "new_element":
                stage = self._seen(message.delta.new_element) or stage
            elif kind == "script_finished" and message.script_finished == ForwardMsg.FINISHED_SUCCESSFULLY:
                return stage

    def _seen(self, element: Any) -> Stage:
        """Takes note of an element; the rounds, when it is the stage."""
        kind = element.WhichOneof("type")
        if kind in ("button", "number_input"):
            self._widgets[getattr(element, kind).id.rsplit("-", 1)[-1]] = getattr(element, kind).id
        elif kind == "exception" or (kind == "alert" and element.alert.format == element.alert.ERROR):
            self.errors.append(str(getattr(element, kind))[:500])
        elif kind == "progress":
            self.told.append(element.progress.text)
        elif kind == "bidi_component" and element.bidi_component.json:
            return [_comparable(r) for r in json.loads(element.bidi_component.json)["payload"]["rounds"]]
        return []


def _comparable(r: dict[str, Any]) -> dict[str, Any]:
    return r | {"times": None, "calls": [c for c in r["calls"] if c[1] != "prefill"]}


def seeds(session: int, runs: int) -> Iterator[int]:
    """The seeds one session runs, no two sessions the same."""
    return iter(range(1000 * (session + 1), 1000 * (session + 1) + runs))


async def all_at_once(
    base: str, sessions: int, runs: int, settings: RunSettings
) -> tuple[dict[int, Stage], list[float], set[str]]:
    """What every seed put on the stage, the seconds from each press of Run to the end of the script run, and what
    progress bars said meanwhile.

    Raises `AssertionError` when a page shows an error.
    """
    arrived = await asyncio.gather(*(Session.arrive(base, settings) for _ in range(sessions)))
    stages: dict[int, Stage] = {}
    seconds: list[float] = []

    async def one(session: Session, seed: int) -> None:
        began = time.perf_counter()
        stages[seed] = await session.press_run(seed)
        seconds.append(time.perf_counter() - began)
        assert not session.errors, session.errors

    for turn in zip(*(seeds(n, runs) for n in range(sessions)), strict=True):
        await asyncio.gather(*(one(session, seed) for (session, _), seed in zip(arrived, turn, strict=True)))
    for session, _ in arrived:
        await session.leave()
    return stages, seconds, {text for session, _ in arrived for text in session.told}


async def alone(base: str, wanted: list[int], settings: RunSettings) -> tuple[dict[int, Stage], list[float]]:
    """The same seeds by one session, one after another."""
    session, _ = await Session.arrive(base, settings)
    stages, seconds = {}, []
    for seed in wanted:
        began = time.perf_counter()
        stages[seed] = await session.press_run(seed)
        seconds.append(time.perf_counter() - began)
    await session.leave()
    return stages, seconds


async def compare(base: str, sessions: int, runs: int, settings: RunSettings) -> tuple[int, list[float], list[float]]:
    """How many runs differ from the same run alone, and both lists of seconds."""
    together, crowded, _ = await all_at_once(base, sessions, runs, settings)
    solo, quiet = await alone(base, sorted(together), settings)
    return sum(together[seed] != solo[seed] for seed in together), crowded, quiet


def main(sessions: int = 12, runs: int = 5) -> int:
    settings = RunSettings(max_new_tokens=32, temperature=1.0)
    before = os.getloadavg()[0]
    with tempfile.TemporaryDirectory() as folder, server(Path(folder) / "log") as base:
        different, crowded, quiet = asyncio.run(compare(base, sessions, runs, settings))
    print(f"{sessions} sessions, {runs} runs each of {settings.max_new_tokens} tokens, {os.cpu_count()} cores")
    for name, seconds in (("at once", crowded), ("one session alone", quiet)):
        median, late = quantiles(seconds, (0.5, 0.95))
        print(f"{name}: median {median:.2f} s, p95 {late:.2f} s a Run")
    print(f"different from the run alone: {different} of {len(crowded)}; load before: {before:.2f}")
    return 1 if different else 0


if __name__ == "__main__":
    raise SystemExit(main(*map(int, sys.argv[1:])))
