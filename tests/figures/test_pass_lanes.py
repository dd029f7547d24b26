"""Two runs by target pass: every committed token stands once, under the pass that committed it."""

import re

import pytest

from specviz.figures.pass_lanes import TALL, pass_lanes, passes
from specviz.trace import totals
from tests.figures import traces

KINDS = ["lazy", "eager", "k64", "full_accept", "reject_first", "none", "none_eager", "lookup", "greedy", "eos"]


@pytest.mark.parametrize("kind", KINDS)
def test_passes_and_tokens_are_those_of_the_trace(kind: str) -> None:
    trace = traces.kind(kind)
    sums, made = totals(trace.rounds), passes(trace)
    assert len(made) == sums.target_passes
    assert [token.number for p in made for token in p] == list(range(sums.committed))
    fates = [token.fate for p in made for token in p]
    assert fates.count("accepted") == sums.accepted
    assert fates.count("replacement") == sum(
        r.emitted is not None and r.emitted.kind == "replacement" for r in trace.rounds
    )


def test_an_eager_round_has_its_tokens_at_its_first_pass_and_nothing_at_its_second() -> None:
    lazy, eager = traces.kind("lazy"), traces.kind("eager")
    made = passes(eager)
    assert [p for p in made if p] == passes(lazy)
    assert all(bool(p) == (n % 2 == 0) for n, p in enumerate(made))


def test_both_lanes_have_one_axis_and_the_parting_is_ringed_in_both() -> None:
    pair = traces.kind("lazy"), traces.trace(k=1)
    html = pass_lanes(pair, ("one", "two"), 5, "en")
    columns = max(len(passes(t)) for t in pair)
    assert html.count(f"--n:{columns}") == 1
    lanes = re.findall(r'<div class="pc-lane" role="img" aria-label="([^"]+)">(.*?)</div>', html)
    assert [label.split(":")[0] for label, _ in lanes] == ["one", "two"]
    for _, cells in lanes:
        assert cells.count("<span") == columns
        assert cells.count("pc-parts") == 1
        assert re.search(r'pc-parts" title="pass \d+ · new token 6 ', cells)
    assert "pc-parts" not in pass_lanes(pair, ("one", "two"), None, "en")


def test_a_tall_round_fits_the_lane_and_hostile_text_is_escaped() -> None:
    html = pass_lanes((traces.kind("k64"), traces.kind("hostile")), ("<b>", '"x"'), 0, "zh")
    block = int(re.search(r"--block:(\d+)px", html).group(1))
    assert block * max(len(p) for p in passes(traces.kind("k64"))) <= TALL + block
    assert "pc-lanes-small" in html
    assert "<img" not in html
    assert "<script" not in html
    assert "<b>" not in html


def test_a_token_before_any_pass_comes_from_the_row_that_the_prompt_left() -> None:
    trace = traces.trace(method="none", repair="eager", max_new_tokens=1)
    assert totals(trace.rounds).target_passes == 0
    assert [len(p) for p in passes(trace)] == [1]


def test_a_run_without_rounds_has_an_axis_of_one_pass() -> None:
    assert "--n:1;" in pass_lanes((traces.kind("empty"), traces.kind("empty")), ("a", "b"), None, "en")
