"""The arithmetic of a device gives the host's laws, draws and rounds, and waits once per round. Run on the CPU."""

import numpy as np
import pytest
import torch
from torch.overrides import TorchFunctionMode

from specviz.engine import on_device
from specviz.engine.clock import Clock
from specviz.engine.decode import CORRECT, autoregressive, speculative
from specviz.engine.draft_head import HeadWeights
from specviz.engine.drafters import make_drafter
from specviz.engine.drafters.proposal import Proposal
from specviz.engine.draws import LARGEST, CounterDraws, pick
from specviz.engine.held_ids import Pass
from specviz.engine.language_model import CachedModel, Weights
from specviz.engine.on_device import DEVICE, ON_DEVICE, DeviceSampling
from specviz.engine.sampling import Sampling
from specviz.errors import SpecvizError
from specviz.settings import RunSettings
from tests.engine.conftest import random_llama
from tests.engine.heads import random_head, with_head
from tests.engine.runs import PROMPT, cached, ids_of

SAMPLED = RunSettings(temperature=1.0, max_new_tokens=32, seed=5)
PROCESSORS = (
    {},
    {"temperature": 0.0},
    {"temperature": 0.3},
    {"temperature": 1e-37},
    {"top_k": 5},
    {"top_p": 0.7},
    {"top_p": 1e-9},
    {"min_p": 0.2},
    {"repetition_penalty": 1.3},
    {"min_new_tokens": 9, "repetition_penalty": 0.8, "temperature": 0.8, "top_k": 20, "top_p": 0.9, "min_p": 0.01},
)


@pytest.mark.parametrize("changes", PROCESSORS, ids=str)
def test_the_laws_of_the_host(changes):
    settings, eos = SAMPLED.but(**changes), frozenset({3, 70})
    ours, theirs = DeviceSampling(settings, eos, 4), Sampling(settings, eos, 4)
    generator = np.random.default_rng(0)
    for drafted in range(8):
        row = generator.normal(0, 3, 64).round(1).astype(np.float32)  # rounded: equal logits occur
        context, more = [1, 2, 3, 1], [5, 2, 5, 9, 3, 6, 7, 8][:drafted]
        unread = [torch.tensor(i) for i in more]
        law = ours.law(torch.from_numpy(row), context, unread)
        np.testing.assert_allclose(law.numpy(), theirs.law(row, context, more), rtol=2e-6, atol=1e-9)


def test_the_draws_of_the_host():
    generator = np.random.default_rng(1)
    for n in range(200):
        law = generator.dirichlet(np.full(9, 0.3)).astype(np.float32)
        law[generator.integers(0, 9, 4)] = 0
        u = (0.0, LARGEST)[n] if n < 2 else float(generator.random())
        here = torch.from_numpy(law)
        assert DEVICE.pick(here, u) == pytest.approx(pick(law, u), abs=1e-15)
        assert int(DEVICE.drawn(here, u)) == pick(law, u)[0]


def compared(settings, models, prompt=PROMPT):
    """The same run on the host and on the device, both without laws."""
    runs = []
    for parts in (CORRECT, ON_DEVICE):
        target, draft = models()
        drafter = make_drafter(settings, len(prompt), draft, parts.arithmetic)
        runs.append(list(speculative(target, drafter, settings, prompt, laws=False, parts=parts)))
    return runs


def told(r):
    """A round as far as it does not depend on the last digit of a sum."""
    fates = [(c.id, c.fate, c.row, c.u, c.own) for c in r.candidates]
    emitted = r.emitted and (r.emitted.id, r.emitted.kind, r.emitted.law, r.emitted.row, r.emitted.u)
    return r.t, r.k, r.rule, fates, emitted, r.committed, r.cache, r.calls, r.stop, r.source, r.violations


def numbers(r):
    emitted = r.emitted and (r.emitted.low, r.emitted.high)
    return [x for c in r.candidates for x in (c.q, c.p)] + list(emitted or ())


@pytest.mark.parametrize("repair", ["lazy", "eager"])
@pytest.mark.parametrize(
    "changes",
    [
        {},
        {"k": 1},
        {"k": 9, "temperature": 0.6},
        {"temperature": 0.0},
        {"draft_choice": "argmax"},
        {"length_policy": "adaptive", "confidence": 0.3},
        {"length_policy": "adaptive", "confidence": 0.3, "draft_choice": "argmax"},
        {"repetition_penalty": 1.3, "top_k": 30, "top_p": 0.9, "min_p": 0.01},
        {"min_new_tokens": 20, "max_new_tokens": 60},
        {"method": "none"},
        {"method": "lookup", "lookup_min": 1},
        {"method": "lookup_first", "lookup_min": 1, "fallback_k": 2},
        {"method": "scripted", "script": (7, 8, 9, 10) * 8},
    ],
    ids=str,
)
@pytest.mark.parametrize("kind", ["model", "head"])
def test_the_rounds_of_the_host(draft, changes, repair, kind):
    target = random_llama(0, eos=11)
    head = random_head(target, near=2.0)

    def models():
        return with_head(target, head) if kind == "head" else (cached(target), cached(draft))

    for seed in range(4):
        on_host, on_device = compared(SAMPLED.but(repair=repair, seed=seed, **changes), models)
        assert [told(r) for r in on_device] == [told(r) for r in on_host]
        for a, b in zip(on_device, on_host, strict=True):
            assert numbers(a) == pytest.approx(numbers(b), abs=2e-5)
        assert all(type(i) is int for r in on_device for call in r.calls for i in (*call.ids, *r.committed))


@pytest.mark.parametrize("temperature", [0.0, 1.0])
def test_ordinary_decoding(target, temperature):
    settings = SAMPLED.but(temperature=temperature)
    runs = [
        ids_of(autoregressive(cached(target), settings, PROMPT, laws=False, parts=p)) for p in (CORRECT, ON_DEVICE)
    ]
    assert runs[0] == runs[1]


class Waits(TorchFunctionMode):
    """Counts what a GPU would have to be waited for: numbers read on the host, and shapes that depend on values."""

    READS = ("item", "tolist", "cpu", "numpy", "nonzero", "masked_select", "equal")
    SPECIAL = ("__array__", "__bool__", "__int__", "__float__", "__index__")

    def __init__(self):
        super().__init__()
        self.seen = []

    def __torch_function__(self, func, types, args=(), kwargs=None):
        name = getattr(func, "__name__", "")
        masked = name == "__getitem__" and any(
            getattr(i, "dtype", None) == torch.bool for i in np.atleast_1d(args[1:2])
        )
        if name in self.READS + self.SPECIAL or masked:
            self.seen.append(name)
        return func(*args, **(kwargs or {}))


def each_way(test):
    """With both repairs, both kinds of draft, and several ways to find candidates and choose among them."""
    ways = [
        {},
        {"temperature": 0.0},
        {"method": "lookup"},
        {"method": "lookup_first", "lookup_min": 1},
        PROCESSORS[-1],
    ]
    test = pytest.mark.parametrize("changes", ways, ids=str)(test)
    test = pytest.mark.parametrize("kind", ["model", "head"])(test)
    return pytest.mark.parametrize("repair", ["lazy", "eager"])(test)


@each_way
def test_one_wait_per_round(target, draft, changes, kind, repair):
    settings = SAMPLED.but(repair=repair, **changes)
    ours, theirs = with_head(target, random_head(target)) if kind == "head" else (cached(target), cached(draft))
    drafter = make_drafter(settings, len(PROMPT), theirs, DEVICE)
    with Waits() as waits:
        rounds = list(speculative(ours, drafter, settings, PROMPT, laws=False, parts=ON_DEVICE))
        assert waits.seen == ["cpu", "numpy"] * len(rounds)
    assert all(type(i) is int for i in (*ours.ids, *theirs.ids))


def made_up(report):
    """Numbers in place of a report whose values cannot be read."""
    generator = np.random.default_rng(report.shape[1])
    found = generator.uniform(0.2, 1.0, report.shape)
    found[0] = generator.integers(0, 60, report.shape[1])  # the ids; then of a draw: low, high, mass
    if len(report) > 4:  # of a round: own ids, low, high, mass, p(x), the law's sum, and of q the last two
        found[1] = generator.integers(0, 60, report.shape[1])
        found[[4, 6, 8][: (len(report) - 3) // 2]] = 1.0
    return found


@each_way
def test_all_of_a_round_is_on_the_device_and_nothing_but_the_report_is_read(monkeypatch, changes, kind, repair):
    """Run on torch's "meta" device, which has shapes and no values: reading one there is an error, and so is an
    operation that mixes it with the CPU. So a GPU finds every tensor where it needs it, and no second wait."""
    monkeypatch.setattr(on_device, "read", made_up)
    settings = SAMPLED.but(repair=repair, **changes)
    meta = [Weights.of(random_llama(seed).model.to("meta"), f"meta-{seed}") for seed in (0, 1)]
    target = meta[0]
    if kind == "head":
        net = random_head(random_llama(0)).model
        ours, theirs = with_head(target, HeadWeights.over(target, net, torch.arange(0, 64, 2), "meta-head"))
    else:
        ours, theirs = map(CachedModel, meta)
    drafter = make_drafter(settings, len(PROMPT), theirs, DEVICE)
    rounds = list(speculative(ours, drafter, settings, PROMPT, laws=False, parts=ON_DEVICE))
    assert sum(len(r.committed) for r in rounds) == settings.max_new_tokens


def test_one_wait_per_step_of_ordinary_decoding(target):
    with Waits() as waits:
        rounds = list(autoregressive(cached(target), SAMPLED, PROMPT, laws=False, parts=ON_DEVICE))
        assert waits.seen == ["cpu", "numpy"] * len(rounds)


@pytest.mark.parametrize("temperature", [0.0, 1.0])
@pytest.mark.parametrize("value", [float("nan"), float("inf")])
def test_a_row_without_a_law_is_an_error(target, value, temperature):
    class Broken(CachedModel):
        def _feed(self, ids, keep, mask):
            rows = super()._feed(ids, keep, mask).clone()
            rows[:, 0] = value
            return rows

    settings = SAMPLED.but(temperature=temperature, method="none")
    with pytest.raises(SpecvizError, match="nan"):
        list(speculative(Broken(target), make_drafter(settings, 5), settings, PROMPT, laws=False, parts=ON_DEVICE))
    with pytest.raises(SpecvizError, match="nan"):
        list(autoregressive(Broken(target), settings, PROMPT, laws=False, parts=ON_DEVICE))


def test_only_what_was_read_can_be_asked_for():
    proposal = Proposal((torch.tensor(2),), 1, (torch.tensor([0.25, 0.25, 0.5]),))
    p = torch.tensor([0.5, 0.25, 0.25])
    read, p_rows = DEVICE.read(proposal, [p, p], CounterDraws(0), 4)
    assert (read.ids, read.q_rows[0][2], p_rows[0][2]) == ((2,), 0.5, 0.25)
    assert p_rows[0].drawn[0] == 0, "the residual is all on 0"
    with pytest.raises(KeyError):
        read.q_rows[0][1]


def test_ids_are_named_when_they_are_known(target):
    model = CachedModel(target)
    model.extend([1, 2])
    model.extend((3, torch.tensor(4), torch.tensor(5)))
    model.settle(3, (4, 5))
    assert model.ids == (1, 2, 3, 4, 5)
    assert model.take_passes() == (Pass(0, (1, 2)), Pass(2, (3, 4, 5)))


class Event:
    """An event of a GPU that has come to time `now`."""

    now = 0.0

    def __init__(self, at):
        self.at = at

    def query(self):
        return self.at <= Event.now

    def synchronize(self):
        Event.now = max(Event.now, self.at)

    def elapsed_time(self, other):
        return (other.at - self.at) * 1e3


def test_a_clock_that_does_not_wait_books_the_rest_later(monkeypatch):
    clock, at = Clock("cuda"), iter((0, 1, 3, 4, 9, 10, 12, 13))
    monkeypatch.setattr(clock, "_now", lambda: Event(next(at)))
    Event.now = 3
    for stage in ("draft", "verify", "repair"):
        clock.to(stage)
    first = clock.read(wait=False)
    assert (first.draft, first.verify, first.repair) == (1, 2, 0)
    for stage in ("draft", "verify", "repair"):
        clock.to(stage)
    second = clock.read()
    assert (second.repair, second.draft, second.verify) == (2, 1, 2), "1 of the round before; 4 to 9 is nobody's"
