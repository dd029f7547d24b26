"""The template grammar: what it writes it reads back, and nothing else."""

import random

import pytest

from specviz.training.tiny_world.grammar import Grammar, listed

WORDS = {"thing": listed("ball, balloon, kite"), "name": ["Ann"]}
RULES = {"text": ["{name} has {thing.a}.|<more>"], "more": ["", " And {thing2.a}, not the {thing}."]}


def grammar() -> Grammar:
    return Grammar(RULES, WORDS, {})


def test_writes_the_same_text_for_the_same_seed():
    assert grammar().write(random.Random(5)) == grammar().write(random.Random(5))


def test_reads_back_every_text_it_writes_with_its_bindings():
    for seed in range(50):
        written = grammar().write(random.Random(seed))
        assert grammar().read(written.text) == written.bindings


def test_cut_marks_the_end_of_the_prompt_and_leaves_no_trace():
    written = grammar().write(random.Random(0))
    assert written.text[: written.cuts[0]].endswith(".")
    assert "|" not in written.text


def test_a_used_slot_repeats_its_word():
    assert grammar().read("Ann has a ball. And a kite, not the ball.") == {
        "name": "Ann",
        "thing": "ball",
        "thing2": "kite",
    }
    assert grammar().read("Ann has a ball. And a kite, not the balloon.") is None


def test_two_slots_of_a_list_differ_where_the_grammar_keeps_them_apart():
    rules = {"text": ["{thing.a}<more>"], "more": [" and {thing2.a}"]}
    assert Grammar(rules, WORDS, {}).read("a ball and a ball") is not None
    assert Grammar(rules, WORDS, {}, apart=["thing"]).read("a ball and a ball") is None


def test_two_slots_of_a_list_differ_within_a_template():
    pair = Grammar({"text": ["{thing} and {thing2}"]}, WORDS, {})
    assert pair.read("ball and kite") is not None
    assert pair.read("ball and ball") is None


def test_the_writer_never_repeats_a_word_of_a_list():
    for seed in range(50):
        bindings = grammar().write(random.Random(seed)).bindings
        assert len(set(bindings.values())) == len(bindings)


def test_reading_backtracks_over_words_that_begin_alike():
    assert grammar().read("Ann has a balloon.") == {"name": "Ann", "thing": "balloon"}


@pytest.mark.parametrize("text", ["", "Ann has a ball", "Ann has a ball..", "Ann has an ball.", "Bob has a ball."])
def test_foreign_text_does_not_read(text):
    assert grammar().read(text) is None


@pytest.mark.parametrize(
    ("template", "message"),
    [("<nowhere>", "rule: 'nowhere'"), ("{nothing}", "slot: 'nothing'"), ("{thing.up}", "'up'")],
)
def test_a_template_that_names_nothing_known_is_refused(template, message):
    with pytest.raises(ValueError, match=message):
        Grammar({"text": [template]}, WORDS, {})
