"""What another engine printed, put into our words: `read_log(text)`.

Understands log lines, Prometheus pages and response JSON of vLLM, SGLang, llama.cpp and TGI, old forms and new. Each
`Reading` says which quantities are known and why the others are not; nothing is guessed. The text is untrusted: its
length is capped and every pattern runs in linear time.
"""

import json
from collections.abc import Callable, Iterator
from typing import Any

from specviz.errors import SpecvizError
from specviz.theory.checks import draft_length
from specviz.theory.engine_logs import llama_cpp, sglang, tgi, vllm
from specviz.theory.engine_logs.prometheus import Samples, samples
from specviz.theory.engine_logs.reading import Reading, combine

__all__ = ["MAX_CHARS", "Reading", "combine", "read_log"]

MAX_CHARS = 1_000_000
MAX_LINE = 4_000
MAX_READINGS = 1_000

_LINES: tuple[Callable[[str, int | None], Reading | None], ...] = (
    vllm.from_line,
    sglang.from_line,
    llama_cpp.from_line,
)
_PAGES: tuple[Callable[[Samples, int | None], Reading | None], ...] = (
    vllm.from_samples,
    sglang.from_samples,
    llama_cpp.from_samples,
    tgi.from_samples,
)
_RESPONSES: tuple[Callable[[dict[str, Any], int | None], Reading | None], ...] = (
    vllm.from_json,
    sglang.from_json,
    llama_cpp.from_json,
)


def read_log(text: str, k: int | None = None) -> list[Reading]:
    """Every statement about speculation in `text`, in order. `k`: the draft length the engine was started with, for
    the forms that do not print it.

    Raises `log_too_long`, `log_unrecognised` when nothing is found, and `theory_whole`/`theory_range` for a bad k.
    """
    if len(text) > MAX_CHARS:
        raise SpecvizError("log_too_long", length=len(text), limit=MAX_CHARS)
    if k is not None:
        draft_length(k)
    found = _from_json_text(text, k) or _from_lines(text, k) or _from_page(text, k)
    if not found:
        raise SpecvizError("log_unrecognised")
    return found[:MAX_READINGS]


def _from_lines(text: str, k: int | None) -> list[Reading]:
    lines = (line[:MAX_LINE] for line in text.splitlines())
    read = (next((r for reader in _LINES if (r := reader(line, k))), None) for line in lines)
    return [reading for reading in read if reading]


def _from_page(text: str, k: int | None) -> list[Reading]:
    page = samples(text, MAX_LINE)
    return [reading for reader in _PAGES if (reading := reader(page, k))]


def _from_json_text(text: str, k: int | None) -> list[Reading]:
    if not text.lstrip().startswith(("{", "[")):
        return []
    try:
        value = json.loads(text)
        return [r for node in _objects(value) for reader in _RESPONSES if (r := reader(node, k))]
    except (json.JSONDecodeError, RecursionError):
        return []  # a log line may start with a bracket too; if nothing reads it, `log_unrecognised` says so


def _objects(value: Any) -> Iterator[dict[str, Any]]:
    if isinstance(value, dict):
        yield value
    for child in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
        yield from _objects(child)
