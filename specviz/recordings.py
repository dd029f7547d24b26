"""The recorded traces: every preset decoded once by the shipped pair, `python -m specviz.recordings [NAME …]`.

They are what a reader sees before any model is loaded, and what a class link points at. A test decodes each again and
holds it against its file; after a change of weights or of the engine they are made anew with this command.
"""

import argparse
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
    """Write the traces of the presets named, or of all; presets that are gone lose theirs."""
    wanted = {preset.id: preset.settings for preset in presets()}
    parser = argparse.ArgumentParser(prog="python -m specviz.recordings", description=main.__doc__)
    parser.add_argument("names", nargs="*", metavar="NAME", help=", ".join(wanted))
    names = parser.parse_args().names or list(wanted)
    unknown = [name for name in names if name not in wanted]
    if unknown:
        parser.error(f"no such preset: {', '.join(unknown)}")
    for path in FOLDER.glob("*.json"):
        if path.stem not in wanted:
            path.unlink()
    for name in names:
        trace = record(wanted[name])
        size = (FOLDER / f"{name}.json").write_bytes(write(trace))
        print(f"{name}: {len(trace.rounds)} rounds, {size / 1000:.0f} kB, ends by {trace.stop}", file=sys.stderr)


if __name__ == "__main__":
    main()
