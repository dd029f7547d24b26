"""transformers' own assisted generation as an outside oracle, on tiny random models.

It shares no code with this engine but the models: same greedy ids, and samples from the same law.
"""

import numpy as np
import pytest
import torch

from specviz.checks.statistics import chi_square
from specviz.checks.subject import Subject, fresh_rows, small_random_pair
from specviz.engine.sampling import Sampling
from specviz.faults import CORRECT_BUILD
from specviz.settings import RunSettings
from specviz.theory.enumerate import target_joint

ALPHA = 1e-6
PROMPT = (1, 2, 3, 1, 2)


@pytest.fixture(scope="module")
def subject() -> Subject:
    return small_random_pair(vocab_size=8)


def theirs(subject: Subject, tokens: int, **more) -> tuple[int, ...]:
    out = subject.target.model.generate(
        torch.tensor([PROMPT]),
        assistant_model=subject.draft.model,
        max_new_tokens=tokens,
        num_assistant_tokens=3,
        num_assistant_tokens_schedule="constant",
        assistant_confidence_threshold=0.0,
        **more,
    )
    return tuple(out[0, len(PROMPT) :].tolist())


def ours(subject: Subject, settings: RunSettings) -> tuple[int, ...]:
    models = CORRECT_BUILD.models(subject.target, subject.draft)
    return tuple(i for r in CORRECT_BUILD.rounds(*models, settings, PROMPT) for i in r.committed)


def test_the_same_greedy_ids(subject):
    for repair in ("lazy", "eager"):
        settings = RunSettings(temperature=0.0, k=3, max_new_tokens=40, repair=repair)
        assert ours(subject, settings) == theirs(subject, 40, do_sample=False)


def test_both_sample_the_targets_law(subject):
    """Two tokens jointly, temperature .8 and top-k 4, against the law computed from the target's rows."""
    settings = RunSettings(temperature=0.8, top_k=4, k=3, max_new_tokens=3)
    sampling = Sampling(settings, frozenset(), len(PROMPT))
    law = target_joint(lambda ids: sampling.law(fresh_rows(subject.target, ids)[-1], ids).astype(float), 2, PROMPT)
    samples = {
        "ours": [ours(subject, settings.but(seed=seed))[:2] for seed in range(600)],
        "theirs": [],
    }
    for seed in range(300):
        torch.manual_seed(seed)
        samples["theirs"].append(theirs(subject, 3, do_sample=True, temperature=0.8, top_k=4)[:2])
    for name, drawn in samples.items():
        counts = np.zeros(law.shape)
        np.add.at(counts, tuple(np.array(drawn).T), 1)
        assert chi_square(counts, law).p > ALPHA, name
