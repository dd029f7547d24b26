"""Where rows of logits become laws and tokens: on the host, or on the device the rows are on.

`HOST` copies every row once and works in numpy, which a recorded round needs anyway: it looks at all of them.
`on_device.DEVICE` leaves the rows where they are and copies a few numbers once per round, for a run on a GPU that
nobody looks into. Decoder, drafters and verify rules are the same for both.
"""

from typing import Any, Protocol

from specviz.engine.drafters.proposal import Proposal
from specviz.engine.draws import Draws, pick
from specviz.engine.sampling import Sampling, host, softmax
from specviz.settings import RunSettings


class Arithmetic(Protocol):
    """Laws and rows are [V], on the host or on the device. A drawn token may be a number of the device: it can be
    fed to a model, and is known when the round is `read`."""

    def sampling(self, settings: RunSettings, eos_ids: frozenset[int], prompt_length: int) -> Sampling:
        """What makes laws from rows."""
        ...

    def rows(self, logits: Any) -> Any:
        """A pass's logits [n, V] as float32 rows."""
        ...

    def softmax(self, row: Any) -> Any:
        """The law of a row as it is, without the run's processors."""
        ...

    def most_likely(self, law: Any) -> Any:
        """The token of the largest entry, the first of equals."""
        ...

    def drawn(self, law: Any, u: float) -> Any:
        """The token that u selects from `law`, by the rule of `draws.pick`."""
        ...

    def pick(self, law: Any, u: float) -> tuple[int, float, float]:
        """As `draws.pick`, read."""
        ...

    def read(self, proposal: Proposal, p_rows: Any, draws: Draws, position: int) -> tuple[Proposal, Any]:
        """The proposal and the target's laws at judge index 0 … k, `position` being that of d_1, as far as the host
        needs them for a verdict and its record."""
        ...


class Host:
    """Everything is there already."""

    sampling = Sampling
    rows = staticmethod(host)
    softmax = staticmethod(softmax)
    pick = staticmethod(pick)

    def most_likely(self, law: Any) -> int:
        return int(law.argmax())

    def drawn(self, law: Any, u: float) -> int:
        return pick(law, u)[0]

    def read(self, proposal: Proposal, p_rows: Any, draws: Draws, position: int) -> tuple[Proposal, Any]:
        return proposal, p_rows


HOST: Arithmetic = Host()
