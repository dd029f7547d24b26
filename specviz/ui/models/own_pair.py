"""Any other pair: the reader writes two folders or two repositories, and is told what was loaded or why not."""

import streamlit as st

from specviz.errors import SpecvizError
from specviz.figures.plain import plain
from specviz.hosting import hosted
from specviz.models.fetching import fetching, resumes, to_fetch
from specviz.settings import RunSettings
from specviz.ui import resources, state
from specviz.ui.i18n import problem, t
from specviz.ui.in_turn import in_turn
from specviz.ui.models.fetch_part import fetch_part
from specviz.ui.models.use import use_button

_HELD = "own_pair"
EXAMPLE = "~/models/target,~/models/draft"


def other_pairs_allowed() -> bool:
    """Not on a public server: a reader there could name any folder of it."""
    return not hosted()


def own_pair() -> None:
    """An input line, a button that loads, and the loaded pair or the reason why not."""
    text, button = st.columns([5, 1], vertical_alignment="bottom")
    with text:
        name = st.text_input(
            t("model.own"), key="own_pair_name", max_chars=400, placeholder=EXAMPLE, help=t("model.own.help")
        )  # fmt: skip
    with button:
        asked = st.button(t("model.load"), key="own_pair_load", width="stretch", disabled=not name.strip())
    if asked:
        st.session_state[_HELD] = name.strip()
    held = st.session_state.get(_HELD)
    if held and _to_fetch(held, asked=asked):
        fetch_part(held, t("model.fetch.hub"))
    elif held:
        _loaded(held)


def _to_fetch(name: str, *, asked: bool) -> bool:
    """Whether the pair has to come from the hub first; the fetch begins when the reader has just asked for it."""
    if not resumes(name):
        return False
    job = fetching(name)
    if job.state.status == "running":
        return True
    with st.spinner(t("ui.loading")):
        try:
            missing = to_fetch(name)
        except SpecvizError:
            return False  # loading will say what is wrong with the name
    if asked and missing:
        job.start()
    return missing and job.state.status != "done"  # done, and yet not whole: loading will say what is wrong


def _loaded(name: str) -> None:
    s = state.settings()
    try:
        with st.spinner(t("ui.loading")), in_turn(s.device):
            pair = resources.loaded_pair(RunSettings(pair=name).pair, s.dtype, s.device)
    except SpecvizError as error:
        problem(error)
        st.session_state[_HELD] = None
        return
    target = pair.target
    lines = [t("model.loaded", device=pair.device, dtype=pair.dtype, tokens=f"{target.vocab_size:,}")]
    for role, weights in (("target", target), ("draft", pair.drafts_with)):
        if weights is not None:
            size = sum(p.numel() for p in weights.model.parameters()) / 1e6
            name_shown = plain(weights.name)
            context, checksum = f"{weights.max_length:,}", weights.checksum[:12]
            words = t(f"model.loaded.{role}", name=name_shown, millions=f"{size:.1f}", context=context, sum=checksum)
            lines.append(words)
    if not pair.tokenizer.has_chat:
        lines.append(t("model.loaded.raw"))
    st.success("\n".join(f"- {line}" for line in lines))
    use_button(name, drafts=pair.drafts_with is not None)
