"""Proposes a given continuation, for tests and demonstrations. Its results are simulated, and marked so."""

from collections.abc import Sequence

from specviz.engine.drafters.proposal import Proposal, Stateless
from specviz.engine.draws import Draws


class Scripted(Stateless):
    """`script[i]` is proposed for the i-th token after the prompt, whatever was committed before it."""

    def __init__(self, k: int, script: Sequence[int], prompt_length: int) -> None:
        super().__init__(k)
        self._script = tuple(script)
        self._prompt_length = prompt_length

    def propose(self, context: Sequence[int], k: int, draws: Draws) -> Proposal:
        done = len(context) - self._prompt_length
        return Proposal(self._script[done : done + k], k)
