"""axe-core over whole pages, Streamlit's chrome included: nothing serious, in either theme and language."""

import pytest
from axe_core_python.sync_playwright import Axe
from playwright.sync_api import Page

from tests.browser.app import PHONE, PROJECTOR, App, quiet

COMPARED = "step_lab?v=1&trace=first&step=24&versus=%5B%22trace%3Dlong%22%5D"
PAGES = {
    "start": ("", PROJECTOR, "light"),
    "start on a phone": ("?lang=zh", PHONE, "dark"),
    "lab": (COMPARED, PROJECTOR, "light"),
    "lab in the dark": (COMPARED, PROJECTOR, "dark"),
    "predicting": ("step_lab?v=1&trace=first&step=24&predict=1&lang=zh", PHONE, "light"),
    "decide": ("decide", PROJECTOR, "light"),
    "measure": ("measure", PROJECTOR, "light"),
    "class mode": ("step_lab?v=1&trace=eager&step=24&room=1", PROJECTOR, "dark"),
}


CHROME = {
    "list": "[data-testid=stSidebarNav]",  # the menu on a phone
    "listitem": "[data-testid=stSidebarNav]",
    "duplicate-id-active": "[data-testid=stDataFrame]",  # two tables number their cells alike
}
"""Rules that Streamlit's own markup breaks, and where; no theme reaches them."""


def serious(page: Page) -> list[str]:
    """Rule, element and what to do, for each finding that keeps somebody out; `CHROME` is known."""
    out = []
    for violation in Axe().run(page)["violations"]:
        if violation["impact"] in ("serious", "critical"):
            for node in violation["nodes"]:
                where = CHROME.get(violation["id"])
                if not where or not page.locator(f"{where} {node['target'][0]}").count():
                    out.append(f"{violation['id']}: {node['html'][:160]} {node['failureSummary'][:200]}")
    return out


@pytest.mark.parametrize("name", PAGES)
def test_nothing_serious_on_the_page(app: App, name: str) -> None:
    path, size, theme = PAGES[name]
    page = app.open(path, size=size, theme=theme)
    page.wait_for_timeout(1500)  # a stage that opens elsewhere than the link said reports it, and the page runs again
    quiet(page)
    found = serious(page)
    assert not found, "\n".join(found)
