"""Whether two models speak of the same tokens: the same string for every id.

Speculation compares p and q id by id, so the two vocabularies must be one. How many rows the logits have is another
matter: they are padded to round numbers, and differently within one family (Qwen2.5: 151,936 and 152,064 rows for
151,665 tokens). Padding is cut; a difference in tokens is refused.
"""

from collections.abc import Mapping

from specviz.errors import SpecvizError

SHOWN = 3


def check_same_tokens(target: Mapping[int, str], draft: Mapping[int, str], names: tuple[str, str]) -> None:
    """Raise `SpecvizError` with the first ids that differ unless both maps, id → string, are equal."""
    differing = sorted(i for i in target.keys() | draft.keys() if target.get(i) != draft.get(i))
    if differing:
        examples = "; ".join(f"{i}: {_shown(target.get(i))} ≠ {_shown(draft.get(i))}" for i in differing[:SHOWN])
        raise SpecvizError(
            "tokenizers_differ", target=names[0], draft=names[1], count=len(differing), examples=examples
        )  # fmt: skip


def _shown(token: str | None) -> str:
    return "–" if token is None else repr(token[:40])
