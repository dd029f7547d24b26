"""The tokenizer: complete over bytes, one control token, one token a digit."""

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from specviz.training.pretrain import corpus_tokenizer
from specviz.training.tokenizer import EOS, EOS_ID, VOCABULARY

TOKENIZER = corpus_tokenizer(0)


@given(st.text())
@example("<|eos|> typed by hand")
@example("  two  spaces , and\r\n\ttabs \n")
@example("漢字 ﷽ e\u0301 \U0001f469\u200d\U0001f680 \x00")
def test_any_text_comes_back_exactly_and_never_becomes_control(text):
    ids = TOKENIZER(text)["input_ids"]
    assert ids[0] == EOS_ID
    assert EOS_ID not in ids[1:]
    assert TOKENIZER.decode(ids, skip_special_tokens=True) == text


def test_empty_text_is_one_token():
    assert TOKENIZER("")["input_ids"] == [EOS_ID]


def test_size_and_control_token():
    assert len(TOKENIZER) == VOCABULARY
    assert TOKENIZER.all_special_tokens == [EOS]
    assert TOKENIZER.bos_token_id == TOKENIZER.eos_token_id == TOKENIZER.pad_token_id == EOS_ID


@pytest.mark.parametrize("text", ["12 + 35 = 47", "100", "3,141"])
def test_digits_are_tokens_of_their_own(text):
    pieces = TOKENIZER.convert_ids_to_tokens(TOKENIZER(text)["input_ids"])
    assert [piece for piece in pieces if any(c.isdigit() for c in piece)] == [c for c in text if c.isdigit()]


def test_survives_saving(tmp_path):
    from transformers import AutoTokenizer

    TOKENIZER.save_pretrained(tmp_path)
    again = AutoTokenizer.from_pretrained(tmp_path)
    text = "Once upon a time <|eos|> 12"
    assert again(text)["input_ids"] == TOKENIZER(text)["input_ids"]
    assert again.get_vocab() == TOKENIZER.get_vocab()
