"""What each token is, in bytes: the one table from which text, chips and stop strings are made.

Tokenizers write their tokens in different alphabets. Three are read here: the byte-level alphabet of GPT-2 (`Ġthe`),
SentencePiece's with `▁` for a space and `<0xE4>` for a byte, and plain text for everything else. Bytes of tokens in a
row simply concatenate, so a character split over tokens comes out whole, and the text of a run only ever grows at its
end. Which ids a text becomes is the tokenizer's own business.
"""

import json
import re
from typing import Any

from specviz.engine.libraries import bytes_to_unicode

_FROM_BYTE_LEVEL = {character: byte for byte, character in bytes_to_unicode().items()}
_BYTE = re.compile(r"<0x([0-9A-F]{2})>")
_SPACE = "▁"


def token_bytes(backend: Any, vocabulary: dict[int, str]) -> dict[int, bytes]:
    """Bytes of every id of a transformers tokenizer; b"" for special tokens, which are not text.

    `vocabulary` maps an id to the tokenizer's own string for it.
    """
    added = backend.added_tokens_decoder
    special = {i for i, token in added.items() if token.special} | set(backend.all_special_ids)
    read = {"ByteLevel": _byte_level, "Metaspace": _sentence_piece}.get(_alphabet(backend), str.encode)
    table = {i: read(string) for i, string in vocabulary.items()}
    table |= {i: token.content.encode() for i, token in added.items() if i in vocabulary}
    return table | dict.fromkeys(special & vocabulary.keys(), b"")


def _alphabet(backend: Any) -> str:
    """ "ByteLevel", "Metaspace" (SentencePiece's), or the name of another decoder."""
    fast = getattr(backend, "backend_tokenizer", None)
    if fast is None:  # a slow tokenizer: transformers' are all SentencePiece models
        return "Metaspace"
    decoder = json.loads(fast.to_str())["decoder"] or {"type": "none"}
    parts = decoder.get("decoders", [decoder])
    if any(p["type"] == "ByteLevel" for p in parts):
        return "ByteLevel"
    spaced = any(p["type"] in ("Metaspace", "ByteFallback") for p in parts)
    return "Metaspace" if spaced or any(p.get("pattern") == {"String": _SPACE} for p in parts) else parts[0]["type"]


def _byte_level(string: str) -> bytes:
    if all(character in _FROM_BYTE_LEVEL for character in string):
        return bytes(_FROM_BYTE_LEVEL[character] for character in string)
    return string.encode()  # an added word that was never put into the byte alphabet


def _sentence_piece(string: str) -> bytes:
    byte = _BYTE.fullmatch(string)
    return bytes.fromhex(byte[1]) if byte else string.replace(_SPACE, " ").encode()
