"""How numbers are printed in pictures and sentences: `.502`, `<.001`, `4.2 ms`.

The stage prints the same numbers in the browser (`assets/stage/format.js`); one table of cases holds the two
together. It does not choose which number to show.
"""


def prob(x: float) -> str:
    """A probability: three decimals without the leading zero; never rounded to a 0 or a 1 that it is not."""
    if x <= 0:
        return "0"
    if x >= 1:
        return "1"
    if x < 0.0005:
        return "<.001"
    if x >= 0.9995:
        return ">.999"
    return f"{x:.3f}"[1:]


def ratio(x: float) -> str:
    """A quotient p/q: as `prob` below 1, then three significant digits, `>999` at the end."""
    if x < 1:
        return prob(x)
    if x >= 1000:
        return ">999"
    return f"{x:.3g}" if x >= 100 else f"{x:.{1 if x >= 10 else 2}f}"


def duration(seconds: float) -> str:
    """A time in the unit that leaves two or three digits: µs, ms or s."""
    if seconds <= 0:
        return "0"
    for unit, scale in (("s", 1.0), ("ms", 1e3), ("µs", 1e6)):
        value = seconds * scale
        if value >= 1 or unit == "µs":
            return f"{value:.0f} {unit}" if value >= 100 else f"{value:.{1 if value >= 10 else 2}f} {unit}"
    raise AssertionError("unreachable: the last unit always returns")


def apart(a: float, b: float) -> tuple[str, str]:
    """A draw and the quotient it is compared with, printed with as many digits as it takes to tell them apart."""
    first, second = prob(a), ratio(b)
    places = 4
    while first == second and a != b and places <= 8:
        first, second = (f"{x:.{places}f}".removeprefix("0") for x in (a, b))
        places += 1
    return first, second
