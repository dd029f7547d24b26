"""Small computations on loaded models that lessons show: each asks one question and answers it with plain numbers.

None of them is a way to decode. What comes back holds no tensor, so that it can be kept and shared between readers.
"""
