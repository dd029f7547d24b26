"""Stories for small children: one hero, one walk, one event, an ending. The least predictable family."""

from specviz.training.tiny_world.grammar import Grammar, listed

_PEOPLE = {
    "girl": ("she", "Anna Lily Mia Emma Sara Lucy Nora Zoe Ella Ruby"),
    "boy": ("he", "Tom Ben Max Sam Leo Jack Tim Noah Finn Oscar"),
    "mouse": ("he", "Pip Nibbles"),
    "dog": ("he", "Rex Biscuit"),
    "cat": ("she", "Luna Mittens"),
    "rabbit": ("she", "Daisy Clover"),
    "bear": ("he", "Bruno Honey"),
}
_KIND = {name: kind for kind, (_, names) in _PEOPLE.items() for name in names.split()}
_HE = {name: pronoun for pronoun, names in _PEOPLE.values() for name in names.split()}
_HIS = {"he": "his", "she": "her"}
_HIM = {"he": "him", "she": "her"}


WORDS = {
    "hero": list(_KIND),
    "adj": listed(
        "little, big, old, young, small, brave, clever, shy, kind, funny, sleepy, hungry, happy, lonely, tall, "
        "tiny, quiet, loud, gentle, silly, proud, fast, slow, strong, careful, friendly, grumpy, curious"
    ),
    "animal": listed(
        "fox, duck, frog, owl, hen, pig, goat, horse, sheep, squirrel, turtle, hedgehog, bird, cow, snail, bee, "
        "lion, tiger, monkey, wolf, deer, swan, goose, fish, crab, donkey, elephant, otter"
    ),
    "home": listed(
        "a small house, a big forest, a village by the sea, an old mill, a green valley, a farm, a castle, "
        "a tree house, a quiet town, a red barn, a boat on the river, a cave in the hills"
    ),
    "family": listed(
        "mother, father, grandmother, grandfather, sister, brother, aunt, uncle, friend, cousin, teacher, neighbour"
    ),
    "hobby": listed(
        "sing, dance, run, swim, read, paint, climb, play, cook, jump, draw, sleep, hide, laugh, build towers, "
        "count stars, pick flowers, bake bread, tell jokes, feed birds, watch clouds, ride horses, catch fish, "
        "fly kites"
    ),
    "food": listed(
        "apples, honey, cake, soup, bread, cheese, berries, nuts, carrots, pears, cookies, pancakes, plums, "
        "rice, jam, milk, corn, pie, grapes, peas"
    ),
    "weather": listed(
        "sunny, rainy, windy, cold, warm, snowy, cloudy, bright, foggy, quiet, hot, cool, lovely, grey, fine, dark"
    ),
    "time": listed("morning, day, afternoon, evening, night"),
    "spot": listed(
        "forest, river, beach, market, garden, hill, lake, park, field, bridge, school, pond, well, tower, shop, "
        "mountain, meadow, island, station, library, bakery, zoo, harbour, road"
    ),
    "colour": listed(
        "red, blue, green, yellow, white, black, pink, brown, orange, purple, grey, golden, silver, shiny, "
        "dusty, broken"
    ),
    "thing": listed(
        "ball, kite, book, drum, hat, box, boat, doll, key, map, shell, stone, lamp, bell, ring, cup, coin, "
        "clock, flute, spoon, letter, basket, button, feather, mirror, rope, scarf, shoe, umbrella, bag, toy, "
        "flag"
    ),
    "where": listed(
        "under a tree, behind a rock, in the grass, near the water, on a bench, in a hole, on the path, "
        "under a leaf, next to a wall, in a basket, by the gate, on a branch, in the mud, behind a door, "
        "under the snow, on a roof"
    ),
    "feeling": listed(
        "happy, proud, tired, excited, glad, surprised, calm, cheerful, thankful, hungry, sleepy, merry, "
        "pleased, warm"
    ),
    "sad": listed("sad, scared, worried, lost, cold, upset, angry, lonely, wet, nervous, hurt, sick"),
    "how": listed("very, so, a little, really, quite, rather, too, almost"),
    "soon": listed("Then, Soon, At last, Suddenly, Just then, A moment later, After a while, Next"),
    "slowly": listed("slowly, quickly, happily, quietly, softly, carefully, bravely, gently, loudly, kindly"),
    "said": listed("said, asked, cried, whispered, shouted, laughed, sang, answered"),
    "lesson": listed(
        "to share, to be kind, to be brave, to say thank you, to listen, to tell the truth, to ask for help, "
        "to wait, to try again, to say sorry, to swim, to dream"
    ),
    "rain": listed("rain, snow, get dark, thunder, hail, get cold"),
}

RULES = {
    "text": ["<open> <home> <love> <walk> <event> <end>", "<open> <home> <walk> <event> <end>"],
    "open": [
        "Once upon a time there was {adj.a} {hero.kind} named {hero}.|",
        "Once upon a time, in {home}, there lived {adj.a} {hero.kind} named {hero}.|",
        "There once was {adj.a} {hero.kind}| called {hero}.",
        "Long ago, {adj.a} {hero.kind} named {hero}| lived in {home}.",
        "{hero} was {adj.a} {hero.kind}.|",
        "This is a story about {hero}, {adj.a} {hero.kind}.|",
    ],
    "home": [
        "{hero.He} lived with {hero.his} {family}.",
        "{hero.He} had {adj2.a} {family} and {colour3.a} {thing3}.",
        "{hero.His} best friend was {adj2.a} {animal3}.",
        "{hero.He} was {how} {feeling2}.",
        "Everyone said {hero.he} was {how} {adj2}.",
        "{hero.His} {family} was {how} {adj2}.",
        "{hero.He} had {adj3.a} {animal4} and {colour3.a} {thing3}.",
    ],
    "love": [
        "{hero.He} loved to {hobby}.",
        "{hero.He} liked to {hobby} and eat {food}.",
        "{hero.He} liked {food} and {adj4.a} {animal4}.",
        "Every {time2}, {hero.he} liked to {hobby} with {hero.his} {family3}.",
        "{hero.He} did not {hobby2}, but {hero.he} loved {food}.",
        "{hero.He} wanted {adj4.a} {animal4} and {colour5.a} {thing5}.",
    ],
    "walk": [
        "One {weather} {time}, {hero} went to the {spot}.",
        "One {time}, {hero} {slowly} walked to the {spot} to {hobby3}.",
        "One {weather} {time}, {hero} walked to the {spot} with {adj5.a} {animal2}.",
        "On a {weather} {time}, {hero.he} ran to the {spot} for {food2}.",
        "{soon}, {hero} wanted to {hobby3} at the {spot}.",
        "The {time} was {weather}, so {hero} {slowly} went to the {spot}.",
    ],
    "event": ["<find>", "<meet>", "<trouble>"],
    "find": [
        "{hero.He} found {colour.a} {thing} {where}. <wow> <keep>",
        "{soon2}, {hero.he} saw {colour.a} {thing} {where}. <wow> <keep>",
        "{hero.He} looked {where} and saw {colour.a} {thing}. <keep>",
    ],
    "wow": [
        '"What a {adj6} {thing}!" {hero.he} {said}.',
        '"Look, {colour.a} {thing}!" {said} {hero}.',
        "{hero.He} was {how2} {feeling3}.",
        '"Is it {adj6}?" {hero.he} {said} {slowly2}.',
        '"Whose {thing} is this?" {said} {adj6.a} {animal5}.',
    ],
    "keep": [
        "{hero.He} {slowly3} took the {thing} to {hero.his} {family4}.",
        "{hero.He} put the {thing} {where2} and began to {hobby4}.",
        "The {thing} was {how3} {adj8}, so {hero.he} left it {where2}.",
        "{soon3}, {adj8.a} {animal} came and {slowly3} took the {thing}.",
        "In the {thing} there was {colour2.a} {thing2}.",
    ],
    "meet": [
        "{soon2}, {hero.he} met {adj6.a} {animal}. <problem> <help> <thanks>",
        "{adj6.A} {animal} sat {where}. <problem> <help> <thanks>",
        "{hero.He} saw {adj6.a} {animal} {where}. <problem> <help>",
    ],
    "problem": [
        "The {animal} was {how2} {sad} and had no {thing}.",
        'The {animal} {said} {slowly2}, "I lost my {colour} {thing}."',
        '"Where is my {colour} {thing}?" {said} the {animal}.',
        '"I am {how2} {sad}," {said} the {animal}. "My {thing} is gone."',
    ],
    "help": [
        "{hero} {slowly3} found the {thing} {where2}.",
        "{hero.He} {slowly3} gave the {animal} {colour2.a} {thing2}.",
        "{soon3}, they found it {where2}.",
        "{hero.His} {adj7} {family4} found the {thing} {where2}.",
    ],
    "thanks": [
        '"Thank you, {hero}!" {said2} the {animal} {slowly4}.',
        "The {animal} was {how3} {feeling3} and gave {hero.him} {food3}.",
        "{soon4}, the {animal} began to {hobby4}.",
        '"Let us {hobby4}," {said2} the {animal}.',
    ],
    "trouble": [
        "{soon2} it began to {rain}. {hero} was {how2} {sad}. <shelter>",
        "{hero.He} lost {hero.his} {colour} {thing} {where3}. <shelter>",
        "{hero.He} could not {hobby5} and felt {how2} {sad}. <shelter>",
    ],
    "shelter": [
        "{adj6.A} {animal} {slowly2} took {hero.him} to the {spot2}.",
        "{hero.He} hid {where} until {adj6.a} {animal} came.",
        "{soon3}, {hero.his} {family4} came with {colour2.a} {thing2} and {food3}.",
        '"Do not be {sad}," {said} {adj6.a} {animal}. "We can {hobby4}."',
    ],
    "end": [
        "{hero} went home and was {how4} {feeling4}.",
        "After that, {hero} and {hero.his} {family5} were {how4} {feeling4}.",
        "That {time3}, {hero} {slowly5} ate {food4}.",
        "{hero} {slowly5} learned {lesson}.",
        "They {slowly5} ate {food4} in the {weather2} {spot3}.",
        "From that day on, {hero} went to the {spot3} every {time3}.",
        "The end.",
    ],
}

GRAMMAR = Grammar(
    RULES,
    WORDS,
    {
        "kind": lambda name: _KIND[name],
        "he": lambda name: _HE[name],
        "He": lambda name: _HE[name].capitalize(),
        "his": lambda name: _HIS[_HE[name]],
        "His": lambda name: _HIS[_HE[name]].capitalize(),
        "him": lambda name: _HIM[_HE[name]],
        "A": lambda word: "An " + word if word[0] in "aeiou" else "A " + word,
    },
)
KEY = ("adj", "hero")
