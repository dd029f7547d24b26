"""Questions and answers: plain facts, and who has what and is where in a scene the text itself sets."""

from specviz.training.tiny_world.grammar import Grammar, listed

_COLOUR = {
    "the sky": "blue",
    "grass": "green",
    "snow": "white",
    "a banana": "yellow",
    "coal": "black",
    "a lemon": "yellow",
    "a carrot": "orange",
    "a pea": "green",
    "chocolate": "brown",
    "milk": "white",
    "the sun": "yellow",
    "an elephant": "grey",
    "a flamingo": "pink",
    "a strawberry": "red",
    "a tomato": "red",
    "a frog": "green",
    "the sea": "blue",
    "a plum": "purple",
}
_SOUND = {
    "cow": "moo",
    "dog": "woof",
    "cat": "meow",
    "duck": "quack",
    "sheep": "baa",
    "pig": "oink",
    "lion": "roar",
    "bee": "buzz",
    "horse": "neigh",
    "mouse": "squeak",
}
_LEGS = {"dog": "four", "spider": "eight", "bird": "two", "fly": "six", "cow": "four", "snake": "no", "crab": "ten"}
_YOUNG = {
    "dog": "puppy",
    "cat": "kitten",
    "cow": "calf",
    "sheep": "lamb",
    "horse": "foal",
    "duck": "duckling",
    "bear": "cub",
    "hen": "chick",
}
_OPPOSITE = {
    "hot": "cold",
    "big": "small",
    "up": "down",
    "day": "night",
    "happy": "sad",
    "fast": "slow",
    "old": "young",
    "wet": "dry",
    "open": "closed",
    "left": "right",
    "full": "empty",
    "hard": "soft",
}
_CAPITAL = {
    "France": "Paris",
    "Germany": "Berlin",
    "Italy": "Rome",
    "Spain": "Madrid",
    "England": "London",
    "China": "Beijing",
    "Japan": "Tokyo",
    "Egypt": "Cairo",
    "Greece": "Athens",
    "Russia": "Moscow",
    "Austria": "Vienna",
    "Portugal": "Lisbon",
}
_DAYS = listed("Monday, Tuesday, Wednesday, Thursday, Friday, Saturday, Sunday")
_MONTHS = listed("January, February, March, April, May, June, July, August, September, October, November, December")
_HOMES = {
    "bird": "nest",
    "bee": "hive",
    "fish": "river",
    "rabbit": "hole",
    "spider": "web",
    "horse": "stable",
    "cow": "barn",
    "bear": "cave",
}
_USES = {
    "cut paper": "scissors",
    "write": "a pen",
    "eat soup": "a spoon",
    "open a door": "a key",
    "tell the time": "a clock",
    "dig a hole": "a shovel",
    "sweep the floor": "a broom",
    "brush your hair": "a comb",
}


def _next(names: list[str]) -> dict[str, str]:
    return dict(zip(names, names[1:] + names[:1], strict=True))


def _facts() -> dict[str, str]:
    """Question -> answer, both as shown."""
    facts = {f"What colour is {x}?": f"{x[0].upper()}{x[1:]} is {y}." for x, y in _COLOUR.items()}
    facts |= {f"What does a {x} say?": f"A {x} says {y}." for x, y in _SOUND.items()}
    facts |= {f"How many legs does a {x} have?": f"A {x} has {y} legs." for x, y in _LEGS.items()}
    facts |= {f"What is a young {x} called?": f"A young {x} is called a {y}." for x, y in _YOUNG.items()}
    facts |= {f"What is the opposite of {x}?": f"The opposite of {x} is {y}." for x, y in _OPPOSITE.items()}
    facts |= {f"What is the capital of {x}?": f"The capital of {x} is {y}." for x, y in _CAPITAL.items()}
    facts |= {f"What day comes after {x}?": f"The day after {x} is {y}." for x, y in _next(_DAYS).items()}
    facts |= {f"What month comes after {x}?": f"The month after {x} is {y}." for x, y in _next(_MONTHS).items()}
    facts |= {f"Where does a {x} live?": f"A {x} lives in a {y}." for x, y in _HOMES.items()}
    return facts | {f"What do you use to {x}?": f"You use {y} to {x}." for x, y in _USES.items()}


FACTS = _facts()

_GIRLS = listed("Anna, Lily, Mia, Emma, Sara, Lucy")
_BOYS = listed("Tom, Ben, Max, Sam, Leo, Jack")

WORDS = {
    "fact": list(FACTS),
    "name": _GIRLS + _BOYS,
    "thing": listed("ball, kite, book, drum, hat, box, boat, doll, key, map, shell, stone, lamp, bell, ring, cup"),
    "colour": listed("red, blue, green, yellow, white, black, pink, brown, orange, purple, grey"),
    "place": listed("house, garden, kitchen, school, park, shop, barn, forest"),
}

RULES = {
    "text": ["<facts>", "<scene>", "<scene>"],
    "facts": ["<first>\n<second>", "<first>\n<second>\n<third>"],
    "first": ["Q: {fact}\nA: {fact.answer}"],
    "second": ["Q: {fact2}|\nA: {fact2.answer}"],
    "third": ["Q: {fact3}\nA: {fact3.answer}"],
    "scene": [
        "{name} has {colour.a} {thing}.\nQ: Who has the {thing}?|<who_has>\n<what>",
        "{name} has {colour.a} {thing}. {name.He} is in the {place}.\nQ: Where is {name}?|<where>\n<what>",
        "{name} is in the {place}. {name.He} has {colour.a} {thing}.\nQ: Who has the {thing}?|<who_has>\n<where_is>",
        "{name} is in the {place}. {name.He} has {colour.a} {thing}.\nQ: Where is the {thing}?|<there>\n<what>",
        "{name} is in the {place}.\nQ: Where is {name}?|<where>\n<who_is>",
    ],
    "who_has": ["\nA: {name} has the {thing}."],
    "where": ["\nA: {name} is in the {place}."],
    "there": ["\nA: The {thing} is in the {place}."],
    "where_is": ["Q: Where is {name}?<where>"],
    "what": ["Q: What does {name} have?\nA: {name} has the {thing}."],
    "who_is": ["Q: Who is in the {place}?\nA: {name} is in the {place}."],
}

GRAMMAR = Grammar(
    RULES,
    WORDS,
    {
        "answer": lambda question: FACTS[question],
        "He": lambda name: "She" if name in _GIRLS else "He",
    },
    apart=["fact"],
)
KEY = ("fact", "fact2", "name", "colour", "thing", "place")
