"""The classic mistakes, as replacement parts of the decoder: sampling, alignment, cache, stopping, counting.

The engine knows nothing of them. A fault is data and a few lines of code that are the mistake itself; which check
catches it is tested for every one.
"""

from specviz.faults.alignment import ALIGNMENT
from specviz.faults.build import CORRECT_BUILD, Build
from specviz.faults.cache import CACHE
from specviz.faults.fault import Fault
from specviz.faults.laws import LAW_FAULTS
from specviz.faults.rule import RULE_FAULTS
from specviz.faults.stopping import COUNTING, STOPPING

CATALOGUE: tuple[Fault, ...] = (*RULE_FAULTS, *LAW_FAULTS, *ALIGNMENT, *CACHE, *STOPPING, *COUNTING)
FAULTS: dict[str, Fault] = {f.id: f for f in CATALOGUE}

__all__ = ["CATALOGUE", "CORRECT_BUILD", "FAULTS", "Build", "Fault"]
