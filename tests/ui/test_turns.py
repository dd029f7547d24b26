"""The line before the models: order, number of places, and nobody left behind in it."""

import threading
from contextlib import ExitStack

import pytest

from specviz.errors import SpecvizError
from specviz.ui.turns import Turns


def test_a_free_place_is_taken_without_waiting() -> None:
    turns = Turns(2)
    with turns.stand_in_line() as first, turns.stand_in_line() as second:
        assert list(first.waiting()) == []
        assert list(second.waiting()) == []


def test_the_third_waits_for_one_of_two_places_and_the_fourth_for_two() -> None:
    turns = Turns(2)
    with (
        turns.stand_in_line(),
        turns.stand_in_line(),
        turns.stand_in_line() as third,
        turns.stand_in_line() as fourth,
    ):
        assert next(third.waiting()) == 1
        assert next(fourth.waiting()) == 2


def test_a_place_is_given_back_even_when_the_holder_fails() -> None:
    turns = Turns(1)
    with pytest.raises(RuntimeError), turns.stand_in_line():
        raise RuntimeError
    with turns.stand_in_line() as next_one:
        assert list(next_one.waiting()) == []


def test_those_who_wait_start_in_the_order_they_came() -> None:
    turns, order = Turns(1), []

    def work(name: int, gate: threading.Event) -> None:
        with turns.stand_in_line() as ticket:
            gate.set()
            for _ in ticket.waiting():
                pass
            order.append(name)

    with turns.stand_in_line():
        threads = []
        for name in range(4):
            gate = threading.Event()
            threads.append(threading.Thread(target=work, args=(name, gate)))
            threads[-1].start()
            gate.wait()
    for thread in threads:
        thread.join()
    assert order == [0, 1, 2, 3]


def test_a_full_line_turns_the_next_one_away_and_takes_him_when_somebody_leaves() -> None:
    turns = Turns(1, most_waiting=2)
    with ExitStack() as stack, ExitStack() as last:
        for line in (stack, stack, last):
            line.enter_context(turns.stand_in_line())
        with pytest.raises(SpecvizError, match="2 others are waiting") as caught, turns.stand_in_line():
            pytest.fail("stood in a full line")
        assert caught.value.code == "line_full"
        last.close()
        with turns.stand_in_line() as ticket:
            assert next(ticket.waiting()) == 2
