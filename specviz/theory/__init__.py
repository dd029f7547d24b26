"""Closed forms: what speculation yields, what it costs, what the hardware allows. numpy only, no model, no screen.

acceptance        how many candidates survive, from α or from rates per position
tally             the same quantities counted from rounds that really happened
leviathan         the three closed forms of the paper: free verification, no repair
cost              the general model: time per round and per token, both repair conventions, break-even
advice            best k, what to attack first, sensitivities
model_shape       sizes of a transformer and its parameter count; model_config reads them from a pasted config
kv_bytes          memory of the caches, and how many sequences fit
paged_blocks      what a rejection does to a paged cache
accelerator       peaks, weight formats, efficiency
roofline          one pass on one accelerator: bytes, arithmetic, seconds, and what bounds it
speculation_roof  prices from the roofline, and the batch at which speculation stops paying
tables            accelerators and models with their sources
engine_logs       what other engines print, put into our words
claims            published numbers, recomputed

Enumeration, masks and the induction argument have files of their own that say what they do.
Units: seconds, bytes, floating-point operations (a fused multiply-add is two), unless a name says otherwise.
"""
