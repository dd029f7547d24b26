"""Text to ids and back for one pair: a thin wrapper over a transformers tokenizer.

The pair shares one tokenizer, the target's. Splitting text into ids and the chat template are the tokenizer's own;
the way back is made from the bytes of each token (`token_bytes`), so that it is exact and the same everywhere.
"""

from collections.abc import Iterable, Sequence
from functools import cached_property
from typing import Any

from specviz.errors import SpecvizError
from specviz.models.token_bytes import token_bytes
from specviz.settings import MAX_PROMPT_CHARS

MAX_TEXT = 400  # what a trace keeps of one token's text
MAX_PARTIAL = 64  # bytes


class Tokenizer:
    """`vocabulary` maps every id to the tokenizer's own string for it; `name` is the pair's, for messages."""

    def __init__(self, backend: Any, name: str) -> None:
        self.name = name
        self.vocabulary: dict[int, str] = {i: string for string, i in backend.get_vocab().items()}
        self._backend = backend

    @property
    def size(self) -> int:
        """One more than the largest id: models are often padded to more."""
        return max(self.vocabulary) + 1

    @property
    def has_chat(self) -> bool:
        return bool(self._backend.chat_template)

    def encode(self, prompt: str, prompt_format: str = "raw") -> list[int]:
        """Ids of a prompt as it stands (`raw`), or as the user's turn of a conversation (`chat`).

        The tokenizer's own beginning-of-text token is added once, also where the text already begins with it. Raises
        `SpecvizError` for a prompt that is empty or too long, and for `chat` without a chat template.
        """
        if not prompt:
            raise SpecvizError("empty_prompt")
        if len(prompt) > MAX_PROMPT_CHARS:
            raise SpecvizError("setting_length", name="prompt", length=len(prompt), limit=MAX_PROMPT_CHARS)
        if prompt_format == "chat":
            ids = self._backend(self._turn(prompt), add_special_tokens=False)["input_ids"]
        else:
            ids = self._backend(prompt)["input_ids"]
        begin = self._backend.bos_token_id
        if begin is not None and ids[:2] == [begin, begin]:
            ids = ids[1:]
        if not ids:
            raise SpecvizError("empty_prompt")
        return ids

    def decode(self, ids: Sequence[int]) -> str:
        """The text of ids, special tokens left out; U+FFFD where bytes are not (yet) whole characters."""
        return b"".join(self._bytes.get(i, b"") for i in ids).decode("utf-8", "replace")

    def texts(self, ids: Iterable[int]) -> tuple[dict[str, str], dict[str, str]]:
        """`Trace.texts` and `Trace.partial` of ids: the text of each, special tokens by their names and ids without
        a string as `[id]`, and the bytes (hexadecimal) of those that are not whole characters by themselves.
        """
        texts, partial = {}, {}
        for i in ids:
            raw = self._bytes.get(i, b"")
            text = raw.decode("utf-8", "replace") if raw else self.vocabulary.get(i, f"[{i}]")
            texts[str(i)] = text[:MAX_TEXT]
            if raw and not _is_text(raw):
                partial[str(i)] = raw[:MAX_PARTIAL].hex()
        return texts, partial

    @cached_property
    def _bytes(self) -> dict[int, bytes]:
        return token_bytes(self._backend, self.vocabulary)

    def _turn(self, prompt: str) -> str:
        if not self.has_chat:
            raise SpecvizError("no_chat_template", pair=self.name)
        turn = [{"role": "user", "content": prompt}]
        try:
            return self._backend.apply_chat_template(turn, tokenize=False, add_generation_prompt=True)
        except Exception as e:  # a template comes with the model and raises what its expressions raise
            raise SpecvizError("chat_template", pair=self.name, reason=str(e)) from e


def _is_text(raw: bytes) -> bool:
    try:
        raw.decode()
    except UnicodeDecodeError:
        return False
    return True
