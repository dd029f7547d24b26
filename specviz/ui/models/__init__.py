"""The parts of the models page."""
