"""Timelines true to their numbers: no tile is used before it is there, and lanes are as long as they should be."""

import pytest

from specviz.figures.tiles import TILES, branch_lanes, branches, tile_lanes, tiles
from specviz.theory.accelerator import FORMATS, IDEAL
from specviz.theory.roofline import Setup, pass_time
from specviz.theory.tables import accelerator, model

SETUP = Setup(model("Llama-3.1-8B").shape, accelerator("h100_sxm"), FORMATS["bf16"], IDEAL)


@pytest.mark.parametrize("tokens", [1, 64, 2048])
def test_a_tile_is_used_once_it_is_there_and_the_units_are_free(tokens: int) -> None:
    load, work = tile_lanes(pass_time(SETUP, tokens), "en")
    free = 0.0
    for brought, used in zip(load.blocks, work.blocks, strict=True):
        assert used.start == pytest.approx(max(brought.start + brought.length, free))
        free = used.start + used.length


@pytest.mark.parametrize(("tokens", "slower"), [(1, "weights"), (2048, "arithmetic")])
def test_the_lanes_take_as_long_as_the_slower_of_the_two(tokens: int, slower: str) -> None:
    spent = pass_time(SETUP, tokens)
    lanes = tile_lanes(spent, "en")
    other = min(spent.weights, spent.arithmetic)
    assert max(lane.end for lane in lanes) == pytest.approx(getattr(spent, slower) + other / TILES)


def test_at_one_token_the_units_are_idle_and_the_picture_says_so() -> None:
    assert "99." in tiles(pass_time(SETUP, 1), "en")


def test_right_guesses_cost_nothing_and_wrong_ones_more_than_waiting() -> None:
    waited, guessed = branch_lanes([True] * 8, 3, 1, "en")
    assert (waited.end, guessed.end) == (32, 8)
    assert branch_lanes([False] * 8, 3, 1, "en")[1].end == 40
    assert "× 4.00" in branches([True] * 8, 3, 1, "en")
