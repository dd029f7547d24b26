"""One file per way to draft. `proposal.py` says what a drafter is; `make_drafter` chooses one by the settings."""

from specviz.engine.arithmetic import HOST, Arithmetic
from specviz.engine.draft_head import HeadModel
from specviz.engine.drafters.adaptive import AdaptiveLength
from specviz.engine.drafters.draft_head import DraftHead
from specviz.engine.drafters.draft_model import DraftModel
from specviz.engine.drafters.lookup import PromptLookup
from specviz.engine.drafters.lookup_first import LookupFirst
from specviz.engine.drafters.proposal import Drafter, NoDraft
from specviz.engine.drafters.scripted import Scripted
from specviz.engine.held_ids import HeldIds
from specviz.errors import SpecvizError
from specviz.settings import RunSettings

__all__ = [
    "AdaptiveLength",
    "DraftHead",
    "DraftModel",
    "Drafter",
    "LookupFirst",
    "NoDraft",
    "PromptLookup",
    "Scripted",
    "make_drafter",
]


def make_drafter(
    settings: RunSettings, prompt_length: int, draft: HeldIds | None = None, arithmetic: Arithmetic = HOST
) -> Drafter:
    """The drafter `settings` ask for. `draft` is the draft model or the draft head; `SpecvizError` when it is needed
    and None. `arithmetic` is the decoder's.
    """
    if settings.method == "none":
        return NoDraft()
    if settings.method == "lookup":
        drafter: Drafter = PromptLookup(settings.k, settings.lookup_min, settings.lookup_max)
    elif settings.method == "scripted":
        drafter = Scripted(settings.k, settings.script, prompt_length)
    else:
        drafter = _with_draft(settings, prompt_length, draft, arithmetic)
    return AdaptiveLength(drafter) if settings.length_policy == "adaptive" else drafter


def _with_draft(settings: RunSettings, prompt_length: int, draft: HeldIds | None, arithmetic: Arithmetic) -> Drafter:
    if draft is None:
        raise SpecvizError("no_draft_model", pair=settings.pair)
    kind = DraftHead if isinstance(draft, HeadModel) else DraftModel
    drafter = kind(draft, settings, prompt_length, arithmetic)
    return LookupFirst(settings, drafter) if settings.method == "lookup_first" else drafter
