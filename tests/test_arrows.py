"""The import arrows of the design: who may know whom, read from the source and checked once more by importing."""

import ast
import subprocess
import sys
from pathlib import Path

import pytest

from specviz.paths import PAGES, ROOT

PACKAGE = ROOT / "specviz"

# room → rooms of this package it may import. Files directly in specviz/ are rooms of their own.
BASE = {"errors", "words", "paths", "settings", "hosting", "trace", "presets", ""}
MIDDLE = {"models", "faults", "checks", "bench", "training", "runs", "recordings"}
MAY = {
    **dict.fromkeys(("errors", "words", "paths", "settings", "hosting", "trace", "presets", "theory"), BASE),
    "figures": BASE | {"theory"},
    "engine": BASE | {"theory"},
    **{name: BASE | {"theory", "engine"} | MIDDLE for name in MIDDLE},
    "cli": BASE | {"theory", "engine", "figures"} | MIDDLE,
    "__main__": BASE | {"cli"},
    "ui": BASE | {"theory", "engine", "figures", "ui"} | MIDDLE,
}
NO_STREAMLIT = set(MAY) - {"ui"}
NO_TORCH = {
    "errors",
    "words",
    "paths",
    "settings",
    "hosting",
    "trace",
    "presets",
    "theory",
    "figures",
    "cli",
    "__main__",
}
HEAVY = ("torch", "transformers")


def files() -> list[Path]:
    return [p for p in sorted(PACKAGE.rglob("*.py")) if p != PACKAGE / "__init__.py"]


def room(path: Path) -> str:
    first = path.relative_to(PACKAGE).parts[0]
    return first.removesuffix(".py")


def imports(path: Path, *, late: bool = True) -> set[str]:
    """Modules a file imports; without `late`, only those imported when the file itself is (not in a function, and
    not for type checkers only)."""
    tree = ast.parse(path.read_text("utf-8"))
    found: set[str] = set()
    waiting: list[ast.AST] = [tree]
    while waiting:
        node = waiting.pop()
        if not late and isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda):
            continue
        if not late and isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test):
            continue
        if isinstance(node, ast.Import):
            found.update(a.name for a in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            found.add(node.module)
            found.update(f"{node.module}.{a.name}" for a in node.names)
        waiting.extend(ast.iter_child_nodes(node))
    return found


def tops(modules: set[str]) -> set[str]:
    return {m.split(".")[0] for m in modules}


@pytest.mark.parametrize("path", files(), ids=lambda p: str(p.relative_to(PACKAGE)))
def test_a_file_imports_only_the_rooms_it_may_know(path: Path) -> None:
    here = room(path)
    assert here in MAY, f"{here} is a new room: say in MAY whom it may know"
    known = {m.split(".")[1] for m in imports(path) if m.startswith("specviz.") and m.count(".") >= 1}
    known -= {"__version__"}
    assert known <= MAY[here] | {here}, f"{path.name} may not import {sorted(known - MAY[here] - {here})}"


@pytest.mark.parametrize("path", files(), ids=lambda p: str(p.relative_to(PACKAGE)))
def test_only_the_ui_knows_streamlit_and_the_light_rooms_know_no_torch(path: Path) -> None:
    found = tops(imports(path))
    if room(path) in NO_STREAMLIT:
        assert "streamlit" not in found
    if room(path) in NO_TORCH:
        assert not found & set(HEAVY)
    if room(path) == "engine":
        assert "plotly" not in found


def test_one_file_imports_from_transformers() -> None:
    """So that two threads that need it first wait for each other. Training runs alone; the suite asks its version."""
    found = {p.relative_to(PACKAGE).as_posix() for p in files() if "transformers" in tops(imports(p, late=False))}
    assert {p for p in found if not p.startswith("training/")} == {"engine/libraries.py", "bench/gpu_suite.py"}


@pytest.mark.parametrize("path", sorted(PAGES.glob("*.py")), ids=lambda p: p.stem)
def test_a_page_imports_only_the_ui_and_what_needs_no_model(path: Path) -> None:
    found = imports(path)
    assert not tops(found) & {*HEAVY, "numpy"}
    rooms = {m.split(".")[1] for m in found if m.startswith("specviz.")}
    assert rooms <= {"ui", "figures", "theory", "settings", "trace", "errors"}


@pytest.mark.parametrize("path", [*sorted(PAGES.glob("*.py"))], ids=lambda p: p.stem)
def test_a_page_goes_through_the_frame(path: Path) -> None:
    body = [n for n in ast.parse(path.read_text("utf-8")).body if isinstance(n, ast.Expr | ast.Assign | ast.With)]
    calls = [ast.unparse(n) for n in body if not isinstance(getattr(n, "value", None), ast.Constant)]
    constants = [c for c in calls if not c[0].isupper()]
    assert constants[0] == "ensure_frame()", "the guard comes before anything is drawn"


def loaded_after(code: str) -> set[str]:
    """Names of the heavy modules in `sys.modules` after running `code` in a new interpreter."""
    code += f"\nimport sys; print([m for m in {(*HEAVY, 'streamlit')} if m in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    return set(ast.literal_eval(done.stdout.strip().splitlines()[-1]))


def test_the_light_rooms_load_neither_torch_nor_streamlit() -> None:
    names = [
        ".".join(p.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")
        for p in files()
        if room(p) in NO_TORCH and p.name != "__main__.py"
    ]
    assert not loaded_after("\n".join(f"import {name}" for name in names))


def test_the_app_and_its_pages_load_no_torch_before_a_model_is_needed() -> None:
    modules = {m for path in PAGES.glob("*.py") for m in imports(path, late=False) if m.startswith("specviz.")}
    code = "\n".join(
        f"import importlib.util as u; u.find_spec({m!r}) and __import__({m!r})"
        for m in sorted(modules)
        if (ROOT / Path(*m.split("."))).with_suffix(".py").is_file() or (ROOT / Path(*m.split("."))).is_dir()
    )
    assert not loaded_after(code) & set(HEAVY)
