"""The joined script is the modules, and the offline page is safe to open."""

import json
import re
import subprocess

import pytest

from specviz.figures.bundle import ENTRY, SHEETS, STAGE, css, expression, javascript, joined, order
from specviz.figures.offline import offline_html
from tests.figures import traces

FIRST = "first.js"  # the entry of the picture that comes with the page


def test_every_module_of_the_stage_is_joined_after_what_it_imports():
    names = order()
    assert sorted([*names, FIRST]) == sorted(p.name for p in STAGE.glob("*.js"))
    assert names[-1] == ENTRY
    assert order(FIRST)[-1] == FIRST
    for n, name in enumerate(names):
        needed = re.findall(r'from "\./(.+?)"', (STAGE / name).read_text("utf-8"))
        assert set(needed) <= set(names[:n]), name


def test_the_joined_script_is_a_module_with_one_default_export(tmp_path):
    script = javascript()
    assert len(re.findall(r"^export ", script, re.MULTILINE)) == 1
    assert not re.search(r"^import ", script, re.MULTILINE)
    file = tmp_path / "stage.mjs"
    file.write_text(script, "utf-8")
    subprocess.run(["node", "--check", str(file)], check=True)


@pytest.mark.parametrize("entry", [ENTRY, FIRST])
def test_as_an_expression_it_is_the_function_and_leaves_nothing_behind(entry, tmp_path):
    file = tmp_path / "stage.js"
    file.write_text(f"{{ const it = {expression(entry)}; console.log(typeof it, it.name, typeof Stage); }}", "utf-8")
    out = subprocess.run(["node", file], check=True, capture_output=True, text=True)
    assert out.stdout.split() == ["function", {ENTRY: "mount", FIRST: "first"}[entry], "undefined"]


def test_modules_keep_their_own_scope_and_hand_over_what_they_export(tmp_path):
    one = "const hidden = 2;\nexport const half = 21;\nexport function twice(x) {\n  return hidden * x;\n}\n"
    two = (
        'import { half, twice } from "./one.js";\nconst hidden = "mine";\n'
        "export default function go() {\n  return [twice(half), hidden];\n}\n"
    )
    file = tmp_path / "joined.mjs"
    file.write_text(joined({"one.js": one, "two.js": two}), "utf-8")
    run = f'import go from "{file}"; console.log(JSON.stringify(go()));'
    out = subprocess.run(
        ["node", "--input-type=module", "-e", run], check=True, capture_output=True, text=True
    )  # fmt: skip
    assert json.loads(out.stdout) == [42, "mine"]


@pytest.mark.parametrize(
    "line", ['import * as all from "./a.js";', 'export * from "./a.js";', "export let x = 1;", "export { x };"]
)
def test_what_the_joining_does_not_know_is_refused(line):
    with pytest.raises(ValueError, match="cannot be joined"):
        joined({"a.js": f"{line}\n"})


def test_every_style_sheet_is_used():
    assert sorted(SHEETS) == sorted(p.stem for p in STAGE.glob("*.css"))


def test_no_module_reads_markup():
    for file in STAGE.glob("*.js"):
        assert not re.search(
            r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|eval\(", file.read_text("utf-8")
        )


def test_the_offline_page_holds_the_trace_and_no_way_out():
    page = offline_html(traces.kind("hostile"), "en")
    assert page.count("</script>") == 2
    assert "<img src=x" not in page
    assert "http://" not in page.replace("http://www.w3.org/", "")
    assert "https://" not in page
    data = re.search(r'id="trace">(.*?)</script>', page, re.DOTALL)
    assert "</script><script>alert(2)</script>" in json.loads(data.group(1))["texts"].values()


def hues(dark: bool) -> dict[str, str]:
    return {n: (d if dark else li) for n, li, d in re.findall(r"--([\w-]+): light-dark\((#\w+), (#\w+)\)", css())}


def luminance(colour: str) -> float:
    channels = [int(colour[n : n + 2], 16) / 255 for n in (1, 3, 5)]
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: str, other: str) -> float:
    a, b = sorted((luminance(one), luminance(other)))
    return (b + 0.05) / (a + 0.05)


@pytest.mark.parametrize("dark", [False, True])
@pytest.mark.parametrize(
    ("ink", "ground"),
    [
        *((ink, "panel") for ink in ("ink", "dim", "target", "draft", "ok", "no", "bonus", "un", "res")),
        ("target", "target-bg"), ("draft", "draft-bg"), ("ok", "ok-bg"), ("no", "no-bg"), ("bonus", "bonus-bg"),
        ("panel", "target"), ("panel", "draft"),
    ],
)  # fmt: skip
def test_text_has_contrast_aa_in_light_and_dark(ink, ground, dark):
    palette = hues(dark)
    assert contrast(palette[ink], palette[ground]) >= 4.5
