"""Measurements: this machine, one pass, paired runs."""
