"""The parts of the losslessness page: the watched histogram, the checks, the mistake to be named."""
