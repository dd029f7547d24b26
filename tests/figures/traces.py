"""Traces of every kind for the tests of what is drawn: the real engine on toy models, with any token texts."""

from collections.abc import Sequence

from specviz.engine.decode import speculative
from specviz.engine.drafters import make_drafter
from specviz.engine.markov import MarkovLM
from specviz.settings import DRAFTING, RunSettings, to_plain
from specviz.trace import VERSION, Environment, Round, Trace, token_ids

PROMPT = (1, 2, 3)
HERE = Environment("0", "0", "0", "cpu", "float32", 1, "toy-target", "toy-draft", "t", "d")
WORDS = ("the", " cat", " sat", " on", " a", " mat", ".", "\n", " and", " it", " was", " red")
HOSTILE = (
    "<img src=x onerror=alert(1)>",
    "</script><script>alert(2)</script>",
    "\u202egnirts\u202c",
    "שלום עולם",
    "word" * 60,
    "{round}",
    "\ufffd",
    "\ufffd",
    "  ",
    "\u200b",
    "👩‍👩‍👧",
    "\n\n",
)
SPLIT = {"6": "f09f", "7": "9880"}


def toy(vocab: int, seed: int, eos: frozenset[int] = frozenset()) -> MarkovLM:
    return MarkovLM(MarkovLM.random(vocab, seed, 0.6).table, eos_ids=eos)


def blended(target: MarkovLM, other: MarkovLM, share: float) -> MarkovLM:
    """A draft that agrees with the target to the degree `share`."""
    return MarkovLM(share * target.table + (1 - share) * other.table, eos_ids=target.eos_ids)


def rounds(settings: RunSettings, share: float = 0.6, eos: frozenset[int] = frozenset()) -> list[Round]:
    target = toy(len(WORDS), 1, eos)
    draft = blended(target, toy(len(WORDS), 2), share)
    drafter = make_drafter(settings, len(PROMPT), draft if settings.method in DRAFTING else None)
    return list(speculative(target, drafter, settings, PROMPT))


def trace(
    texts: Sequence[str] = WORDS, *, share: float = 0.6, eos: frozenset[int] = frozenset(),
    partial: dict[str, str] | None = None, **changes: object,
) -> Trace:  # fmt: skip
    settings = RunSettings().but(**{"max_new_tokens": 24, **changes})
    return of(settings, rounds(settings, share, eos), texts, partial)


def of(
    settings: RunSettings, made: Sequence[Round], texts: Sequence[str] = WORDS, partial: dict[str, str] | None = None
) -> Trace:
    ids = [str(i) for i in sorted(token_ids(PROMPT, made))]
    known = {i: texts[int(i)] for i in ids}
    split = {i: h for i, h in (partial or {}).items() if i in known}
    return Trace(VERSION, to_plain(settings), PROMPT, tuple(made), known, "", HERE, split)


KINDS: dict[str, dict[str, object]] = {
    "lazy": {},
    "eager": {"repair": "eager"},
    "k8": {"k": 8, "max_new_tokens": 60},
    "k64": {"k": 64, "max_new_tokens": 200, "share": 0.97},
    "full_accept": {"share": 1.0},
    "eager_full": {"share": 1.0, "repair": "eager"},
    "reject_first": {"share": 0.0},
    "none": {"method": "none"},
    "none_eager": {"method": "none", "repair": "eager"},
    "lookup": {"method": "lookup", "k": 3},
    "lookup_first": {"method": "lookup_first", "k": 3, "max_new_tokens": 40},
    "lookup_first_eager": {"method": "lookup_first", "k": 3, "max_new_tokens": 40, "repair": "eager"},
    "argmax": {"draft_choice": "argmax"},
    "greedy": {"temperature": 0.0, "share": 0.95},
    "scripted": {"method": "scripted", "script": (4, 5, 6, 7, 8, 9)},
    "eos": {"share": 1.0, "eos": frozenset({6}), "k": 6},
    "empty": {"max_new_tokens": 0},
    "hostile": {"texts": HOSTILE, "partial": SPLIT, "max_new_tokens": 40},
}


def kind(name: str) -> Trace:
    """A trace by the name of what is special about it."""
    return trace(**KINDS[name])
