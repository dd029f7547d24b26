"""The few prompts that lessons run on: short, inside Tiny World, and each of another kind."""

from specviz.ui.inputs import Choice, pick

PROMPTS = {"story": "Once upon a time", "code": "def largest(numbers):", "sum": "7 * 86 = ?"}


def prompt_choice(page: str) -> Choice:
    """The choice of a page; `page` is its prefix in the URL."""
    return Choice(f"{page}_lesson_prompt", tuple(PROMPTS), "story")


def pick_prompt(choice: Choice) -> str:
    """The prompt the reader chose."""
    return PROMPTS[pick(choice)]
