"""Arithmetic worked step by step, column by column, in the order a child would write it.

Reading is in two strengths: `read` asks only that the text has the shape of worked arithmetic (so that a
wrong sum still parses), `is_right` asks that the answer is the right one.
"""

import random
import re
from collections.abc import Callable
from dataclasses import dataclass

from specviz.training.tiny_world.grammar import Written, listed

_COLUMNS = ("Ones", "Tens", "Hundreds", "Thousands")
_NAMES = listed("Anna, Lily, Mia, Emma, Sara, Lucy, Tom, Ben, Max, Sam, Leo, Jack")
_THINGS = listed("apples, nuts, books, balls, shells, stones, cards, coins, cups, eggs")
_OPERATIONS: dict[str, Callable[[int, int], int]] = {
    "+": lambda a, b: a + b,
    "-": lambda a, b: a - b,
    "*": lambda a, b: a * b,
}
_OPENINGS = {
    "+": (
        "{a} + {b} = ?",
        "What is {a} + {b}?",
        "Add {a} and {b}.",
        "{name} has {a} {things} and gets {b} more. How many {things} in all?",
    ),
    "-": (
        "{a} - {b} = ?",
        "What is {a} - {b}?",
        "Take {b} from {a}.",
        "{name} has {a} {things} and gives away {b}. How many {things} are left?",
    ),
    "*": (
        "{a} * {b} = ?",
        "What is {a} * {b}?",
        "What is {a} times {b}?",
        "There are {a} boxes with {b} {things} in each. How many {things} in all?",
    ),
}


@dataclass(frozen=True)
class Problem:
    """a op b, with op one of + - *."""

    a: int
    op: str
    b: int

    @property
    def answer(self) -> int:
        return _OPERATIONS[self.op](self.a, self.b)

    @property
    def key(self) -> str:
        """Name of the operand combination; the order counts only where it changes the result."""
        a, b = (self.a, self.b) if self.op == "-" else sorted((self.a, self.b))
        return f"{a}{self.op}{b}"


def _digits(n: int) -> list[int]:
    """Decimal digits, ones first."""
    return [int(d) for d in reversed(str(n))]


def _column(digits: list[int], i: int) -> int:
    return digits[i] if i < len(digits) else 0


def _add_lines(a: int, b: int) -> list[str]:
    left, right, carry, lines = _digits(a), _digits(b), 0, []
    width = max(len(left), len(right))
    for i in range(width):
        x, y = _column(left, i), _column(right, i)
        total = x + y + carry
        sum_shown = f"{x} + {y}{' + 1' if carry else ''} = {total}"
        carry = int(total > 9 and i < width - 1)
        wrote = f"write {total - 10}, carry 1" if carry else f"write {total}"
        lines.append(f"{_COLUMNS[i]}: {sum_shown}, {wrote}.")
    return lines


def _subtract_lines(a: int, b: int) -> list[str]:
    left, right, borrow, lines = _digits(a), _digits(b), 0, []
    for i, x in enumerate(left):
        y = _column(right, i)
        taken = " - 1" if borrow else ""
        now = x - y - borrow
        borrow = int(now < 0)
        start = f"borrow, {x + 10}" if borrow else f"{x}"
        lines.append(f"{_COLUMNS[i]}: {start} - {y}{taken} = {now % 10}, write {now % 10}.")
    return lines


def _multiply_lines(a: int, b: int) -> list[str]:
    """One-digit a times any b."""
    digits, carry, lines = _digits(b), 0, []
    for i, y in enumerate(digits):
        product = a * y
        shown = f"{a} * {y} = {product}"
        if carry:
            shown += f", {product} + {carry} = {product + carry}"
        total = product + carry
        carry = total // 10 if i < len(digits) - 1 else 0
        wrote = f"write {total % 10}, carry {carry}" if carry else f"write {total}"
        lines.append(f"{_COLUMNS[i]}: {shown}, {wrote}.")
    return lines


_LINES = {"+": _add_lines, "-": _subtract_lines, "*": _multiply_lines}


def worked(problem: Problem) -> str:
    """Return the steps and the answer, one a line."""
    lines = _LINES[problem.op](problem.a, problem.b)
    return "\n".join([*lines, f"Answer: {problem.answer}"])


def _operand(rng: random.Random) -> int:
    size = rng.choices((1, 2, 3), weights=(2, 6, 3))[0]
    return rng.randrange(10 ** (size - 1), 10**size)


def write(rng: random.Random) -> Written:
    """Write one worked problem; the prompt is its first line."""
    op = rng.choice("++--*")
    a, b = _operand(rng), _operand(rng)
    if op == "-":
        a, b = max(a, b), min(a, b)
    elif op == "*":
        a = rng.randrange(2, 10)
    opening = rng.choice(_OPENINGS[op]).format(a=a, b=b, name=rng.choice(_NAMES), things=rng.choice(_THINGS))
    problem = Problem(a, op, b)
    return Written(f"{opening}\n{worked(problem)}", (len(opening),), {"problem": problem.key})


_FIELDS = {
    "a": (r"(?P<a>\d{1,3})", ""),
    "b": (r"(?P<b>\d{1,3})", ""),
    "name": (f"(?:{'|'.join(_NAMES)})", ""),
    "things": (f"(?P<things>{'|'.join(_THINGS)})", r"(?P=things)"),
}


def _pattern(opening: str) -> re.Pattern[str]:
    """Turn an opening with fields into the pattern that reads it; a field used twice must agree."""
    pattern = re.escape(opening)
    for name, (first, again) in _FIELDS.items():
        field = re.escape("{" + name + "}")
        pattern = pattern.replace(field, first, 1).replace(field, again)
    return re.compile(pattern)


_PATTERNS = [(op, _pattern(opening)) for op, openings in _OPENINGS.items() for opening in openings]
_SHAPES = {
    "+": re.compile(r"\d \+ \d( \+ 1)? = \d{1,2}, write \d{1,2}(, carry 1)?\."),
    "-": re.compile(r"(borrow, )?\d{1,2} - \d( - 1)? = \d, write \d\."),
    "*": re.compile(r"\d \* \d = \d{1,2}(, \d{1,2} \+ \d = \d{1,2})?, write \d{1,2}(, carry \d)?\."),
}
_ANSWER = re.compile(r"Answer: (\d{1,4})")


def problem_of(line: str) -> Problem | None:
    """Return the problem an opening line asks, or None."""
    for op, pattern in _PATTERNS:
        found = pattern.fullmatch(line)
        if found:
            return Problem(int(found["a"]), op, int(found["b"]))
    return None


def read(text: str) -> dict[str, str] | None:
    """Return the bindings of a text of the right shape (its figures may be wrong), or None."""
    opening, *steps, answer = text.split("\n") if text.count("\n") >= 2 else ["", ""]
    problem = problem_of(opening)
    if problem is None or not _ANSWER.fullmatch(answer):
        return None
    expected = len(_LINES[problem.op](problem.a, problem.b))
    if len(steps) != expected:
        return None
    for column, step in zip(_COLUMNS, steps, strict=False):
        label, _, shown = step.partition(": ")
        if label != column or not _SHAPES[problem.op].fullmatch(shown):
            return None
    return {"problem": problem.key}


def is_right(text: str) -> bool:
    """Whether a text of this family ends in the right answer to the problem in its first line."""
    problem = problem_of(text.split("\n")[0])
    found = _ANSWER.fullmatch(text.split("\n")[-1])
    return problem is not None and found is not None and int(found[1]) == problem.answer
