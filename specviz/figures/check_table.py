"""What checks found, and what runs of a build did beside those of the correct one, as tables. HTML."""

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape

from specviz.figures.numbers import prob
from specviz.trace import Totals
from specviz.words import say


@dataclass(frozen=True)
class CheckLine:
    """One check: whether it passed, what it compares, its figure and threshold as text, and a note."""

    passed: bool
    compares: str
    figure: str
    threshold: str
    note: str


def check_table(lines: Sequence[CheckLine], lang: str) -> str:
    """One line per check."""
    names = ("what", "figure", "threshold")
    head = "".join(f'<th scope="col">{escape(say(f"fig.check.{name}", lang))}</th>' for name in names)
    return (
        f'<table class="pc-table pc-checks"><thead><tr><th></th>{head}</tr></thead>'
        f"<tbody>{''.join(_check(line, lang) for line in lines)}</tbody></table>"
    )


def _check(line: CheckLine, lang: str) -> str:
    kind, mark, word = ("yes", "✓", "passed") if line.passed else ("no", "✗", "failed")
    note = f"<br><small>{escape(line.note)}</small>" if line.note else ""
    return (
        f'<tr class="{"" if line.passed else "pc-broken"}">'
        f'<td class="pc-{kind}">{mark}&nbsp;{escape(say(f"fig.check.{word}", lang))}</td>'
        f"<td>{escape(line.compares)}{note}</td>"
        f'<td class="pc-num">{escape(line.figure)}</td><td class="pc-num">{escape(line.threshold)}</td></tr>'
    )


@dataclass(frozen=True)
class RunLine:
    """One run: its name, committed ids, stop reason, totals, rounds with a broken invariant, error message."""

    name: str
    ids: tuple[int, ...]
    stop: str
    totals: Totals
    violated: int
    error: str


def runs_table(pairs: Sequence[tuple[RunLine, RunLine]], lang: str) -> str:
    """For each run the correct build's line and the other's; ids and numbers that differ are framed."""
    return "".join(_pair(right, other, lang) for right, other in pairs)


def _pair(right: RunLine, other: RunLine, lang: str) -> str:
    head = f"<p><b>{escape(say(f'fig.runs.{right.name}', lang))}</b></p>"
    lines = _ids("right", right, right, lang) + _ids("other", other, right, lang)
    table = "".join(_facts(kind, run, right, lang) for kind, run in (("right", right), ("other", other)))
    names = ("ends", "rounds", "committed", "judged", "accepted", "tau", "violated")
    columns = "".join(f'<th scope="col" class="pc-num">{escape(say(f"fig.runs.{n}", lang))}</th>' for n in names)
    error = f'<p class="pc-no">{escape(say("fig.runs.error", lang, error=other.error))}</p>' if other.error else ""
    return (
        f'{head}<div class="pc-runs">{lines}</div>{error}'
        f'<table class="pc-table pc-facts"><thead><tr><th></th>{columns}</tr></thead><tbody>{table}</tbody></table>'
    )


def _ids(kind: str, run: RunLine, right: RunLine, lang: str) -> str:
    chips = []
    for i, token in enumerate(run.ids):
        chip = f'<span class="pc-chip pc-plain">{token}</span>'
        same = i < len(right.ids) and right.ids[i] == token
        chips.append(chip if same else f'<span class="pc-other">{chip}</span>')
    name = escape(say(f"fig.runs.{kind}", lang))
    return f'<div class="pc-run"><span class="pc-name">{name}</span><p>{" ".join(chips)}</p></div>'


def _facts(kind: str, run: RunLine, right: RunLine, lang: str) -> str:
    cells = "".join(
        f'<td class="pc-num{"" if mine == theirs else " pc-no"}">{escape(mine)}{"" if mine == theirs else " ✗"}</td>'
        for mine, theirs in zip(_values(run, lang), _values(right, lang), strict=True)
    )
    return f'<tr><th scope="row">{escape(say(f"fig.runs.{kind}", lang))}</th>{cells}</tr>'


def _values(run: RunLine, lang: str) -> tuple[str, ...]:
    a, tau = run.totals.acceptance, run.totals.tokens_per_round
    accepted = (
        f"{run.totals.accepted}" if a is None else f"{run.totals.accepted} ({prob(a) if a <= 1 else f'{a:.2f}'})"
    )
    return (
        say(f"fig.runs.stop.{run.stop or 'none'}", lang),
        str(run.totals.rounds),
        str(len(run.ids)),
        str(run.totals.judged),
        accepted,
        "–" if tau is None else f"{tau:.2f}",
        str(run.violated),
    )
