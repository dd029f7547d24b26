"""Every recorded trace is what its settings give today, with the weights that are in the repository."""

import pytest

from specviz.presets import presets
from specviz.recordings import FOLDER, record
from specviz.trace import Round, Trace, read

NAMES = sorted(p.stem for p in FOLDER.glob("*.json"))


def recording(name: str) -> Trace:
    return read((FOLDER / f"{name}.json").read_bytes())


def test_there_is_one_for_every_preset_and_no_other() -> None:
    assert sorted(p.id for p in presets()) == NAMES
    for preset in presets():
        assert recording(preset.id).run_settings == preset.settings


@pytest.mark.parametrize("name", NAMES)
def test_decoding_again_gives_the_recording(name: str) -> None:
    """Ids, fates, rows and draws are the same; probabilities to rounding, for processors differ; times are free."""
    old = recording(name)
    new = record(old.run_settings)
    made, now = old.environment, new.environment
    assert (made.target_checksum, made.draft_checksum) == (now.target_checksum, now.draft_checksum), (
        "the weights have changed: python -m specviz.recordings"
    )
    assert [_exact(r) for r in old.rounds] == [_exact(r) for r in new.rounds]
    for a, b in zip(old.rounds, new.rounds, strict=True):
        for c, d in zip(a.candidates, b.candidates, strict=True):
            assert (c.p is None) == (d.p is None)  # unjudged
            assert (c.p or 0.0, c.q) == pytest.approx((d.p or 0.0, d.q), rel=2e-3, abs=1e-6)
    assert old.text == new.text


def _exact(r: Round) -> tuple:
    return r.committed, r.cache, r.stop, tuple((c.id, c.fate, c.row, c.u, c.own) for c in r.candidates)
