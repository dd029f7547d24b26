"""Text to ids and back: exact for any text, one beginning token, split characters marked."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from specviz.errors import SpecvizError
from specviz.models.tokenizer import Tokenizer
from specviz.settings import MAX_PROMPT_CHARS
from tests.models.folders import CHAT, EOS, byte_level, sentence_piece

TEXT = st.text(st.characters(exclude_categories=("Cs",)), min_size=1, max_size=40)


@given(TEXT)
def test_byte_level_text_survives_the_way_there_and_back(text: str) -> None:
    tokenizer = Tokenizer(byte_level(), "t")
    ids = tokenizer.encode(text)
    assert tokenizer.decode(ids) == text
    assert tokenizer.encode(tokenizer.decode(ids)) == ids


@given(TEXT)
def test_sentence_piece_text_survives_behind_its_own_leading_space(text: str) -> None:
    tokenizer = Tokenizer(sentence_piece(), "t")
    assert tokenizer.decode(tokenizer.encode(text)) == " " + text.replace("▁", " ")


@given(TEXT, st.data())
def test_the_text_of_a_part_is_that_part_of_the_text(text: str, data: st.DataObject) -> None:
    tokenizer = Tokenizer(byte_level(), "t")
    ids = tokenizer.encode(text)
    cut = data.draw(st.integers(0, len(ids)))
    raw = text.encode()
    assert tokenizer.decode(ids[:cut]).rstrip("\ufffd") == raw[: _bytes(tokenizer, ids[:cut])].decode(errors="ignore")


def _bytes(tokenizer: Tokenizer, ids: list[int]) -> int:
    texts, partial = tokenizer.texts(ids)
    return sum(
        len(bytes.fromhex(partial[str(i)])) if str(i) in partial else len(texts[str(i)].encode())
        for i in ids
        if texts[str(i)] != EOS
    )


@pytest.mark.parametrize("make", [byte_level, sentence_piece])
def test_texts_and_partial_bytes_of_split_characters(make) -> None:
    tokenizer = Tokenizer(make(), "t")
    ids = tokenizer.encode("é謝")
    texts, partial = tokenizer.texts(ids)
    assert set(texts) == {str(i) for i in ids}
    joined = b"".join(
        bytes.fromhex(partial[str(i)]) if str(i) in partial else texts[str(i)].encode() for i in ids[1:]
    )
    assert joined.decode().strip() == "é謝"
    assert all("\ufffd" in texts[i] for i in partial)
    assert partial, "a three-byte character is not one token here"


def test_special_tokens_are_named_and_are_not_text() -> None:
    tokenizer = Tokenizer(byte_level(), "t")
    ids = tokenizer.encode("the")
    assert tokenizer.texts(ids)[0]["0"] == EOS
    assert EOS not in tokenizer.decode([*ids, 0])


def test_an_id_without_a_string_is_shown_as_its_number() -> None:
    tokenizer = Tokenizer(byte_level(), "t")
    assert tokenizer.texts([tokenizer.size + 7]) == ({str(tokenizer.size + 7): f"[{tokenizer.size + 7}]"}, {})
    assert tokenizer.decode([tokenizer.size + 7]) == ""


@pytest.mark.parametrize(("make", "begin", "name"), [(byte_level, 0, EOS), (sentence_piece, 1, "<s>")])
def test_a_typed_beginning_token_is_not_doubled(make, begin: int, name: str) -> None:
    ids = Tokenizer(make(), "t").encode(f"{name}the cat")
    assert ids[0] == begin
    assert ids.count(begin) == 1


def test_chat_puts_the_prompt_into_the_template_and_adds_no_second_beginning() -> None:
    backend = byte_level()
    plain = Tokenizer(backend, "t").encode("hello")
    backend.chat_template = CHAT
    try:
        ids = Tokenizer(backend, "t").encode("hello", "chat")
    finally:
        backend.chat_template = None
    tokenizer = Tokenizer(backend, "t")
    assert tokenizer.decode(ids) == "user: hello\nassistant:"
    assert ids.count(0) == 1
    assert ids[0] == 0
    assert plain[1:] != ids[1:]


def test_chat_without_a_template_and_a_template_that_refuses() -> None:
    backend = byte_level()
    with pytest.raises(SpecvizError, match="pair tee has no chat template"):
        Tokenizer(backend, "tee").encode("hello", "chat")
    try:
        for template, said in (("{{ raise_exception('no users here') }}", "no users here"), ("{{ 1 / 0 }}", "zero")):
            backend.chat_template = template
            with pytest.raises(SpecvizError, match=said):
                Tokenizer(backend, "t").encode("hello", "chat")
    finally:
        backend.chat_template = None


def test_empty_and_over_long_prompts() -> None:
    tokenizer = Tokenizer(byte_level(), "t")
    with pytest.raises(SpecvizError, match="empty"):
        tokenizer.encode("")
    with pytest.raises(SpecvizError, match=str(MAX_PROMPT_CHARS)):
        tokenizer.encode("x" * (MAX_PROMPT_CHARS + 1))
    assert tokenizer.encode(" ")
