"""The roofline drawn: points where the theory puts them, parts as they are, memory that adds up."""

import pytest

from specviz.figures.roofline import memory_bar, pass_parts, pass_times
from specviz.theory.accelerator import FORMATS, Efficiency
from specviz.theory.kv_bytes import plan_memory
from specviz.theory.roofline import Setup, free_tokens, pass_time
from specviz.theory.tables import accelerator, model


def setup(name: str) -> Setup:
    return Setup(model(name).shape, accelerator("h100_sxm"), FORMATS["bf16"], Efficiency())


TARGET, DRAFT = setup("Llama-3.1-8B"), setup("Llama-3.2-1B")


def _points(figure) -> list[tuple[float, float]]:
    return [(trace.x[0], trace.y[0]) for trace in figure.data if trace.mode == "markers"]


def test_the_points_stand_at_batch_times_tokens_and_at_the_time_of_the_pass() -> None:
    points = _points(pass_times(TARGET, DRAFT, 4, 8, 1024, "en"))
    expected = [
        (8, pass_time(DRAFT, 1, 8, 1024).seconds * 1e3),
        (8, pass_time(TARGET, 1, 8, 1024).seconds * 1e3),
        (40, pass_time(TARGET, 5, 8, 1024).seconds * 1e3),
    ]
    assert points == [pytest.approx(point) for point in expected]


def test_every_point_lies_on_its_curve() -> None:
    figure = pass_times(TARGET, None, 4, 64, 0, "en", most=4096)
    curve = next(trace for trace in figure.data if trace.mode == "lines" and "5 each" in trace.name)
    assert curve.x[0] == 5
    assert curve.y[0] == pytest.approx(pass_time(TARGET, 5, 1, 0).seconds * 1e3)


def test_without_candidates_there_is_one_point_of_the_target() -> None:
    assert len(_points(pass_times(TARGET, None, 0, 1, 0, "zh"))) == 1


def test_the_end_of_the_free_lunch_is_marked() -> None:
    line = pass_times(TARGET, None, 4, 1, 0, "en").layout.shapes[0]
    assert line.x0 == pytest.approx(free_tokens(TARGET))


def test_the_parts_are_those_of_the_pass_and_empty_ones_are_left_out() -> None:
    passes = {"one": pass_time(TARGET, 1, 1, 2048), "block": pass_time(TARGET, 5, 1, 2048)}
    figure = pass_parts(passes, "en")
    assert [list(bar.x) for bar in figure.data] == [
        [getattr(p, part) * 1e3 for p in passes.values()]
        for part in ("weights", "arithmetic", "kv_cache", "attention")
    ]


def test_the_memory_adds_up_to_what_there_is() -> None:
    weights = {"target": 16e9, "draft": 2e9}
    plan = plan_memory(80e9, 18e9, (TARGET.shape, DRAFT.shape), 4096, 2.0, 4e9)
    figure = memory_bar(plan, weights, 8, "en")
    assert sum(bar.x[0] for bar in figure.data) == pytest.approx(80.0)


def test_caches_that_do_not_fit_pass_the_line() -> None:
    plan = plan_memory(80e9, 18e9, (TARGET.shape,), 131_072)
    figure = memory_bar(plan, {"target": 18e9}, 64, "en")
    assert sum(bar.x[0] for bar in figure.data) > 80.0
