"""What if in a browser: both continuations agree up to the fork, and the page says so."""

from playwright.sync_api import expect

from specviz.figures.chips import Names
from specviz.paths import ASSETS
from specviz.trace import read
from specviz.words import say
from tests.browser.app import App, quiet

FIRST = read((ASSETS / "traces" / "first.json").read_bytes())
ROUND = next(r for r in FIRST.rounds if any(c.fate == "rejected" for c in r.candidates))


def test_a_forced_draw_changes_nothing_before_its_verdict(app: App) -> None:
    page = app.open(f"step_lab?v=1&trace=first&round={ROUND.index}")
    go = page.get_by_role("button", name=say("what_if.go"), exact=True)
    go.scroll_into_view_if_needed()
    go.click()
    runs = page.locator(".st-key-pic_fork .pc-run")
    expect(runs).to_have_count(2, timeout=90_000)
    quiet(page, 90)
    base, fork = (runs.nth(n).locator(".pc-chip").all_text_contents() for n in (0, 1))
    names = Names(FIRST).at[len(FIRST.prompt_ids) :]
    assert [text.rstrip("✓↺★") for text in base] == names, "the run on the stage is as recorded"
    before = ROUND.t - len(FIRST.prompt_ids)
    assert base[:before] == fork[:before]
    same = next(n for n, (a, b) in enumerate(zip(base, fork, strict=False)) if a.rstrip("✓↺★") != b.rstrip("✓↺★"))
    assert same >= before
    expect(page.get_by_text(say("what_if.parted", n=same + 1))).to_be_visible()
    expect(page.get_by_text(say("what_if.why.verdict"))).to_be_visible()
    expect(page.locator(".stMarkdownBadge", has_text=say("ui.provenance.simulated")).first).to_be_visible()
