"""The five families: written, read back, split, and told from damaged text."""

import ast
import random
from itertools import islice

import pytest

from specviz.errors import SpecvizError
from specviz.training.tiny_world import (
    FAMILIES,
    JOINT,
    documents,
    examples,
    family_of,
    parses,
    prompts,
    sum_is_right,
    write,
)

EVERY_FAMILY = pytest.mark.parametrize("family", FAMILIES)


def texts(family: str, n: int = 150, split: str = "train") -> list[str]:
    rng = random.Random(f"{family}{split}")
    return [write(family, split, rng).text for _ in range(n)]


def test_a_shard_is_the_same_for_the_same_seed_and_differs_otherwise():
    first = list(documents(0, 3, size=40))
    assert first == list(documents(0, 3, size=40))
    assert first != list(documents(0, 4, size=40))
    assert first != list(documents(1, 3, size=40))


def test_documents_parse_joined_ones_too():
    found = list(documents(0, 0, size=200))
    assert any(JOINT in document for document in found)
    assert all(parses(document) for document in found)


@EVERY_FAMILY
def test_every_text_reads_as_its_family(family):
    assert {family_of(text) for text in texts(family)} == {family}


@EVERY_FAMILY
def test_a_lost_a_doubled_or_a_foreign_word_is_noticed(family):
    rng = random.Random(1)
    for text in texts(family, 60):
        words = text.split(" ")
        at = rng.randrange(len(words))
        assert not parses(" ".join([*words[:at], words[at] + "zq", *words[at + 1 :]])), text
        assert not parses(text + " " + words[-1]), text
        assert not parses(text[: len(text) // 2]), text


@EVERY_FAMILY
def test_training_never_meets_a_held_out_key(family):
    def keys(split: str) -> set[str]:
        rng = random.Random(7)
        found = set()
        for _ in range(1500):
            written = write(family, split, rng)
            named = FAMILIES[family].keys_of(written.text, written.bindings)
            found |= set(named if split == "train" else named[:1])
        return found

    assert keys("train").isdisjoint(keys("held_out"))


def test_no_held_out_prompt_opens_a_training_text():
    corpus = list(islice(documents(0, 0), 600))
    for family in FAMILIES:
        for prompt in prompts("held_out", family, 20, seed=0):
            assert not any(
                text.startswith(prompt.text + "\n") for document in corpus for text in document.split(JOINT)
            )


@EVERY_FAMILY
def test_prompts_are_seeded_different_and_open_texts(family):
    found = prompts("held_out", family, 30, seed=3)
    assert found == prompts("held_out", family, 30, seed=3)
    assert len({prompt.text for prompt in found}) == 30
    assert all(prompt.family == family and not prompt.text.endswith((" ", "\n")) for prompt in found)


def test_an_unknown_split_is_named():
    with pytest.raises(ValueError, match="'test': choose one of train, held_out"):
        write("code", "test", random.Random(0))


def test_asking_for_more_prompts_than_there_are_says_how_many_there_are():
    with pytest.raises(SpecvizError, match=r"400 prompts of the family code .* at most \d\d"):
        prompts("held_out", "code", 400, seed=0)


def test_examples_cover_every_family():
    assert {prompt.family for prompt in examples()} == set(FAMILIES)


def test_code_is_python():
    for text in texts("code", 400):
        assert len(ast.parse(text).body) == 2


@pytest.mark.parametrize(
    ("call", "result"),
    [("add(3, 4)", 7), ("factorial(5)", 120), ("evens([1, 2, 3, 4])", [2, 4]), ("smallest([3, 1, 2])", 1)],
)
def test_functions_do_what_their_names_say(call, result):
    name = call.split("(")[0]
    found = next(text for text in texts("code", 3000) if text.startswith(f"def {name}("))
    scope: dict[str, object] = {}
    exec(found, scope)
    assert eval(call, scope) == result


def test_written_sums_are_right_and_wrong_answers_still_parse():
    for text in texts("sums", 400):
        assert sum_is_right(text)
        steps, _, answer = text.rpartition(" ")
        wrong = f"{steps} {int(answer) + 1}"
        assert parses(wrong)
        assert not sum_is_right(wrong)


def test_a_sum_without_its_steps_does_not_parse():
    assert not parses("12 + 35 = ?\nAnswer: 47")
    assert not parses("12 + 35 = ?\nOnes: 2 + 5 = 7, write 7.\nAnswer: 47")
    assert parses("12 + 35 = ?\nOnes: 2 + 5 = 7, write 7.\nTens: 1 + 3 = 4, write 4.\nAnswer: 47")


def test_the_order_of_a_sum_does_not_hide_its_key():
    read = FAMILIES["sums"].read
    one = read("2 + 5 = ?\nOnes: 2 + 5 = 7, write 7.\nAnswer: 7")
    other = read("5 + 2 = ?\nOnes: 5 + 2 = 7, write 7.\nAnswer: 7")
    assert one == other is not None


def test_an_answer_that_contradicts_its_scene_does_not_parse():
    scene = (
        "Mia has a blue kite.\nQ: Who has the kite?\nA: {} has the kite.\nQ: What does Mia have?\nA: Mia has the {}."
    )
    assert parses(scene.format("Mia", "kite"))
    assert not parses(scene.format("Tom", "kite"))
    assert not parses(scene.format("Mia", "ball"))
