"""The theory loads no model library, no screen and no chart library."""

import pkgutil
import subprocess
import sys

import specviz.theory

HEAVY = ("torch", "transformers", "streamlit", "plotly", "scipy")


def test_importing_all_of_it_loads_nothing_heavy():
    modules = [m.name for m in pkgutil.walk_packages(specviz.theory.__path__, "specviz.theory.")]
    assert "specviz.theory.claims.papers" in modules
    code = f"import sys, {', '.join(modules)}; print([m for m in {HEAVY!r} if m in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
