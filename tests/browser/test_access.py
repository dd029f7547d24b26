"""axe-core over whole pages, Streamlit's chrome included: nothing serious, in either theme and language."""

import pytest

from tests.browser.app import PHONE, PROJECTOR, App, quiet
from tests.browser.axe import serious

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


@pytest.mark.parametrize("name", PAGES)
def test_nothing_serious_on_the_page(app: App, name: str) -> None:
    path, size, theme = PAGES[name]
    page = app.open(path, size=size, theme=theme)
    page.wait_for_timeout(1500)  # a stage that opens elsewhere than the link said reports it, and the page runs again
    quiet(page)
    found = serious(page, known=CHROME)
    assert not found, "\n".join(found)
