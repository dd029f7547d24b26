"""Number words from 0 to 999 in English, French, German and Chinese: spelling, translating, counting."""

from functools import cache

from specviz.training.tiny_world.grammar import Form, Grammar, listed

LIMIT = 1000

_EN_SMALL = listed(
    "zero, one, two, three, four, five, six, seven, eight, nine, ten, eleven, twelve, thirteen, "
    "fourteen, fifteen, sixteen, seventeen, eighteen, nineteen"
)
_EN_TENS = listed("twenty, thirty, forty, fifty, sixty, seventy, eighty, ninety")
_FR_SMALL = listed(
    "zéro, un, deux, trois, quatre, cinq, six, sept, huit, neuf, dix, onze, douze, treize, quatorze, "
    "quinze, seize, dix-sept, dix-huit, dix-neuf"
)
_FR_TENS = listed("vingt, trente, quarante, cinquante, soixante, soixante, quatre-vingt, quatre-vingt")
_DE_SMALL = listed(
    "null, eins, zwei, drei, vier, fünf, sechs, sieben, acht, neun, zehn, elf, zwölf, dreizehn, "
    "vierzehn, fünfzehn, sechzehn, siebzehn, achtzehn, neunzehn"
)
_DE_TENS = listed("zwanzig, dreißig, vierzig, fünfzig, sechzig, siebzig, achtzig, neunzig")
_ZH_DIGITS = "零一二三四五六七八九"


def english(n: int) -> str:
    """Spell 0 <= n < 1000 in English ("three hundred and five")."""
    if n < 20:
        return _EN_SMALL[n]
    if n < 100:
        return _EN_TENS[n // 10 - 2] + (f"-{_EN_SMALL[n % 10]}" if n % 10 else "")
    rest = f" and {english(n % 100)}" if n % 100 else ""
    return f"{_EN_SMALL[n // 100]} hundred{rest}"


def french(n: int) -> str:
    """Spell 0 <= n < 1000 in French, spelling before the reform of 1990 ("deux cent quatre-vingt-un")."""
    if n < 20:
        return _FR_SMALL[n]
    if n < 100:
        tens, unit = _FR_TENS[n // 10 - 2], n % 20 if n >= 60 else n % 10
        if unit == 0:
            return tens + ("s" if n == 80 else "")
        joint = " et " if unit in (1, 11) and n < 80 else "-"
        return f"{tens}{joint}{_FR_SMALL[unit]}"
    count = f"{_FR_SMALL[n // 100]} " if n >= 200 else ""
    if n % 100 == 0:
        return f"{count}cent{'s' if n >= 200 else ''}"
    return f"{count}cent {french(n % 100)}"


def german(n: int) -> str:
    """Spell 0 <= n < 1000 in German ("zweihundertfünf")."""
    if n < 20:
        return _DE_SMALL[n]
    if n < 100:
        unit = "ein" if n % 10 == 1 else _DE_SMALL[n % 10]
        return (f"{unit}und" if n % 10 else "") + _DE_TENS[n // 10 - 2]
    count = _DE_SMALL[n // 100] if n >= 200 else "ein"
    return f"{count}hundert" + (german(n % 100) if n % 100 else "")


def chinese(n: int) -> str:
    """Write 0 <= n < 1000 in Chinese characters ("三百零五")."""
    if n < 10:
        return _ZH_DIGITS[n]
    if n < 100:
        tens = _ZH_DIGITS[n // 10] if n >= 20 else ""
        return f"{tens}十{_ZH_DIGITS[n % 10] if n % 10 else ''}"
    rest = n % 100
    if rest == 0:
        return f"{_ZH_DIGITS[n // 100]}百"
    below = f"零{_ZH_DIGITS[rest]}" if rest < 10 else f"{_ZH_DIGITS[rest // 10]}十{_ZH_DIGITS[rest % 10]}"
    return f"{_ZH_DIGITS[n // 100]}百{below.removesuffix('零')}"


SPEAK = {"English": english, "French": french, "German": german, "Chinese": chinese}


_STEPS = (1, 2, 10)
_COUNT_LENGTH = 10


def _count_ask(count: str) -> str:
    language, step, start = count.split()
    pace = "" if step == "1" else f" by {english(int(step))}s"
    return f"Count in {language}{pace} from {start}:"


def _count_words(count: str) -> str:
    language, step, start = count.split()
    return ", ".join(SPEAK[language](int(start) + int(step) * i) for i in range(_COUNT_LENGTH))


def _say(language: str) -> Form:
    return cache(lambda digits: SPEAK[language](int(digits)))


FORMS = {language.lower(): _say(language) for language in SPEAK} | {
    "ask": cache(_count_ask),
    "words": cache(_count_words),
}
WORDS = {
    "n": [str(n) for n in range(LIMIT)],
    "count": [f"{language} {step} {start}" for language in SPEAK for step in _STEPS for start in range(1, 95)],
}

_ROWS = {"English": "{n.english}", "French": "{n.french}", "German": "{n.german}", "Chinese": "{n.chinese}"}


def _tables() -> list[str]:
    """A number in three languages, one a line, every order."""
    return [
        f"{first}: {_ROWS[first]}|\n{second}: {_ROWS[second]}\n{third}: {_ROWS[third]}\nNumber: {{n}}"
        for first in _ROWS
        for second in _ROWS
        for third in _ROWS
        if len({first, second, third}) == 3
    ]


RULES = {
    "text": ["<table>", "<digits>", "<say>", "<translate>", "{count.ask}| {count.words}"],
    "table": _tables(),
    "digits": [
        f"Number: {{n}}|\n{first}: {_ROWS[first]}\n{second}: {_ROWS[second]}"
        for first in _ROWS
        for second in _ROWS
        if first != second
    ],
    "say": [f"How do you say {{n}} in {language}?|\n{row}" for language, row in _ROWS.items()]
    + [
        f"How do you say {{n.english}} in {language}?|\n{_ROWS[language]}"
        for language in _ROWS
        if language != "English"
    ],
    "translate": [
        f"Translate to {to}: {_ROWS[source]}|\n{_ROWS[to]}" for source in _ROWS for to in _ROWS if source != to
    ],
}

GRAMMAR = Grammar(RULES, WORDS, FORMS)
KEY = ("n", "count")
