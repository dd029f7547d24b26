"""RunSettings (everything that changes the ids of a run) and View (what is shown), with one codec for all of them.

The URL, the command line and the trace file all read and write these fields by the same names through `decode` and
`encode`. Values are checked here, where they enter, and nowhere else. No model, no Streamlit.
"""

import json
import math
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, field, fields, replace
from typing import Any, Self, TypeVar

from specviz.errors import SpecvizError

VERSION = 1
MAX_PROMPT_CHARS = 4000
MAX_K = 64
DRAFTING = ("draft", "lookup_first")
"""Methods that need a draft model or a draft head."""
PARTS = ("menu", "settings", "predict", "share", "candidates", "totals", "what_if", "compare")
"""What a link may leave out: the menu of pages, and parts of the Step Lab. The stage itself always stays."""


def _setting(default: Any, *, lo: float | None = None, hi: float | None = None, choices: tuple[str, ...] = (),
             max_len: int | None = None) -> Any:  # fmt: skip
    """A field with its bounds: `lo`..`hi` inclusive, one of `choices`, or at most `max_len` characters or items."""
    return field(default=default, metadata={"lo": lo, "hi": hi, "choices": choices, "max_len": max_len})


@dataclass(frozen=True)
class RunSettings:
    """All that changes the ids of a run. Frozen, hashable, plain values.

    Units and meaning: `k` candidates asked for per round (1–64; `method="none"` proposes none), of which under
    `method="lookup_first"` at most `fallback_k` where the lookup found nothing and the draft is asked; `temperature`
    0 is greedy; `top_k` 0, `top_p` 1, `min_p` 0 and `repetition_penalty` 1 are off; `confidence` stops an adaptive
    round after the first candidate whose q(x) falls below it; `script` is the continuation a scripted drafter
    proposes, as token ids counted from the end of the prompt; `device` and `dtype` change rounding, hence possibly
    ids.
    """

    pair: str = _setting("tiny", max_len=400)
    prompt: str = _setting("Once upon a time", max_len=MAX_PROMPT_CHARS)
    prompt_format: str = _setting("raw", choices=("raw", "chat"))
    method: str = _setting("draft", choices=("draft", "lookup", "lookup_first", "scripted", "none"))
    k: int = _setting(4, lo=1, hi=MAX_K)
    length_policy: str = _setting("fixed", choices=("fixed", "adaptive"))
    confidence: float = _setting(0.0, lo=0.0, hi=1.0)
    draft_choice: str = _setting("sample", choices=("sample", "argmax"))
    lookup_min: int = _setting(2, lo=1, hi=16)  # one token alone finds much that does not go on
    lookup_max: int = _setting(3, lo=1, hi=16)
    fallback_k: int = _setting(1, lo=1, hi=MAX_K)
    script: tuple[int, ...] = _setting((), max_len=2048)
    repair: str = _setting("lazy", choices=("lazy", "eager"))
    temperature: float = _setting(1.0, lo=0.0, hi=10.0)
    top_k: int = _setting(0, lo=0, hi=1_000_000)
    top_p: float = _setting(1.0, lo=0.0, hi=1.0)
    min_p: float = _setting(0.0, lo=0.0, hi=1.0)
    repetition_penalty: float = _setting(1.0, lo=0.1, hi=10.0)
    min_new_tokens: int = _setting(0, lo=0, hi=2048)
    stop: tuple[str, ...] = _setting((), max_len=8)
    max_new_tokens: int = _setting(64, lo=0, hi=2048)
    seed: int = _setting(0, lo=0, hi=2**53 - 1)  # the largest integer a browser keeps exactly
    dtype: str = _setting("float32", choices=("float32", "bfloat16", "float16", "auto"))
    device: str = _setting("auto", max_len=16)

    def __post_init__(self) -> None:
        _check(self)
        if self.lookup_min > self.lookup_max:
            raise SpecvizError("lookup_range", low=self.lookup_min, high=self.lookup_max)

    @property
    def draft_k(self) -> int:
        """Candidates asked of a draft per round: `k`, or what of it is left to the draft after a lookup."""
        return min(self.k, self.fallback_k) if self.method == "lookup_first" else self.k

    def but(self, **changes: Any) -> Self:
        """A copy with some fields changed (and checked)."""
        return replace(self, **changes)


@dataclass(frozen=True)
class View:
    """What is shown, and where the reader stands. Changes no id.

    `hidden`: parts of the page that the link leaves out. `versus`: what the run on the stage is compared with, as
    `name=value` items: the settings in which it differs, or `trace=` and the name of a recorded one.
    """

    lang: str = _setting("en", choices=("en", "zh"))
    round: int = _setting(0, lo=0, hi=100_000)
    step: int = _setting(0, lo=0, hi=1_000_000)
    grain: str = _setting("verdict", choices=("token", "pass", "verdict", "commit", "round"))
    predict: bool = _setting(False)
    room: bool = _setting(False)
    hidden: tuple[str, ...] = _setting((), choices=PARTS, max_len=16)
    trace: str = _setting("", max_len=64)
    versus: tuple[str, ...] = _setting((), max_len=16)

    def __post_init__(self) -> None:
        _check(self)

    def but(self, **changes: Any) -> Self:
        return replace(self, **changes)


R = TypeVar("R", RunSettings, View)


def _check(record: RunSettings | View) -> None:
    for f in fields(record):
        value = getattr(record, f.name)
        if type(value) is not type(f.default):
            raise SpecvizError("setting_type", name=f.name, value=_short(value), kind=type(f.default).__name__)
        _check_bounds(f, value)


def _check_bounds(f: Any, value: Any) -> None:
    m = f.metadata
    if isinstance(value, float) and not math.isfinite(value):
        raise SpecvizError("setting_number", name=f.name, value=_short(value))
    if not all(map(_encodable, value if isinstance(value, tuple) else (value,))):
        raise SpecvizError("setting_type", name=f.name, value=_short(ascii(value)), kind="Unicode")
    unknown = [x for x in (value if isinstance(value, tuple) else (value,)) if x not in m["choices"]]
    if m["choices"] and unknown:
        raise SpecvizError("setting_choice", name=f.name, value=_short(unknown[0]), choices=", ".join(m["choices"]))
    if m["lo"] is not None and not m["lo"] <= value <= m["hi"]:
        raise SpecvizError("setting_range", name=f.name, value=_short(value), lo=m["lo"], hi=m["hi"])
    if m["max_len"] is not None and len(value) > m["max_len"]:
        raise SpecvizError("setting_length", name=f.name, length=len(value), limit=m["max_len"])
    if isinstance(value, tuple):
        kind = int if f.name == "script" else str
        if any(type(x) is not kind or (kind is int and not 0 <= x < 2**31) for x in value):
            raise SpecvizError("setting_type", name=f.name, value=_short(value), kind=f"list of {kind.__name__}")
        if kind is str and any(not x or len(x) > 64 for x in value):
            raise SpecvizError("setting_item", name=f.name, value=_short(value), limit=64)


def _encodable(value: object) -> bool:
    """False for text with half of a surrogate pair: JSON can spell it, but no file and no browser can hold it."""
    return not (isinstance(value, str) and any("\ud800" <= ch <= "\udfff" for ch in value))


def _short(value: object) -> str:
    text = str(value)
    return text if len(text) <= 60 else text[:57] + "…"


def parse(f: Any, raw: Any) -> Any:
    """One field's value from text (URL, command line) or from a JSON value. Raises `SpecvizError`."""
    kind = type(f.default)
    try:
        if kind is bool:
            value = {"1": True, "true": True, "0": False, "false": False}[str(raw).lower()]
        elif kind is int:
            value = int(raw) if isinstance(raw, str) else raw
        elif kind is float:
            value = float(raw)
        elif kind is tuple:
            value = tuple(json.loads(raw) if isinstance(raw, str) else raw)
        else:
            value = raw
    except (ValueError, TypeError, KeyError, OverflowError, RecursionError) as e:
        raise SpecvizError("setting_type", name=f.name, value=_short(raw), kind=kind.__name__) from e
    if type(value) is not kind:
        raise SpecvizError("setting_type", name=f.name, value=_short(raw), kind=kind.__name__)
    _check_bounds(f, value)
    return value


def _clamped(f: Any, raw: Any) -> Any:
    """The nearest allowed value to a number out of range; the default for anything else."""
    lo, hi = f.metadata["lo"], f.metadata["hi"]
    try:
        number = float(raw)
    except (ValueError, TypeError, OverflowError):
        return f.default
    if lo is None or not math.isfinite(number):
        return f.default
    return type(f.default)(min(max(number, lo), hi))


def decode(kind: type[R], raw: Mapping[str, Any], *, clamp: bool = False) -> tuple[R, tuple[SpecvizError, ...]]:
    """Settings from a mapping of names to text or JSON values; unknown names are left to their owner.

    With `clamp` a bad value is replaced (a number by the nearest bound, anything else by its default) and reported;
    without it the first bad value raises `SpecvizError`.
    """
    values, notes = {}, []
    for f in fields(kind):
        if f.name not in raw:
            continue
        try:
            values[f.name] = parse(f, raw[f.name])
        except SpecvizError as e:
            if not clamp:
                raise
            notes.append(e)
            values[f.name] = _clamped(f, raw[f.name])
    if kind is RunSettings:
        low, high = (values.get(name, getattr(kind, name)) for name in ("lookup_min", "lookup_max"))
        if low > high:
            wrong = SpecvizError("lookup_range", low=low, high=high)
            if not clamp:
                raise wrong
            notes.append(wrong)
            values |= {name: getattr(kind, name) for name in ("lookup_min", "lookup_max")}
    return kind(**values), tuple(notes)


def to_plain(record: RunSettings | View) -> dict[str, Any]:
    """All fields as JSON values."""
    return {name: list(v) if isinstance(v, tuple) else v for name, v in asdict(record).items()}


def to_query(records: Iterable[RunSettings | View]) -> dict[str, str]:
    """Every field as a URL parameter, defaults included so that a link outlives a change of defaults."""
    query = {"v": str(VERSION)}
    for record in records:
        for name, value in to_plain(record).items():
            if isinstance(value, bool):
                query[name] = "1" if value else "0"
            else:
                query[name] = json.dumps(value, ensure_ascii=False) if isinstance(value, list) else str(value)
    return query


def from_query(raw: Mapping[str, str]) -> tuple[RunSettings, View, tuple[SpecvizError, ...]]:
    """Settings and view from URL parameters, clamped, with a note for each value that had to change."""
    notes: list[SpecvizError] = []
    if raw.get("v", str(VERSION)) != str(VERSION):
        notes.append(SpecvizError("link_version", value=_short(raw["v"]), version=VERSION))
    settings, more = decode(RunSettings, raw, clamp=True)
    view, even_more = decode(View, raw, clamp=True)
    return settings, view, (*notes, *more, *even_more)
