"""The stage's modules joined into one script, for Streamlit (which takes one string) and for the offline page.

No build step: the files of `assets/stage/` run as they are under `node --test`. Each module becomes a function that
is called once and returns its exports, so every module keeps its own scope; the entry stays at the top. That takes
two habits, which `joined` checks: an import stands on one line and names what it takes, and an export is the word
`export` in front of a declaration at the start of a line.
"""

import re
from functools import cache

from specviz.paths import ASSETS

STAGE = ASSETS / "stage"
ENTRY = "main.js"
SHEETS = ("base", "text", "rows", "micro", "ledger", "controls", "narrow")
_IMPORT = re.compile(r'^import (\{ [\w$, ]+ \}) from "\./([\w]+)\.js";$', re.MULTILINE)
_EXPORT = re.compile(r"^export ((?:async )?(?:function|const|class) ([\w$]+))", re.MULTILINE)
_DEFAULT = re.compile(r"^export default (?=function ([\w$]+))", re.MULTILINE)
_LEFT = re.compile(r"^(import\b|export (?!default function )).*", re.MULTILINE)


@cache
def javascript(entry: str = ENTRY) -> str:
    """`entry` and all it imports as one module whose only export is the default export of `entry`."""
    return joined({name: (STAGE / name).read_text("utf-8") for name in order(entry)})


@cache
def expression(entry: str = ENTRY) -> str:
    """The same as an expression for a script in a page; its value is the default export, which must be a function."""
    code = javascript(entry)
    head = _DEFAULT.search(code)
    assert head, f"{entry} exports no function by default"
    return f'(() => {{\n"use strict";\n{code[: head.start()]}{code[head.end() :]}\nreturn {head[1]};\n}})()'


@cache
def css() -> str:
    """The stage's style sheets as one; later ones win."""
    return "\n".join((STAGE / f"{name}.css").read_text("utf-8") for name in SHEETS)


def order(entry: str = ENTRY) -> list[str]:
    """Module names so that each comes after those it imports; `entry` last."""
    done: list[str] = []

    def visit(name: str) -> None:
        if name not in done:
            for _, needed in _IMPORT.findall((STAGE / name).read_text("utf-8")):
                visit(f"{needed}.js")
            done.append(name)

    visit(entry)
    return done


def joined(sources: dict[str, str]) -> str:
    """Modules (file name → source, each after those it imports) as one; the last keeps its default export.

    Raises `ValueError` for an import or export written in a way this simple joining does not know.
    """
    *parts, entry = sources
    return "\n".join([*(_wrapped(name, sources[name]) for name in parts), _body(entry, sources[entry])])


def _wrapped(name: str, source: str) -> str:
    exports = ", ".join(found for _, found in _EXPORT.findall(source))
    return f"const ${name.removesuffix('.js')} = (() => {{\n{_body(name, source)}\nreturn {{ {exports} }};\n}})();\n"


def _body(name: str, source: str) -> str:
    body = _EXPORT.sub(r"\1", _IMPORT.sub(r"const \1 = $\2;", source))
    left = _LEFT.search(body)
    if left:
        raise ValueError(f"{name} cannot be joined: {left.group()}")
    return f"// {name}\n{body}"
