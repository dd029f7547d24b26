"""Closed forms: what speculation yields, what it costs, what the hardware allows. numpy only, no model, no screen.

acceptance   how many candidates survive, from α or from rates per position
tally        the same quantities counted from rounds that really happened
cost         time per round and per token, the wall-clock factor, the best k, what to attack first
roofline     one pass on one accelerator: bytes, arithmetic, seconds, and what bounds it
kv_bytes     memory of the caches, and how many sequences fit
paged_blocks what a rejection does to a paged cache
model_shape  sizes of a transformer and its parameter count; model_config reads them from a pasted config
tables       accelerators and models with their sources
engine_logs  what other engines print, put into our words
claims       published numbers, recomputed

Units: seconds, bytes, floating-point operations (a fused multiply-add is two), unless a name says otherwise.
"""
