"""CSV that a spreadsheet does not run."""

from specviz.ui.csv_file import csv_file


def test_formulas_are_defused_and_missing_values_empty() -> None:
    text = csv_file(("name", "value"), [("=1+1", None), ("plain", 2.5), ("@x", -1)]).decode()
    assert text.splitlines() == ["name,value", "'=1+1,", "plain,2.5", "'@x,-1"]
