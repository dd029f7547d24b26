"""Mistakes about where a run ends, and about what is counted."""

from collections.abc import Iterable, Sequence
from typing import Any

from msgspec.structs import replace

from specviz.engine.draws import Draws, Kind
from specviz.engine.stopping import Stopping
from specviz.engine.verify import Judgement, Verdict, never, verify_chain
from specviz.faults.build import Build
from specviz.faults.fault import Fault
from specviz.trace import Round, Stop, Totals, totals


def to_the_end(
    p_rows: Any, q_rows: Any, candidates: Sequence[int], draws: Draws, position: int, **kw: Any
) -> Verdict:
    """The block is judged as if no candidate could end the run."""
    return verify_chain(p_rows, q_rows, candidates, draws, position, **kw | {"ends": never})


class EosAnywhere(Stopping):
    """Ends the run when an EOS is among the new tokens, and keeps what came after it."""

    def reason(self, ids: Sequence[int]) -> Stop:
        return "eos" if self._eos.intersection(ids[self._prompt_length :]) else super().reason(ids)


class WholeRounds(Stopping):
    """`while n < max_new_tokens`: the limit is looked at between rounds, and no round is clipped."""

    def room(self, t: int) -> int:
        return 1_000 if t < self._end else 0

    def full(self) -> Stop:
        return ""


def all_flags(p_rows: Any, q_rows: Any, candidates: Sequence[int], draws: Draws, position: int, **kw: Any) -> Verdict:
    """Every candidate gets its flag, those after a rejection too, and accepted is the sum of the flags."""
    verdict = verify_chain(p_rows, q_rows, candidates, draws, position, **kw)
    flags = list(verdict.judgements)
    if q_rows is not None and verdict.token is not None:
        for i in range(len(flags), len(candidates)):
            u = draws.u(position + i, Kind.ACCEPT)
            flags.append(Judgement(bool(u < p_rows[i][candidates[i]] / q_rows[i][candidates[i]]), u, None))
    return verdict._replace(judgements=tuple(flags))


def without_the_targets_token(rounds: Iterable[Round]) -> Totals:
    """Tokens per round as accepted per round: the replacement or the bonus is forgotten."""
    right = totals(rounds)
    return replace(right, committed=right.accepted)


def with_what_followed_eos(rounds: Iterable[Round]) -> Totals:
    """Accepted is what the rule would have accepted, whether or not the run ended before it."""
    rounds = tuple(rounds)
    right = totals(rounds)
    beyond = sum(len(r.candidates) - r.accepted for r in rounds if r.stop and r.emitted is None)
    return replace(right, accepted=right.accepted + beyond)


GITHUB = "https://github.com/"

STOPPING = (
    Fault("eos_in_block_ignored", "stopping", "ids", "stopping", "easy",
          f"{GITHUB}huggingface/transformers/issues/47912", Build.tolerant(verify=to_the_end)),
    Fault("bonus_after_eos", "stopping", "ids", "stopping", "medium",
          f"{GITHUB}huggingface/transformers/issues/28508", Build.tolerant(verify=to_the_end, stopping=EosAnywhere)),
    Fault("length_overshoot", "stopping", "ids", "stopping", "easy",
          f"{GITHUB}huggingface/transformers/issues/46993", Build.tolerant(stopping=WholeRounds)),
)  # fmt: skip

COUNTING = (
    Fault("accepted_as_sum_of_flags", "counting", "totals", "counting", "medium",
          f"{GITHUB}vllm-project/vllm/issues/2658", Build.tolerant(verify=all_flags)),
    Fault("without_the_targets_token", "counting", "totals", "counting", "medium",
          f"{GITHUB}vllm-project/vllm/issues/17908",
          Build.tolerant(count=without_the_targets_token)),
    Fault("counted_after_eos", "counting", "totals", "counting", "hard",
          f"{GITHUB}vllm-project/vllm/issues/56101",
          Build.tolerant(count=with_what_followed_eos)),
)  # fmt: skip
