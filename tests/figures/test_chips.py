"""What a token shows: blanks visible, nothing invisible or reordering, characters split over tokens joined."""

import pytest

from specviz.figures.chips import JOINED, Names, alone, pieces, shown
from tests.figures import traces


@pytest.mark.parametrize(
    ("text", "chip"),
    [
        (" the", "␣the"),
        ("  ", "␣␣"),
        ("a b ", "a b␣"),
        ("\n\n", "⏎⏎"),
        ("\ta\r", "⇥a␍"),
        ("\u202egnirts\u202c", "‹U+202E›gnirts‹U+202C›"),
        ("\u200b", "‹U+200B›"),
        ("\u200d", "‹U+200D›"),
        ("a\u00a0b", "a‹U+00A0›b"),
        ("👩‍👩‍👧", "👩‍👩‍👧"),
        ("<b>&amp;", "<b>&amp;"),
        ("", ""),
    ],
)
def test_a_text_shows_what_it_is(text, chip):
    assert shown(text) == chip


def split_trace(*ids: int, partial: dict[str, str]):
    made = traces.kind("empty")
    return type(made)(**{f: getattr(made, f) for f in made.__struct_fields__} | {
        "prompt_ids": ids, "texts": {str(i): "\ufffd" for i in ids}, "partial": partial})  # fmt: skip


def test_a_character_split_over_tokens_stands_whole_where_it_begins():
    trace = split_trace(1, 2, 3, partial={"1": "f09f", "2": "98", "3": "80"})
    assert pieces(trace, (1, 2, 3)) == ["😀", JOINED, JOINED]
    assert pieces(trace, (1, 2)) == ["‹f0 9f›", "‹98›"]
    assert alone(trace, 1) == "‹f0 9f›"


def test_a_token_may_end_one_character_and_begin_the_next():
    trace = split_trace(1, 2, 3, partial={"1": "61c3", "2": "a9e4", "3": "b8ad"})
    assert pieces(trace, (1, 2, 3)) == ["aé", "中", JOINED]


def test_a_candidate_joins_what_was_committed_before_it():
    made = traces.kind("lazy")
    first = made.rounds[0]
    last, candidate = made.prompt_ids[-1], first.candidates[0].id
    made = type(made)(**{f: getattr(made, f) for f in made.__struct_fields__} | {
        "partial": {str(last): "f09f", str(candidate): "9880"}})  # fmt: skip
    names = Names(made)
    assert names.at[len(made.prompt_ids) - 1] == "😀"
    assert names.candidates(first)[0] == JOINED


def test_names_of_hostile_texts_hold_no_invisible_character():
    names = Names(traces.kind("hostile"))
    assert not [c for text in names.at for c in text if c in "\u202e\u202c\u200b\n"]
