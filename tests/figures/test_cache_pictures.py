"""The ledger, the strips of passes and of blocks: they add up to what the record says."""

import re
from itertools import pairwise

import pytest

from specviz.errors import SpecvizError
from specviz.figures.block_strips import block_strips
from specviz.figures.cache_changes import changes_of, first_cut, lengths_after, until_cut
from specviz.figures.cache_ledger import cache_ledger, sentence
from specviz.figures.chips import Names
from specviz.figures.layer_bars import layer_bars
from specviz.figures.markup import size
from specviz.figures.pass_strips import pass_strip
from specviz.paths import ASSETS
from specviz.theory.paged_blocks import paged_steps
from specviz.trace import read, totals


@pytest.fixture(scope="module")
def trace():
    return read((ASSETS / "traces" / "first.json").read_bytes())


def test_the_changes_lead_from_the_first_lengths_to_the_last(trace):
    for r in trace.rounds:
        changes = changes_of(r)
        assert lengths_after(r, changes, 0) == {"target": r.cache.target[0], "draft": r.cache.draft[0]}
        after = lengths_after(r, changes, len(changes))
        assert (after["target"], after["draft"]) == (r.cache.target[3], r.cache.draft[3])
        cuts = {c.model: c.count for c in changes if c.kind == "cut"}
        assert cuts.get("target", 0) == r.cache.target[2] - r.cache.target[3]  # lazy: nothing is stepped


def test_the_ledger_strikes_what_is_cut_and_shows_the_text_at_the_end(trace):
    rounds = [changes_of(r) for r in trace.rounds]
    n = first_cut(rounds) - 1
    r, changes = trace.rounds[n], rounds[n]
    names = Names(trace)
    during = cache_ledger(names, r, changes, until_cut(changes), "en")
    cut = next(c for c in changes if c.kind == "cut")
    assert during.count("pc-kv-cut") == cut.count
    assert str(cut.start) in sentence(names, r, changes, until_cut(changes), "en")
    over = cache_ledger(names, r, changes, len(changes), "en")
    assert "pc-replacement" in over
    assert "pc-kv-provisional" not in over
    assert sentence(names, r, changes, 0, "zh")


def test_after_a_full_accept_the_draft_waits_for_two_tokens_and_the_target_for_one(trace):
    r = next(after for r, after in pairwise(trace.rounds) if r.accepted == len(r.candidates))
    shown = cache_ledger(Names(trace), r, changes_of(r), 0, "en")
    of = {model: re.search(rf'<tr class="pc-lane-{model}">.*?</tr>', shown)[0] for model in ("target", "draft")}
    assert [of[model].count("pc-kv-pending") for model in ("target", "draft")] == [1, 2]
    assert changes_of(r)[0].count == 2, "its first pass writes both"


def test_one_box_per_pass(trace):
    sums = totals(trace.rounds)
    strip = pass_strip(trace.rounds, "x", "en")
    assert strip.count("pc-pass-target") == sums.target_passes
    assert strip.count("pc-pass-draft") == sums.draft_passes


def test_a_layer_above_the_tolerance_is_marked():
    bars = layer_bars([1e-7, 0.2], [0.0], "en")
    assert (bars.count("✓"), bars.count("✗")) == (2, 1)


def test_blocks_of_the_worked_example():
    """Block 16, k = 3, prompt 30: 2 blocks, then 3; a truncating allocator gives back and takes again."""
    steps = paged_steps(16, 3, 30, (1, 3, 0, 3, 3))
    assert [s.computed_after for s in steps] == [30, 32, 36, 37, 41, 45]
    assert [s.slots for s in steps] == [30, 37, 39, 43, 44, 48]
    assert [s.blocks for s in steps] == [2, 3, 3, 3, 3, 3]
    html = block_strips(steps, 16, 3, "en")
    assert html.count("pc-alloc") == 2 * len(steps)
    assert html.count("pc-freed") == sum(s.freed for s in steps)
    assert html.count("pc-slot-stale") > 0


def test_an_impossible_acceptance_is_refused():
    with pytest.raises(SpecvizError):
        paged_steps(16, 3, 30, (4,))


@pytest.mark.parametrize(("n", "printed"), [(131072, "131 kB"), (512, "512 B"), (2.5e9, "2.5 GB"), (40e6, "40 MB")])
def test_sizes(n, printed):
    assert size(n) == printed
