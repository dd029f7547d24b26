"""Every recorded trace is what its settings give today, with the weights that are in the repository."""

import pytest

from specviz.presets import presets
from specviz.recordings import FOLDER, record
from specviz.trace import Round, Totals, Trace, read, totals

NAMES = sorted(p.stem for p in FOLDER.glob("*.json"))


def recording(name: str) -> Trace:
    return read((FOLDER / f"{name}.json").read_bytes())


def test_there_is_one_for_every_preset_and_no_other() -> None:
    assert sorted(p.id for p in presets()) == NAMES
    for preset in presets():
        assert recording(preset.id).run_settings == preset.settings


@pytest.mark.parametrize("name", NAMES)
def test_decoding_again_gives_the_recording(name: str) -> None:
    """Ids, fates, rows and draws are the same; probabilities to rounding, for processors differ; times are free."""
    old = recording(name)
    new = record(old.run_settings)
    made, now = old.environment, new.environment
    assert (made.target_checksum, made.draft_checksum) == (now.target_checksum, now.draft_checksum), (
        "the weights have changed: python -m specviz.recordings"
    )
    assert [_exact(r) for r in old.rounds] == [_exact(r) for r in new.rounds]
    for a, b in zip(old.rounds, new.rounds, strict=True):
        for c, d in zip(a.candidates, b.candidates, strict=True):
            assert (c.p is None) == (d.p is None)  # unjudged
            assert (c.p or 0.0, c.q) == pytest.approx((d.p or 0.0, d.q), rel=2e-3, abs=1e-6)
    assert old.text == new.text


def _exact(r: Round) -> tuple:
    return r.committed, r.cache, r.stop, tuple((c.id, c.fate, c.row, c.u, c.own) for c in r.candidates)


# What the line under each preset says, read from its recording.


def sums(name: str) -> Totals:
    return totals(recording(name).rounds)


def test_story_against_code() -> None:
    story, code = sums("first"), sums("code")
    assert 0 < story.accepted < story.judged, "now and then a guess is overruled"
    assert any(r.emitted and r.emitted.kind == "replacement" for r in recording("first").rounds)
    assert code.accepted == code.judged == code.drafted, "every candidate is accepted"


def test_the_very_first_candidate_is_rejected_and_the_round_still_commits_a_token() -> None:
    first = recording("reject").rounds[0]
    assert [c.fate for c in first.candidates] == ["rejected", "unjudged", "unjudged", "unjudged"]
    assert len(first.committed) == 1


def test_an_accepted_end_of_text_leaves_a_long_draft_unjudged_and_gives_no_bonus() -> None:
    last = recording("ending").rounds[-1]
    fates = [c.fate for c in last.candidates]
    assert last.stop == "eos"
    assert last.emitted is None
    assert fates.count("accepted") > 0
    assert fates.count("unjudged") >= 8
    assert "rejected" not in fates


def test_at_temperature_0_only_the_targets_own_top_token_passes() -> None:
    judged = [c for r in recording("sum").rounds for c in r.candidates if c.fate != "unjudged"]
    assert {c.fate for c in judged} == {"accepted", "rejected"}
    assert all((c.own == c.id) == (c.fate == "accepted") for c in judged)


def test_greedy_speculation_is_the_text_of_greedy_decoding_in_fewer_passes() -> None:
    greedy = recording("greedy")
    plain = record(greedy.run_settings.but(method="none"))
    assert greedy.ids == plain.ids
    assert totals(greedy.rounds).target_passes < totals(plain.rounds).target_passes


def test_heat_lowers_overlap_and_acceptance_and_shortens_rounds() -> None:
    hot, mild = sums("hot"), sums("first")
    assert recording("hot").run_settings.temperature == 1.5
    assert hot.overlap < mild.overlap
    assert hot.acceptance < mild.acceptance
    assert hot.tokens_per_round < mild.tokens_per_round


def test_a_long_guess_is_judged_in_part() -> None:
    unjudged = [[c.fate for c in r.candidates].count("unjudged") for r in recording("long").rounds]
    assert max(unjudged) > 10
    assert sum(unjudged) > sums("long").drafted / 3


def test_lookup_runs_no_draft_and_is_right_where_the_text_repeats() -> None:
    trace = recording("lookup")
    assert sums("lookup").draft_passes == 0
    repeated, new = trace.rounds[0], [r for r in trace.rounds if r.candidates and not r.accepted]
    assert repeated.accepted == len(repeated.candidates) > 3
    assert new, "and useless where it is new"


def test_lookup_first_takes_the_better_of_both() -> None:
    """The same text in fewer rounds than by lookup alone; the draft is asked only where nothing repeats."""
    first, alone = recording("lookup_first"), recording("lookup")
    assert first.text == alone.text
    assert len(first.rounds) < len(alone.rounds)
    assert {r.source for r in first.rounds if r.candidates} == {"lookup", "draft"}
    assert all(
        (r.source == "draft") == any(c.stage == "draft" for c in r.calls) for r in first.rounds if r.candidates
    )


def test_a_draft_that_is_the_target_is_never_rejected_and_saves_no_work() -> None:
    same = sums("same")
    assert same.accepted == same.judged == same.drafted
    assert same.draft_passes >= same.accepted, "each of them a pass of the same model"


def test_eager_repair_commits_the_same_text_with_two_passes_a_round() -> None:
    lazy, eager = recording("first"), recording("eager")
    assert lazy.ids == eager.ids
    assert totals(lazy.rounds).target_passes == len(lazy.rounds)
    assert totals(eager.rounds).target_passes == 2 * len(eager.rounds) - 1, "the last round steps nothing"


def test_plain_decoding_is_one_pass_per_token() -> None:
    plain = sums("none")
    assert plain.target_passes == plain.committed
