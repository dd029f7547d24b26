"""The lesson on rollback: the recorded ledger, conventions and mistakes on the loaded pair, paging, sizes."""

import re

import pytest

from specviz.faults import CATALOGUE
from specviz.words import say
from tests.pages.lesson import drawn, opened

MISTAKES = [f.id for f in CATALOGUE if f.family == "cache"]


def test_without_a_model_the_recorded_round_with_a_rejection_is_being_cut():
    page = drawn(opened("rollback"))
    assert "pc-kv-cut" in page
    assert "pc-strip" in page
    assert "pc-layers" not in page


def test_the_steps_go_on_and_back():
    at = opened("rollback", rb_round="1", rb_step="0")
    at.button(key="rb_on").click().run()
    assert at.session_state["rb_step"] == 1
    at.button(key="rb_back").click().run()
    assert at.session_state["rb_step"] == 0
    assert at.button(key="rb_back").disabled


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_eager_needs_a_second_target_pass_in_every_round_but_the_last(lang):
    page = drawn(opened("rollback", live="true", rb_convention="eager", lang=lang))
    strips = [part.split("</small>")[0] for part in page.split('class="pc-run"')[1:3]]
    lazy, eager = (s.count("pc-pass-target") for s in strips)
    rounds = strips[0].count("pc-seam") + 1
    assert strips[1].count("pc-seam") + 1 == rounds
    assert lazy == rounds
    assert eager in (2 * rounds - 1, 2 * rounds - 2)  # a last round without candidates needs no pass at all


def test_every_mistake_of_the_catalogue_is_on_offer():
    at = opened("rollback")
    assert sorted(at.selectbox(key="rb_cache_fault").options) == sorted(
        say(f"rollback.fault.{f}") for f in ["correct", *MISTAKES]
    )


@pytest.mark.parametrize("fault", ["correct", *MISTAKES])
def test_a_mistake_shows_in_the_layers_it_breaks(fault):
    page = drawn(opened("rollback", live="true", rb_cache_fault=fault))
    target, draft = page.split("pc-part-target")[1].split("pc-part-draft")
    wrong = bool(re.search("✗", target)), bool(re.search("✗", draft.split("</table>")[0]))
    if fault == "correct":
        assert wrong == (False, False)
    elif fault == "draft_not_rolled_back":
        assert wrong == (False, True)
    elif fault == "last_not_written":
        assert not wrong[0]  # and the draft's only where a round was accepted in full
    else:
        assert wrong[0]


@pytest.mark.parametrize("accepted", ["4", "1.5", "-1", "x", ""])
def test_acceptances_that_cannot_be_are_refused_in_words(accepted):
    at = opened("rollback")
    at.text_input(key="rb_accepted").set_value(accepted).run()
    assert not at.exception
    assert bool(at.error) == bool(accepted)


@pytest.mark.parametrize(("target", "draft"), [("DeepSeek-V3", "Gemma-3-1B"), ("gpt2", "distilgpt2")])
def test_the_memory_of_every_kind_of_attention(target, draft):
    page = drawn(opened("rollback", rb_kv_target=target, rb_kv_draft=draft, rb_kv_kilo="128", rb_paged_block="1"))
    assert target in page
    assert draft in page
