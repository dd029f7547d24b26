"""Number words, against spellings looked up by hand."""

import pytest

from specviz.training.tiny_world import parses
from specviz.training.tiny_world.numbers import LIMIT, SPEAK, chinese, english, french, german


@pytest.mark.parametrize(
    ("n", "en", "fr", "de", "zh"),
    [
        (0, "zero", "zéro", "null", "零"),
        (10, "ten", "dix", "zehn", "十"),
        (16, "sixteen", "seize", "sechzehn", "十六"),
        (21, "twenty-one", "vingt et un", "einundzwanzig", "二十一"),
        (30, "thirty", "trente", "dreißig", "三十"),
        (70, "seventy", "soixante-dix", "siebzig", "七十"),
        (71, "seventy-one", "soixante et onze", "einundsiebzig", "七十一"),
        (77, "seventy-seven", "soixante-dix-sept", "siebenundsiebzig", "七十七"),
        (80, "eighty", "quatre-vingts", "achtzig", "八十"),
        (81, "eighty-one", "quatre-vingt-un", "einundachtzig", "八十一"),
        (91, "ninety-one", "quatre-vingt-onze", "einundneunzig", "九十一"),
        (100, "one hundred", "cent", "einhundert", "一百"),
        (101, "one hundred and one", "cent un", "einhunderteins", "一百零一"),
        (110, "one hundred and ten", "cent dix", "einhundertzehn", "一百一十"),
        (200, "two hundred", "deux cents", "zweihundert", "二百"),
        (280, "two hundred and eighty", "deux cent quatre-vingts", "zweihundertachtzig", "二百八十"),
        (
            999,
            "nine hundred and ninety-nine",
            "neuf cent quatre-vingt-dix-neuf",
            "neunhundertneunundneunzig",
            "九百九十九",
        ),
    ],
)
def test_spelling(n, en, fr, de, zh):
    assert (english(n), french(n), german(n), chinese(n)) == (en, fr, de, zh)


@pytest.mark.parametrize("language", SPEAK)
def test_no_two_numbers_are_spelt_alike(language):
    assert len({SPEAK[language](n) for n in range(LIMIT)}) == LIMIT


def test_a_wrong_translation_does_not_parse():
    assert parses("Translate to French: eighty-one\nquatre-vingt-un")
    assert not parses("Translate to French: eighty-one\nquatre-vingt-onze")


def test_counting_must_not_skip():
    right = "Count in German from 3: drei, vier, fünf, sechs, sieben, acht, neun, zehn, elf, zwölf"
    assert parses(right)
    assert not parses(right.replace("fünf, ", ""))
