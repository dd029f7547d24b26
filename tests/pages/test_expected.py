"""The page of expected speed: defaults, extremes, all three parts, and what it refuses."""

import re

import pytest
from streamlit.testing.v1 import AppTest

from specviz.theory.acceptance import Acceptance
from specviz.theory.leviathan import walltime_factor
from tests.pages.lab import open_page, said


def result(at: AppTest, key: str) -> str:
    """The value shown for `calc.<key>`, the last one where a page has two tables."""
    for html in reversed(at.get("html")):
        found = re.search(rf'data-result="{key}".*?sv-value">(.*?)</td>', html.proto.body)
        if found:
            return found[1]
    raise AssertionError(f"no result {key}")


def opened(**query: str) -> AppTest:
    at = open_page("expected", **query)
    assert not at.exception, [e.value for e in at.exception]
    return at


def test_the_defaults_show_theory_s_numbers() -> None:
    at = opened()
    assert result(at, "tokens") == f"{Acceptance.iid(0.8, 5).tokens_per_round:.3f}"
    assert result(at, "ideal") == f"× {walltime_factor(0.8, 5, 0.05):.3f}"
    assert not said(at)


@pytest.mark.parametrize(
    ("alpha", "k", "tokens"), [("0.0", "5", "1.000"), ("1.0", "32", "33.000"), ("0.8", "0", "1.000")]
)
@pytest.mark.parametrize("view", ["k", "alpha", "map"])
def test_extremes(alpha: str, k: str, tokens: str, view: str) -> None:
    at = opened(e_alpha=alpha, e_k=k, e_view=view, e_c="1.5")
    assert result(at, "tokens") == tokens


def test_a_link_out_of_range_is_refused_with_the_range() -> None:
    at = opened(e_alpha="1.5", e_part="prices")
    assert any("1.5" in text and "between 0.0 and 1.0" in text for text in said(at))
    assert any("prices" in text and "rate, positions, costs" in text for text in said(at))
    assert at.slider(key="e_alpha").value == 0.8


def test_moving_the_slider_changes_the_number() -> None:
    at = opened()
    at.slider(key="e_alpha").set_value(0.5).run()
    assert result(at, "tokens") == "1.969"


def test_positions_keep_their_identity_and_name_the_usual_mistake() -> None:
    at = opened(e_part="positions", e_pos="0.7296 0.5208 0.3545")
    assert result(at, "tokens") == "2.605"
    assert result(at, "said") == "1.974"


def test_a_curve_that_rises_is_refused() -> None:
    at = opened(e_part="positions")
    at.text_input(key="e_pos").set_value(".5 .7").run()
    assert [e.value for e in at.error]
    at.segmented_control(key="e_kind").set_value("conditional").run()
    assert not at.error
    assert result(at, "tokens") == "1.850"


def test_a_trace_is_counted() -> None:
    at = opened(e_part="positions", e_source="trace")
    assert 1.0 <= float(result(at, "tokens")) <= 5.0


def test_a_pasted_log_line_is_read() -> None:
    at = opened(e_part="positions", e_source="log")
    line = (
        "SpecDecoding metrics: Mean acceptance length: 2.60, Accepted throughput: 1.00 tokens/s, "
        "Drafted throughput: 2.00 tokens/s, Accepted: 160 tokens, Drafted: 300 tokens, "
        "Per-position acceptance rate: 0.730, 0.520, 0.350, Avg Draft acceptance rate: 53.3%"
    )
    at.text_area(key="e_log").set_value(line).run()
    assert not at.exception
    assert result(at, "tokens") == "2.600"
    at.text_area(key="e_log").set_value("nothing of the kind").run()
    assert at.error


@pytest.mark.parametrize("repair", ["lazy", "eager"])
@pytest.mark.parametrize("prices", ["typed", "roofline"])
@pytest.mark.parametrize("k", ["0", "32"])
def test_the_costs_of_a_round(repair: str, prices: str, k: str) -> None:
    at = opened(e_part="costs", e_repair=repair, e_prices=prices, e_k=k)
    assert result(at, "factor").startswith("×")
    assert not at.error


def test_positions_in_a_link_reach_the_costs() -> None:
    at = opened(e_part="costs", e_law="positions", e_pos=".9 .5", e_kind="conditional", e_cd="0")
    assert any("0.9 0.45" in c.value for c in at.caption)
    assert opened(e_part="costs", e_law="positions", e_pos=".4 .5").error


def test_a_typed_price_out_of_range_is_refused_with_the_range() -> None:
    at = opened(e_part="costs")
    at.number_input(key="e_ct").set_value(-1.0).run()
    assert "between 0.001 and 100000.0" in at.error[0].value


def test_prices_are_measured_on_demand_with_the_loaded_pair() -> None:
    at = opened(e_part="costs", e_prices="measured", e_k="2")
    at.button(key="measure_costs").click().run()
    assert not at.exception
    assert result(at, "c_t") != "0"
    assert "measured" in "".join(html.proto.body for html in at.get("html"))


def test_chinese() -> None:
    at = open_page("expected", locale="zh-CN", e_part="costs")
    assert not at.exception
    assert at.title[0].value == "期望加速"
