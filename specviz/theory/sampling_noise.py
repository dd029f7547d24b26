"""How far a histogram is from the law it was drawn from by chance alone. A yardstick for pictures, not a test."""

import numpy as np


def expected_distance(law: np.ndarray, n: int) -> float:
    """Mean total variation between `law` [V] and the shares of n draws from it, for large n.

    Each share is nearly normal with variance p(1 − p)/n, and the mean of |N(0, σ²)| is σ·√(2/π).
    """
    return float(np.sqrt(2 * law * (1 - law) / (np.pi * n)).sum() / 2)
