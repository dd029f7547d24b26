"""Small Python functions. Highly predictable once the signature is known."""

from specviz.training.tiny_world.grammar import Grammar

WORDS = {
    "pair": ["a, b", "x, y", "left, right", "first, second", "m, n", "p, q", "u, v", "one, two"],
    "var": ["n", "x", "number", "value", "a", "num", "k", "y"],
    "list": ["numbers", "items", "values", "data", "nums", "xs", "scores", "prices", "points", "ages"],
    "item": ["n", "x", "item", "value"],
    "str": ["text", "s", "word", "line", "message", "name", "title", "string"],
}
FORMS = {"x": lambda pair: pair.split(", ")[0], "y": lambda pair: pair.split(", ")[1]}

_BINARY = {
    "add": ("+", "sum"),
    "subtract": ("-", "difference"),
    "multiply": ("*", "product"),
    "divide": ("/", "quotient"),
    "power": ("**", "power"),
    "remainder": ("%", "remainder"),
}
_CHOOSE = {"larger": ">", "smaller": "<", "maximum": ">", "minimum": "<"}
_COMPARE = {"is_equal": "==", "is_larger": ">", "is_smaller": "<", "is_different": "!="}
_UNARY = {
    "square": ("{var} * {var}", "the square"),
    "cube": ("{var} * {var} * {var}", "the cube"),
    "double": ("2 * {var}", "twice the value"),
    "triple": ("3 * {var}", "three times the value"),
    "half": ("{var} / 2", "one half"),
    "negate": ("-{var}", "minus the value"),
    "next_number": ("{var} + 1", "one more"),
    "previous_number": ("{var} - 1", "one less"),
    "last_digit": ("{var} % 10", "the last digit"),
    "is_even": ("{var} % 2 == 0", "True for even numbers"),
    "is_odd": ("{var} % 2 == 1", "True for odd numbers"),
    "is_zero": ("{var} == 0", "True for zero"),
    "is_positive": ("{var} > 0", "True above zero"),
    "is_negative": ("{var} < 0", "True below zero"),
}
_EACH = {"doubles": "2 * {item}", "squares": "{item} * {item}", "halves": "{item} / 2", "negatives": "-{item}"}
_TESTS = {"evens": "% 2 == 0", "odds": "% 2 == 1", "positives": "> 0", "below_zero": "< 0", "zeros": "== 0"}
_WHOLE = {
    "length": "len({list})",
    "first_item": "{list}[0]",
    "last_item": "{list}[-1]",
    "average": "sum({list}) / len({list})",
    "is_empty": "len({list}) == 0",
    "in_order": "sorted({list})",
    "backwards": "{list}[::-1]",
}
_FOLD = {"sum_of": ("total", "0", "+"), "product_of": ("result", "1", "*")}
_BEST = {"largest": ">", "smallest": "<"}
_STRING = {
    "shout": "{str}.upper()",
    "whisper": "{str}.lower()",
    "trim": "{str}.strip()",
    "split_words": "{str}.split()",
    "first_letter": "{str}[0]",
    "last_letter": "{str}[-1]",
    "reverse_text": "{str}[::-1]",
    "is_short": "len({str}) < 10",
    "is_long": "len({str}) > 20",
}
_GREET = {"greet": "Hello, ", "welcome": "Welcome, ", "thank": "Thank you, ", "say_goodbye": "Goodbye, "}

_LOOP = "    for {item} in {list}:\n"

RULES = {
    "binary": [
        f"def {name}({{pair}}):|{doc}\n    return {{pair.x}} {op} {{pair.y}}"
        for name, (op, word) in _BINARY.items()
        for doc in ("", f'\n    """Return the {word} of {{pair.x}} and {{pair.y}}."""')
    ],
    "two": [
        f"def {name}({{pair}}):|\n    if {{pair.x}} {op} {{pair.y}}:\n        return {{pair.x}}\n"
        "    return {pair.y}"
        for name, op in _CHOOSE.items()
    ]
    + [f"def {name}({{pair}}):|\n    return {{pair.x}} {op} {{pair.y}}" for name, op in _COMPARE.items()],
    "unary": [
        f"def {name}({{var}}):|{doc}\n    return {body}"
        for name, (body, words) in _UNARY.items()
        for doc in ("", f'\n    """Return {words}."""')
    ],
    "steps": [
        "def absolute({var}):|\n    if {var} < 0:\n        return -{var}\n    return {var}",
        "def factorial({var}):|\n    if {var} < 2:\n        return 1\n    return {var} * factorial({var} - 1)",
        "def fibonacci({var}):|\n    if {var} < 2:\n        return {var}\n"
        "    return fibonacci({var} - 1) + fibonacci({var} - 2)",
        "def count_down({var}):|\n    while {var} > 0:\n        print({var})\n        {var} = {var} - 1",
    ],
    "collect": [
        f"def {name}({{list}}):|\n    result = []\n{_LOOP}        result.append({body})\n    return result"
        for name, body in _EACH.items()
    ]
    + [
        f"def {name}({{list}}):|\n    result = []\n{_LOOP}        if {{item}} {test}:\n"
        "            result.append({item})\n    return result"
        for name, test in _TESTS.items()
    ],
    "count": [
        f"def count_{name}({{list}}):|\n    count = 0\n{_LOOP}        if {{item}} {test}:\n"
        "            count = count + 1\n    return count"
        for name, test in _TESTS.items()
    ],
    "fold": [
        f"def {name}({{list}}):|\n    {acc} = {zero}\n{_LOOP}        {acc} = {acc} {op} {{item}}\n    return {acc}"
        for name, (acc, zero, op) in _FOLD.items()
    ]
    + [
        f"def {name}({{list}}):|\n    best = {{list}}[0]\n{_LOOP}        if {{item}} {op} best:\n"
        "            best = {item}\n    return best"
        for name, op in _BEST.items()
    ],
    "whole": [f"def {name}({{list}}):|\n    return {body}" for name, body in _WHOLE.items()],
    "string": [f"def {name}({{str}}):|\n    return {body}" for name, body in _STRING.items()]
    + [f'def {name}({{str}}):|\n    return "{hello}" + {{str}}' for name, hello in _GREET.items()],
}
_COMPANIONS = {
    "binary": "def {name}_three({pair}, z):\n    return {name}({name}({pair}), z)",
    "two": "def show_{name}({pair}):\n    print({name}({pair}))",
    "unary": "def {name}_all({list}):\n    return [{name}({item}) for {item} in {list}]",
    "steps": "def {name}_all({list}):\n    return [{name}({item}) for {item} in {list}]",
    "collect": "def show_{name}({list}):\n    for {item} in {name}({list}):\n        print({item})",
    "count": "def some_{name}({list}):\n    return {name}({list}) > 0",
    "fold": "def show_{name}({list}):\n    result = {name}({list})\n    print(result)",
    "whole": "def show_{name}({list}):\n    result = {name}({list})\n    print(result)",
    "string": "def show_{name}({str}):\n    result = {name}({str})\n    print(result)",
}


def _with_companion(kind: str, template: str) -> str:
    """Append the function that calls the one the template defines."""
    name = template[len("def ") : template.index("(")]
    companion = _COMPANIONS[kind].replace("some_{name}", "some_" + name.removeprefix("count_"))
    return template + "\n\n\n" + companion.replace("{name}", name)


RULES = {kind: [_with_companion(kind, t) for t in templates] for kind, templates in RULES.items()}
RULES["text"] = [f"<{kind}>" for kind in RULES]

GRAMMAR = Grammar(RULES, WORDS, FORMS)
