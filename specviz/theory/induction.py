"""The proof that greedy speculation equals greedy decoding, step by step on rounds that happened.

Claim: after every round the committed ids are a prefix of the greedy ids g. Induction over rounds: if it holds when
a round starts (`hypothesis`), then the judge row of d_1 is a row of the target after a prefix of g, so its arg max is
g's next id; an accepted candidate equals that arg max (`accepted_equal`), which makes the next judge row a row after
a prefix of g again; the target's own token is the arg max of the row at the first mismatch, or of the bonus row
(`own_equals`); nothing after it is committed. So it holds when the round ends (`conclusion`).

Reads records only. Greedy and own-sample runs: any run whose records carry the target's own tokens.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from specviz.trace import Round


@dataclass(frozen=True)
class InductionStep:
    """One round of the induction. `accepted_equal` has one entry per accepted candidate; `own_equals` is None when
    the round ended with an accepted candidate."""

    round: int
    t: int
    hypothesis: bool
    accepted_equal: tuple[bool, ...]
    own_equals: bool | None
    conclusion: bool

    @property
    def holds(self) -> bool:
        return self.hypothesis and all(self.accepted_equal) and self.own_equals is not False and self.conclusion


def induction(
    prompt_ids: Sequence[int], rounds: Sequence[Round], greedy_ids: Sequence[int]
) -> tuple[InductionStep, ...]:
    """Every step of the proof for `rounds`; `greedy_ids` are what ordinary decoding generates after the prompt."""
    n = len(prompt_ids)
    committed: list[int] = []
    out = []
    for r in rounds:
        before = list(greedy_ids[: len(committed)]) == committed
        at = r.t - n
        wanted = [greedy_ids[at + i] if at + i < len(greedy_ids) else None for i in range(r.accepted + 1)]
        accepted = tuple(c.own == c.id == want for c, want in zip(r.candidates[: r.accepted], wanted, strict=False))
        own = r.emitted.id == wanted[r.accepted] if r.emitted else None
        committed += r.committed
        after = list(greedy_ids[: len(committed)]) == committed
        out.append(InductionStep(r.index, r.t, before, accepted, own, after))
    return tuple(out)
