"""Proof by running: what `python -m specviz check`, the tests and the losslessness page call, the same for all.

laws     toys: the exact law of a build, over every draw, and joint χ²
edges    toys: one forced draw each, where samples never go
ends     toys: where runs end, and what is counted
models   real models: same ids, refilled caches, the draft's laws, the target as its own draft
samples  real models: one position, and whole texts
matrix   every catalogued mistake under every check
suite    the table of a pair; `main` is the command
"""

from specviz.checks.result import Result
from specviz.checks.suite import main

__all__ = ["Result", "main"]
