"""What keeps people who listen or use keys out of a page, by axe-core."""

from collections.abc import Mapping

from axe_core_python.sync_playwright import Axe
from playwright.sync_api import Page

VIOLATIONS = {"resultTypes": ["violations"]}  # describing all that is right takes as long as finding what is wrong


def serious(page: Page, within: str | None = None, known: Mapping[str, str] | None = None) -> list[str]:
    """Rule, element and what to do, for each finding that is serious or critical, in `within` or on the whole page.

    `known` leaves out the findings of a rule inside a selector: {rule: selector}.
    """
    out = []
    for violation in Axe().run(page, context=within, options=VIOLATIONS)["violations"]:
        if violation["impact"] in ("serious", "critical"):
            for node in violation["nodes"]:
                where = (known or {}).get(violation["id"])
                if not where or not page.locator(f"{where} {node['target'][0]}").count():
                    out.append(f"{violation['id']}: {node['html'][:160]} {node['failureSummary'][:200]}")
    return out
