"""Shared fixtures: small random models that need no file."""

import os

os.environ.setdefault("OMP_NUM_THREADS", "1")
os.environ.setdefault("TOKENIZERS_PARALLELISM", "false")

from hypothesis import settings

settings.register_profile("specviz", deadline=None, derandomize=True)  # a busy machine must not fail a property
settings.load_profile("specviz")
