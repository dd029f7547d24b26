"""Where a run ends: EOS, a stop string, the length asked for, or the context limit."""

from collections.abc import Callable, Sequence

from specviz.settings import RunSettings
from specviz.trace import Stop

Decode = Callable[[Sequence[int]], str]


def no_text(_ids: Sequence[int]) -> str:
    """For models without a tokenizer: no stop string ever matches."""
    return ""


class Stopping:
    """The stop rules of one run. `limit` is the context limit of the shorter model, in tokens."""

    def __init__(
        self, settings: RunSettings, eos_ids: frozenset[int], prompt_length: int, limit: int, decode: Decode = no_text
    ) -> None:
        self._eos = eos_ids
        self._strings = settings.stop
        self._prompt_length = prompt_length
        self._end = min(prompt_length + settings.max_new_tokens, limit)
        self._end_is_context = limit < prompt_length + settings.max_new_tokens
        self._decode = decode

    def room(self, t: int) -> int:
        """Tokens that may still be committed when t are."""
        return max(0, self._end - t)

    def full(self) -> Stop:
        """Why a run without room has ended."""
        return "context" if self._end_is_context else "length"

    def reason(self, ids: Sequence[int]) -> Stop:
        """Why the run ends with the last of `ids` (prompt included), or "". A stop beats the cap."""
        if ids[-1] in self._eos:
            return "eos"
        if self._strings:
            text = self._decode(ids[self._prompt_length :])
            if any(s in text for s in self._strings):
                return "stop_string"
        return self.full() if self.room(len(ids)) == 0 else ""


def visible_text(text: str, stops: Sequence[str]) -> str:
    """The text shown: cut before the first stop string in it."""
    cuts = [at for at in (text.find(s) for s in stops) if at >= 0]
    return text[: min(cuts)] if cuts else text
