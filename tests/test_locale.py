"""The catalogues: the same sentences in both languages, all that the code asks for, and nothing left in English."""

import ast
import re
import string
from collections.abc import Iterator
from dataclasses import fields

import pytest

from specviz.paths import PAGES, ROOT
from specviz.presets import presets
from specviz.settings import RunSettings
from specviz.ui.router import GROUPS
from specviz.words import LANGUAGES, catalogue

SOURCES = [ROOT / "app.py", *sorted(PAGES.glob("*.py")), *sorted((ROOT / "specviz").rglob("*.py"))]
CATALOGUES = {lang: catalogue(lang) for lang in LANGUAGES}

# Names, which are the same in every language. A value without a word (min and max aside) is a formula, and free.
SAME = {
    "bench.peer.generate", "nav.start", "setting.dtype.bfloat16", "setting.dtype.float16", "setting.dtype.float32",
}  # fmt: skip
_WORD = re.compile(r"(?!min\b|max\b)\b[^\W\d_]{3,}")
_PLACEHOLDER = re.compile(r"\{\w*\}")


def placeholders(sentence: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(sentence) if name is not None}


def calls() -> Iterator[tuple[str, str, int, ast.expr]]:
    """(name of the function called, file, line, first argument) for every call with arguments."""
    for path in SOURCES:
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Call) and node.args:
                name = getattr(node.func, "id", getattr(node.func, "attr", ""))
                yield name, str(path.relative_to(ROOT)), node.lineno, node.args[0]


def test_all_languages_have_the_same_keys() -> None:
    keys = {lang: set(words) for lang, words in CATALOGUES.items()}
    for lang in LANGUAGES:
        assert keys[lang] == keys["en"], f"{lang} differs in {sorted(keys[lang] ^ keys['en'])}"


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_sentence_has_the_same_placeholders_in_every_language(lang: str) -> None:
    wrong = {
        key: (sentence, CATALOGUES[lang][key])
        for key, sentence in CATALOGUES["en"].items()
        if placeholders(sentence) != placeholders(CATALOGUES[lang][key])
    }
    assert not wrong


def test_chinese_is_not_english_left_over() -> None:
    en, zh = CATALOGUES["en"], CATALOGUES["zh"]
    left = [k for k in en if zh[k] == en[k] and k not in SAME and _WORD.search(_PLACEHOLDER.sub("", en[k]))]
    assert not left, "translate these, or list them in SAME if they are names"


def test_every_error_in_the_code_has_a_sentence() -> None:
    raised = {
        (arg.value, file, line)
        for name, file, line, arg in calls()
        if name in ("SpecvizError", "ModelError") and isinstance(arg, ast.Constant)
    }
    assert raised
    assert not [r for r in raised if f"error.{r[0]}" not in CATALOGUES["en"]]


def test_every_key_written_out_in_the_code_exists() -> None:
    asked = {
        (arg.value, file, line)
        for name, file, line, arg in calls()
        if name in ("t", "say") and isinstance(arg, ast.Constant) and isinstance(arg.value, str)
    }
    assert asked
    assert not [a for a in asked if a[0] not in CATALOGUES["en"]]


def test_every_start_of_a_key_made_in_the_code_exists() -> None:
    made = {
        (arg.values[0].value, file, line)
        for name, file, line, arg in calls()
        if name in ("t", "say") and isinstance(arg, ast.JoinedStr) and isinstance(arg.values[0], ast.Constant)
    }
    assert not [m for m in made if not any(key.startswith(m[0]) for key in CATALOGUES["en"])]


def test_settings_presets_and_pages_have_their_words() -> None:
    wanted = [f"setting.{f.name}{tail}" for f in fields(RunSettings) for tail in ("", ".help")]
    wanted += [f"setting.{f.name}.{c}" for f in fields(RunSettings) for c in f.metadata["choices"]]
    wanted += [f"preset.{p.id}{tail}" for p in presets() for tail in ("", ".moral")]
    wanted += [f"nav.{slug}" for _, slugs in GROUPS for slug in slugs]
    wanted += [f"nav.group.{group}" for group, _ in GROUPS if group]
    assert not [key for key in wanted if key not in CATALOGUES["en"]]


def test_every_page_file_is_in_the_table_of_pages() -> None:
    listed = {slug for _, slugs in GROUPS for slug in slugs}
    assert {p.stem for p in PAGES.glob("*.py")} <= listed
