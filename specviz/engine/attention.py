"""Attention in which several heads read the same keys (grouped queries, Ainslie et al. 2023).

Heads that share keys are fed as that many queries of one head: keys are read once. No kernel is told of groups: on
CUDA torch has no fast one that knows them in float32, nor in any format together with a mask.
"""

from torch import Tensor
from torch.nn.functional import scaled_dot_product_attention


def mask_of_groups(mask: Tensor, groups: int) -> Tensor:
    """`mask` [n, held] as `attended` wants it for `groups` heads to a key head: [1, 1, groups · n, held]."""
    return mask.repeat(groups, 1)[None, None]


def attended(queries: Tensor, keys: Tensor, values: Tensor, mask: Tensor | None) -> Tensor:
    """Attention of `queries` [1, H, n, d_h] over `keys` and `values` [1, H_kv, held, d_h]; [1, H, n, d_h].

    `mask` is one of `mask_of_groups`; without one a single query sees all keys, and the i-th of n queries the first i
    of n keys.
    """
    heads, n, head_dim = queries.shape[1:]
    kv_heads = keys.shape[1]
    groups = heads // kv_heads
    if mask is None and n > 1:  # a first pass: kernels know this mask without being given it
        keys, values = (x.repeat_interleave(groups, 1) if groups > 1 else x for x in (keys, values))
        return scaled_dot_product_attention(queries, keys, values, is_causal=True)
    shared = queries.reshape(1, kv_heads, groups * n, head_dim)
    # not a view: one of CUDA's kernels lays its output out as [n, H, d_h]
    return scaled_dot_product_attention(shared, keys, values, mask).reshape(1, heads, n, head_dim)
