"""Speculation on the roofline: prices of draft and verify from two shapes and a device, and when it stops paying.

Only the prices come from `roofline`; what they mean is `cost`'s business.
"""

from specviz.theory.acceptance import Acceptance
from specviz.theory.checks import MAX_BATCH, draft_length, whole
from specviz.theory.cost import Costs, factor
from specviz.theory.leviathan import Convention
from specviz.theory.roofline import Setup, pass_time

SWITCH_SEARCH_LIMIT = 4096


def roofline_costs(
    target: Setup,
    draft: Setup | None,
    k_max: int,
    batch: int = 1,
    context: int = 0,
    overhead_seconds: float = 0.0,
) -> Costs:
    """C_T(1…k_max+1), C_D and C_O in seconds for one step of the whole batch.

    `draft=None` proposes for free (prompt lookup). The draft's step is one token at the same batch and context; the
    growth of the context within a round is ignored.
    """
    return Costs.from_function(
        lambda n: pass_time(target, n, batch, context).seconds,
        draft_length(k_max) + 1,
        0.0 if draft is None else pass_time(draft, 1, batch, context).seconds,
        overhead_seconds,
    )


def factor_by_batch(
    acceptance: Acceptance,
    target: Setup,
    draft: Setup | None,
    batches: list[int],
    context: int = 0,
    overhead_seconds: float = 0.0,
    convention: Convention = "lazy",
) -> list[float]:
    """The wall-clock factor at each batch size, with rounds of `acceptance.k`.

    Every sequence keeps its own accepted length, as a server with ragged batches does; a batch that must advance
    together would only take the shortest.
    """
    return [
        factor(
            acceptance,
            roofline_costs(target, draft, acceptance.k, batch, context, overhead_seconds),
            convention,
        )
        for batch in batches
    ]


def switch_batch(
    acceptance: Acceptance,
    target: Setup,
    draft: Setup | None,
    context: int = 0,
    overhead_seconds: float = 0.0,
    convention: Convention = "lazy",
    limit: int = SWITCH_SEARCH_LIMIT,
) -> int | None:
    """The smallest batch at which speculation no longer pays (factor ≤ 1): switch it off from here on.

    None when it pays at every batch tried up to `limit`: all up to 16, then in steps of an eighth, and one by one
    where a step fails. With a long context it may pay again at a larger batch, where reading the caches takes the
    time, and it can pay for ever: the factor need not fall.
    """
    whole("limit", limit, 1, MAX_BATCH)

    def pays(batch: int) -> bool:
        one = [batch]
        return factor_by_batch(acceptance, target, draft, one, context, overhead_seconds, convention)[0] > 1.0

    good, step = 0, 1
    while good + step <= limit and pays(good + step):
        good, step = good + step, max(1, (good + step) // 8)
    last = min(good + step, limit)
    return next((batch for batch in range(good + 1, last + 1) if not pays(batch)), None)
