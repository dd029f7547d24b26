"""Measuring this machine: plausible rates, a row for the roofline, and no torch for it."""

import subprocess
import sys

import pytest

from specviz.bench import machine
from specviz.errors import SpecvizError
from specviz.theory.accelerator import FORMATS, IDEAL
from specviz.theory.roofline import Setup, pass_time
from specviz.theory.tables import model


@pytest.fixture(scope="module")
def rates() -> machine.MachineRates:
    return machine.measure(seconds_each=0.05)


def test_the_rates_are_those_of_a_computer(rates: machine.MachineRates) -> None:
    assert 1e8 < rates.bytes_per_second < 1e12
    assert 1e8 < rates.operations_per_second < 1e14
    assert rates.operations_per_second > rates.bytes_per_second / 4  # a matrix product is no slower than streaming


def test_the_result_is_a_row_the_roofline_can_use(rates: machine.MachineRates) -> None:
    setup = Setup(model("SmolLM2-135M").shape, rates.accelerator, FORMATS["bf16"], IDEAL)
    assert pass_time(setup, 1).seconds == pytest.approx(pass_time(setup, 1).weights, rel=0.9)
    with pytest.raises(SpecvizError):
        rates.accelerator.rate("int4")


def test_measuring_a_cpu_needs_no_torch() -> None:
    code = "import sys, specviz.bench.machine as m; m.measure(seconds_each=0.01); assert 'torch' not in sys.modules"
    subprocess.run([sys.executable, "-c", code], check=True, timeout=120)
