"""Texts sampled from the target: requests of every kind, answers, and passages for the requests to come."""

import random
from itertools import islice
from pathlib import Path

import pytest

from specviz.training import smollm2_texts
from specviz.training.smollm2_corpus import benchmark, read_texts
from specviz.training.smollm2_prompts import KINDS, LISTS, ON_A_TEXT, request
from specviz.training.smollm2_texts import Writer, passage, written
from tests.models.folders import CHAT, byte_level, random_model, save


@pytest.fixture(scope="module")
def target(tmp_path_factory) -> Path:
    tokenizer = byte_level()
    tokenizer.chat_template = CHAT
    return save(tmp_path_factory.mktemp("target"), random_model("llama"), tokenizer)


@pytest.mark.parametrize("kind", KINDS)
def test_requests_are_whole_varied_and_none_of_the_benchmarks(kind: str) -> None:
    draw = random.Random(0)
    asked = [request(draw, kind, ["A passage.", "Another one."]) for _ in range(300)]
    assert not any("{" in text or "}" in text or text != text.strip() for text in asked)
    assert len(set(asked)) > (10 if kind in ON_A_TEXT else 100)
    assert not benchmark().intersection(asked)
    assert all(text.endswith(("A passage.", "Another one.")) for text in asked) == (kind in ON_A_TEXT)


def test_no_instruction_is_the_benchmarks() -> None:
    said = {text.split("\n")[0] for text in benchmark() if "\n" in text}
    assert len(said) == 2
    assert not said.intersection(LISTS["shorten"] + LISTS["reword"])


def test_a_passage_is_whole_sentences_of_middling_length() -> None:
    sentence = "The cat sat on the mat and looked out of the window. "
    assert passage(sentence * 4 + "And then it") == [(sentence * 4).strip()]
    assert passage(sentence) == []
    assert passage(sentence * 40) == []
    assert passage("```python\n" + sentence * 4) == []


def test_answers_come_in_order_and_say_whether_they_ended(target: Path) -> None:
    """Greedy and in a padded batch, each answer is the one its request gets alone."""
    requests = ["a", "a much longer request than the others", "b c"]
    together = Writer(target, 0).answers(requests, 1e-4)
    assert together == [Writer(target, 0).answers([text], 1e-4)[0] for text in requests]
    assert all(ended or text for text, ended in together)


def test_kinds_that_need_a_passage_wait_for_one(target: Path, monkeypatch) -> None:
    monkeypatch.setattr(smollm2_texts, "BATCH", 2)
    monkeypatch.setattr(smollm2_texts, "ANSWER", 4)
    monkeypatch.setattr(smollm2_texts, "ORDER", ("summary", "question", "rewrite"))
    passages: list[str] = []
    found = list(islice(written(Writer(target, 0), 0, passages), 4))
    assert [text["task"] for text in found] == ["question"] * 4
    passages.append("A passage.")
    assert next(written(Writer(target, 0), 0, passages))["task"] == "summary"


def test_the_file_grows_and_goes_on_with_other_texts(target: Path, tmp_path: Path, monkeypatch) -> None:
    monkeypatch.setattr(smollm2_texts, "BATCH", 4)
    monkeypatch.setattr(smollm2_texts, "ANSWER", 6)
    call = ["--minutes", "0", "--target", str(target), "--out", str(tmp_path / "texts.jsonl")]
    assert smollm2_texts.main(call) == 0
    first = read_texts(tmp_path / "texts.jsonl")
    assert smollm2_texts.main(call) == 0
    both = read_texts(tmp_path / "texts.jsonl")
    assert both[: len(first)] == first
    assert len(both) > len(first) > 0
    assert both[len(first)]["prompt"] != first[0]["prompt"]
    assert all(set(text) == {"task", "temperature", "prompt", "text", "done"} for text in both)
