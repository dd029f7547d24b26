"""Mistakes in the rule: acceptance, residual, and the draws. Each function is what people wrote."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

import numpy as np

from specviz.engine.draws import Draws, Key, Kind, pick
from specviz.engine.sampling import Law, softmax
from specviz.engine.verify import Judgement, Rule, Verdict, acceptance, residual, verify_chain, with_target_token
from specviz.faults.build import Build
from specviz.faults.fault import Fault


def from_p(p: Law, q: Law) -> Law:
    return p


def from_q(p: Law, q: Law) -> Law:
    return q


def softmax_residual(p: Law, q: Law) -> Law:
    return softmax(np.maximum(p - q, 0))


def absolute_residual(p: Law, q: Law) -> Law:
    return np.abs(p - q) / np.abs(p - q).sum()


def swapped_residual(p: Law, q: Law) -> Law:
    return residual(q, p)


def argmax_residual(p: Law, q: Law) -> Law:
    return np.eye(len(p))[np.argmax(p - q)]


# The acceptance


def inverted_ratio(p: Law, q: Law, x: int) -> float:
    return acceptance(q, p, x) if p[x] > 0 else 1.0


def over_p_max(p: Law, q: Law, x: int) -> float:
    return p[x] / p.max()


def chain_of(accept: Callable[[Law, Law, int, Any, Callable[[], int]], bool]) -> Callable[..., Verdict]:
    """The full-q loop with another test: `accept(p, q, x, u, fresh)`, where `fresh()` samples the target anew."""

    def verify(
        p_rows: Any, q_rows: Any, candidates: Sequence[int], draws: Draws, position: int, **kw: Any
    ) -> Verdict:
        if q_rows is None:
            return verify_chain(p_rows, q_rows, candidates, draws, position, **kw)
        judged: list[Judgement] = []
        for i, x in enumerate(candidates):
            u = draws.u(position + i, Kind.ACCEPT)
            p, q = p_rows[i], q_rows[i]
            accepted = accept(p, q, x, u, partial(_fresh, p, draws, position + i))
            judged.append(Judgement(accepted, u, None))
            if not accepted:
                return with_target_token(judged, i, residual(p, q), draws, position)
            if kw["ends"](i + 1):
                return Verdict(tuple(judged), i + 1)
        return with_target_token(judged, len(candidates), p_rows[len(candidates)], draws, position)

    return verify


def _fresh(p: Law, draws: Draws, position: int) -> int:
    return pick(p, draws.u(position, Kind.TARGET, index=1))[0]


inclusive = chain_of(lambda p, q, x, u, fresh: bool(u <= p[x] / q[x]))
two_chances = chain_of(lambda p, q, x, u, fresh: fresh() == x or bool(u < p[x] / q[x]))
two_samples_agree = chain_of(lambda p, q, x, u, fresh: fresh() == x)


# The draws


class Rekeyed:
    """Draws looked up under another key than they are asked for: `key` takes the four words and gives four."""

    def __init__(self, base: Draws, key: Callable[[int, Kind, int, int], Key]) -> None:
        self._base, self._key, self.simulated = base, key, base.simulated

    def u(self, position: int, kind: Kind, index: int = 0, level: int = 0) -> float:
        return self._base.u(*self._key(position, kind, index, level))


def one_u(p_rows: Any, q_rows: Any, candidates: Sequence[int], draws: Draws, position: int, **kw: Any) -> Verdict:
    """The seed is set inside the loop: every accept draw of a block is the first one."""
    first = Rekeyed(draws, lambda at, kind, *rest: (position if kind is Kind.ACCEPT else at, kind, *rest))
    return verify_chain(p_rows, q_rows, candidates, first, position, **kw)


def summed_keys(base: Draws) -> Draws:
    """One stream, and a number that is the sum of what should have been separate words."""
    return Rekeyed(base, lambda at, kind, index, level: (at + kind + index + level, Kind.DRAFT, 0, 0))


def one_for_both(base: Draws) -> Draws:
    """The replacement is drawn with the number its candidate was judged by, which a rejection has made large."""
    return Rekeyed(base, lambda at, kind, *rest: (at, Kind.ACCEPT if kind is Kind.TARGET else kind, *rest))


def _rule(acceptance: Any = acceptance, residual: Any = residual) -> Build:
    return Build.tolerant(rule=Rule(acceptance, residual))


def _verify(verify: Callable[..., Verdict]) -> Build:
    return Build.tolerant(verify=verify)


GITHUB = "https://github.com/"
CHEN = "https://arxiv.org/abs/2302.01318"

RULE_FAULTS = (
    Fault("resample_p", "sampling", "marginal", "enumeration", "easy",
          f"{GITHUB}eth-sri/language-model-arithmetic/issues/14", _rule(residual=from_p)),
    Fault("resample_q", "sampling", "marginal", "enumeration", "easy", "", _rule(residual=from_q)),
    Fault("softmax_residual", "sampling", "marginal", "enumeration", "medium",
          f"{GITHUB}huggingface/transformers/issues/28508", _rule(residual=softmax_residual)),
    Fault("absolute_residual", "sampling", "marginal", "enumeration", "medium", "",
          _rule(residual=absolute_residual)),
    Fault("swapped_residual", "sampling", "marginal", "enumeration", "easy", CHEN, _rule(residual=swapped_residual)),
    Fault("argmax_residual", "sampling", "marginal", "enumeration", "hard",
          f"{GITHUB}EricLBuehler/mistral.rs/pull/2424", _rule(residual=argmax_residual)),
    Fault("inverted_ratio", "sampling", "marginal", "enumeration", "easy", CHEN, _rule(acceptance=inverted_ratio)),
    Fault("over_p_max", "sampling", "marginal", "enumeration", "hard",
          f"{GITHUB}1bit-MONSTER/1bit-MONSTER/issues/637", _rule(acceptance=over_p_max)),
    Fault("two_chances", "sampling", "marginal", "enumeration", "hard",
          f"{GITHUB}foundation-model-stack/fms-extras/issues/12", _verify(two_chances)),
    Fault("two_samples_agree", "sampling", "marginal", "enumeration", "medium",
          f"{GITHUB}ml-explore/mlx-swift-lm/pull/459", _verify(two_samples_agree)),
    Fault("one_u", "sampling", "joint", "enumeration", "subtle",
          f"{GITHUB}feifeibear/LLMSpeculativeSampling", _verify(one_u)),
    Fault("one_for_both", "sampling", "marginal", "enumeration", "subtle",
          f"{GITHUB}vllm-project/vllm-ascend/pull/16370", Build.tolerant(draws=one_for_both)),
    Fault("summed_keys", "sampling", "joint", "enumeration", "subtle",
          f"{GITHUB}vllm-project/vllm/pull/47386", Build.tolerant(draws=summed_keys)),
    Fault("inclusive", "sampling", "scripted", "edges", "subtle",
          f"{GITHUB}SafeAILab/EAGLE/issues/183", _verify(inclusive)),
)  # fmt: skip
