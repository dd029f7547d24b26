"""The record of a run: plain frozen data from which every picture, table, number and file is made.

A `Round` holds what a picture of it needs and no tensor; a `Trace` holds the rounds of one run, the text of every
token once, and where it was made. `records` are the types, `sums` the totals over rounds, `files` reading and
writing. Nothing here computes anything about models or imports torch.
"""

from specviz.trace.files import MAX_BYTES, read, schema, token_ids, write
from specviz.trace.records import (
    SAVED_NEXT,
    VERSION,
    CacheLengths,
    CallStage,
    Candidate,
    Emitted,
    Environment,
    Model,
    ModelCall,
    Round,
    Seconds,
    Short,
    Source,
    StageTimes,
    Stop,
    Top,
    Trace,
    digits,
    made_by,
)
from specviz.trace.sums import Totals, totals

__all__ = [
    "MAX_BYTES",
    "SAVED_NEXT",
    "VERSION",
    "CacheLengths",
    "CallStage",
    "Candidate",
    "Emitted",
    "Environment",
    "Model",
    "ModelCall",
    "Round",
    "Seconds",
    "Short",
    "Source",
    "StageTimes",
    "Stop",
    "Top",
    "Totals",
    "Trace",
    "digits",
    "made_by",
    "read",
    "schema",
    "token_ids",
    "totals",
    "write",
]
