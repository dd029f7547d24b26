"""Timing plain decoding of a given text: one target pass per token, each fed what a plain run would feed."""

import pytest

from specviz.engine.experiments.one_by_one import one_by_one
from specviz.engine.language_model import CachedModel


@pytest.mark.parametrize("new", [(), (7,), (7, 8, 9)])
def test_one_pass_per_new_token_over_the_token_before_it(target, monkeypatch, new):
    fed = []
    extend = CachedModel.extend
    monkeypatch.setattr(
        CachedModel, "extend", lambda self, ids, **kw: fed.append(tuple(ids)) or extend(self, ids, **kw)
    )
    seconds = one_by_one(target, (1, 2, 3), new)
    assert len(seconds) == len(new)
    assert all(s > 0 for s in seconds)
    assert fed == [(1, 2), *((i,) for i in (3, *new)[: len(new)])]
