"""Tiny World: the corpus, the tokenizer and the training of the model pair that ships with specviz.

Nothing here runs when the laboratory runs; it made the folders under `assets/models/`.
"""
