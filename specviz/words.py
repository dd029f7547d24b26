"""Sentences for people, looked up by key in `assets/locale/<lang>.json` and filled in.

The only place where a key becomes text. It knows nothing of Streamlit, so the command line, the errors and the
pages speak with one voice. It does not choose the language: callers pass it.
"""

import json
from functools import cache

from specviz.paths import ASSETS

LANGUAGES = ("en", "zh")


@cache
def catalogue(lang: str) -> dict[str, str]:
    """All sentences of one language; `KeyError` for a language that does not exist."""
    if lang not in LANGUAGES:
        raise KeyError(f"no language {lang!r}; there are {', '.join(LANGUAGES)}")
    return json.loads((ASSETS / "locale" / f"{lang}.json").read_text("utf-8"))


def say(key: str, lang: str = "en", **params: object) -> str:
    """The sentence `key` in `lang`, its `{placeholders}` filled from `params`.

    Raises `KeyError` for a key or a placeholder that is missing: a test holds both catalogues to the same keys and
    placeholders, so a miss is a defect and not something to paper over.
    """
    return catalogue(lang)[key].format(**params)
