"""Where the files that ship with specviz are."""

from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
ASSETS = ROOT / "assets"
PAGES = ROOT / "pages"
