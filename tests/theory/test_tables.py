"""The tables in `assets/`: every entry sourced, units converted, dense figures, and the disagreements kept."""

import json

import pytest

from specviz.errors import SpecvizError
from specviz.paths import ASSETS
from specviz.theory.accelerator import FORMATS
from specviz.theory.tables import accelerator, accelerators, model, models
from specviz.words import catalogue

# operations per byte, dense 16-bit
RIDGES = {"t4": 203, "l4": 403, "a10": 208, "a10g": 117, "a100_40": 201, "a100_80_sxm": 153, "a100_80_pcie": 161,
          "l40s": 419, "rtx_3090": 76, "rtx_4090": 164, "rtx_5090": 117, "rtx_6000_ada": 379, "h100_pcie": 378,
          "h100_sxm": 295, "h100_nvl": 214, "h200": 206, "b200": 292, "gb200": 313, "mi250x": 117, "mi300x": 247,
          "gaudi3": 457, "tpu_v5e": 241, "tpu_v6e": 560, "apple_m4_max": 34}  # fmt: skip
KINDS = {"vendor_repository", "vendor_docs", "vendor_pdf_copy", "quotation", "third_party"}


@pytest.mark.parametrize("device", RIDGES)
def test_the_ridge_is_the_printed_one(device):
    assert round(accelerator(device).ridge("bf16")) == pytest.approx(RIDGES[device], abs=1)


@pytest.mark.parametrize("entry", [*accelerators().values(), *models().values()], ids=lambda e: getattr(e, "id", ""))
def test_every_entry_names_what_was_read(entry):
    assert entry.sources
    assert all(source.title and source.where and source.kind in KINDS for source in entry.sources)


def test_sources_without_an_address_are_marked_as_not_seen_or_copied():
    sources = {s for e in [*accelerators().values(), *models().values()] for s in e.sources}
    assert all(s.url or s.kind in ("quotation", "vendor_pdf_copy") for s in sources)


def test_every_source_of_the_files_is_used():
    for name, rows in (("hardware.json", "accelerators"), ("model_shapes.json", "models")):
        table = json.loads((ASSETS / name).read_text("utf-8"))
        used = {key for row in table[rows] for key in row["sources"]}
        used |= {d["source"] for row in table[rows] for d in row.get("disagree", ())}
        assert used == set(table["sources"])
        ids = [row["id"] for row in table[rows]]
        assert len(ids) == len(set(ids))


def test_every_remark_and_source_kind_has_its_sentence_in_both_languages():
    codes = {r for e in [*accelerators().values(), *models().values()] for r in e.remarks}
    keys = {f"hardware.remark.{code}" for code in codes} | {f"hardware.source.{kind}" for kind in KINDS}
    for lang in ("en", "zh"):
        assert keys <= catalogue(lang).keys()


def test_figures_are_dense_and_in_base_units():
    h100 = accelerator("h100_sxm")
    assert (h100.peaks["bf16"], h100.bytes_per_second, h100.memory_bytes) == (989e12, 3350e9, 80e9)
    # the sparse figures that circulate are twice these
    assert accelerator("rtx_4090").peaks["bf16"] == 165.2e12
    assert accelerator("l4").peaks["bf16"] == 121e12


def test_tensor_figures_follow_from_units_and_clock():
    # multiprocessors × operations per clock × GHz
    assert pytest.approx(accelerator("a100_80_sxm").peaks["bf16"], rel=1e-3) == 108 * 2048 * 1.41e9
    assert pytest.approx(accelerator("h100_sxm").peaks["bf16"], rel=1e-3) == 132 * 4096 * 1.83e9
    assert pytest.approx(accelerator("rtx_5090").peaks["bf16"], rel=1e-3) == 170 * 512 * 2.407e9
    assert pytest.approx(accelerator("rtx_3090").peaks["bf16"], rel=1e-3) == 82 * 512 * 1.695e9
    assert pytest.approx(accelerator("a10").peaks["bf16"], rel=1e-3) == 72 * 1024 * 1.695e9


def test_an_a10g_is_not_an_a10_and_the_source_that_says_so_is_kept():
    a10g = accelerator("a10g")
    assert a10g.peaks["bf16"] < accelerator("a10").peaks["bf16"]
    assert [(d.field, d.value) for d in a10g.disagreements] == [("dense_tflops.bf16", 125)]


def test_a_missing_format_is_run_in_the_next_wider_one():
    assert accelerator("t4").rate("bf16") == (65e12, "fp16")
    assert accelerator("a100_80_sxm").rate("fp8") == (312e12, "bf16")
    assert accelerator("apple_m4_max").rate("bf16") == (18.4e12, "fp32")
    assert accelerator("apple_m4_max").estimated == ("fp32",)
    for missing in ("grace", "i9_13900k"):
        with pytest.raises(SpecvizError) as error:
            accelerator(missing).rate("bf16")
        assert error.value.code == "no_matrix_rate"


def test_default_efficiency_comes_from_a_measurement_where_there_is_one():
    assert accelerator("a100_80_sxm").default_efficiency().compute == pytest.approx(0.87, abs=0.005)
    assert accelerator("mi300x").default_efficiency().compute == pytest.approx(0.51, abs=0.005)
    assert accelerator("l4").default_efficiency().compute == 0.75
    assert accelerator("h100_sxm").default_efficiency("fp8").compute == pytest.approx(0.71, abs=0.005)


def test_several_devices_multiply_everything():
    one, four = accelerator("h100_sxm"), accelerator("h100_sxm").times(4)
    assert four.bytes_per_second == 4 * one.bytes_per_second
    assert four.ridge("bf16") == one.ridge("bf16")
    assert four.default_efficiency() == one.default_efficiency()


def test_unknown_names_are_refused_with_the_list():
    for look_up in (accelerator, model):
        with pytest.raises(SpecvizError) as error:
            look_up("abacus")
        assert error.value.params["value"] == "abacus"
        assert error.value.params["known"]


def test_every_format_computes_in_a_dtype_the_devices_know():
    assert {f.compute for f in FORMATS.values()} <= {"fp32", "bf16", "fp8", "int8"}
