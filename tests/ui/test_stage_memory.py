"""When the stage is sent somewhere by its page, and when a rerun leaves it where the reader is."""

from specviz.ui.components.stage import Position, remember

START = Position(0, 0, "verdict")
LATER = Position(15, 1, "verdict")
THERE = Position(40, 3, "token")
REPORT = {"step": 15, "round": 1, "grain": "verdict", "rev": "a", "count": 1}


def after_report():
    """The reader has stepped to LATER and it was given back to the page."""
    memory = remember(None, "a", START, None)
    memory = remember(memory, "a", START, REPORT)
    return memory._replace(returned=LATER)


def test_a_first_visit_goes_where_the_link_says():
    assert remember(None, "a", THERE, None).at == {**THERE._asdict(), "wish": 0}


def test_the_page_may_give_the_place_back_and_nothing_is_sent():
    memory = after_report()
    assert remember(memory, "a", LATER, REPORT).at == memory.at


def test_a_page_that_always_passes_the_same_place_does_not_pull_the_reader_back():
    memory = after_report()
    again = remember(memory, "a", START, REPORT)
    assert again.at == memory.at
    assert again.returned == LATER


def test_another_place_is_a_wish_and_the_report_before_it_is_stale():
    memory = remember(after_report(), "a", LATER, REPORT)
    wished = remember(memory, "a", THERE, REPORT)
    assert wished.at == {**THERE._asdict(), "wish": 1}
    assert wished.returned == THERE
    assert wished.stale == REPORT


def test_the_same_wish_twice_is_sent_twice():
    memory = remember(after_report(), "a", LATER, REPORT)
    wished = remember(memory, "a", THERE, REPORT)
    back = remember(wished._replace(returned=LATER), "a", LATER, {**REPORT, "count": 2})
    assert remember(back, "a", THERE, {**REPORT, "count": 2}).at["wish"] == 2


def test_a_page_opened_again_starts_where_the_reader_was():
    memory = remember(after_report(), "a", LATER, REPORT)
    assert remember(memory, "a", LATER, None).at == {**LATER._asdict(), "wish": 0}


def test_another_trace_is_told_where_to_stand():
    fresh = remember(after_report(), "b", START, REPORT)
    assert fresh.rev == "b"
    assert fresh.at["wish"] == 1
    assert fresh.stale == REPORT
