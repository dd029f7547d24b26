"""The one exception that may reach a reader: a code and its parameters; the words are in the catalogue."""

from specviz.words import say


class SpecvizError(ValueError):
    """Something the reader can put right.

    `code` names the sentence `error.<code>` of the catalogue; `params` fill it. `str()` is the English sentence;
    a page says it in the reader's language with `in_language`.
    """

    def __init__(self, code: str, **params: object) -> None:
        super().__init__(code, params)
        self.code = code
        self.params = params

    def in_language(self, lang: str) -> str:
        return say(f"error.{self.code}", lang, **self.params)

    def __str__(self) -> str:
        return self.in_language("en")


class InvariantError(AssertionError):
    """The engine broke a promise of its own (DESIGN: invariants). Never the reader's fault."""
