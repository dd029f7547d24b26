"""Which models hold their matrices twice, plain and packed (see `projection`), and what that costs. No torch.

Below `SMALLEST` a model sits in the processor's own memory and its passes are as fast without (measured on the
bundled pair); above `LARGEST` a second copy is more than a laptop should be asked for.
"""

SMALLEST, LARGEST = 32 * 2**20, 2**30  # bytes of weights


def packed_bytes(parameters: int, dtype: str, device: str) -> int:
    """Bytes of the packed copy of a model of this many weights, 0 where none is made.

    The most it can be: nothing is packed where torch comes without MKL, nor for an architecture that transformers
    computes.
    """
    size = 4 * parameters
    return size if (dtype, device) == ("float32", "cpu") and SMALLEST <= size <= LARGEST else 0
