"""The recorded traces: every preset decoded once by the shipped pair, `python -m specviz.recordings`.

They are what a reader sees before any model is loaded, and what a class link points at. A test decodes each again and
holds it against its file; after a change of weights or of the engine they are made anew with this command.
"""

import sys

from specviz.models import load
from specviz.paths import ASSETS
from specviz.presets import presets
from specviz.runs import Run
from specviz.settings import RunSettings
from specviz.trace import Trace, write

FOLDER = ASSETS / "traces"


def record(settings: RunSettings) -> Trace:
    """One run from its prompt to its end, on caches of its own."""
    run = Run(load(settings.pair, settings.dtype, settings.device))
    prompt_ids = run.prompt_ids(settings)
    return run.trace(settings, prompt_ids, tuple(run.speculative(settings, prompt_ids)))


def main() -> None:
    """Write every preset's trace; presets that are gone lose theirs."""
    wanted = {preset.id: preset.settings for preset in presets()}
    for path in FOLDER.glob("*.json"):
        if path.stem not in wanted:
            path.unlink()
    for name, settings in wanted.items():
        trace = record(settings)
        size = (FOLDER / f"{name}.json").write_bytes(write(trace))
        print(f"{name}: {len(trace.rounds)} rounds, {size / 1000:.0f} kB, ends by {trace.stop}", file=sys.stderr)


if __name__ == "__main__":
    main()
